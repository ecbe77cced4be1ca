import * as codes from "#protocol/wire/error-codes.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { invitePattern, passwordLength, type sessionEndpoints } from "#protocol/api/session.ts";
import {
  accountOf,
  accountProblem,
  type AccountDraft,
  type AccountProblem,
} from "./account-input.ts";
import {
  codeProblem,
  isNotTheAccount,
  passwordProblem,
  passwordRefusal,
  repeatProblem,
  type CodeProblem,
  type PasswordProblem,
  type RepeatProblem,
} from "./new-password.ts";

export interface RegisterDraft extends AccountDraft {
  code: string;
  password: string;
  repeat: string;
  invite: string;
  agreed: boolean;
}

/** What the platform asks of a registration. */
export interface RegisterFacts {
  codeRequired: boolean;
  inviteRequired: boolean;
  /** `m` of the entry address, sent along unseen. */
  m: string;
}

/** In the order they stand on screen: the first with a problem gets the focus. */
const registerFields = ["account", "password", "repeat", "invite", "code", "agreed"] as const;
export type RegisterField = (typeof registerFields)[number];

export type RegisterProblem =
  | AccountProblem
  | CodeProblem
  | PasswordProblem
  | RepeatProblem
  | "invite-missing"
  | "invite-malformed"
  | "not-agreed";

export type RegisterProblems = Partial<Record<RegisterField, RegisterProblem>>;

/** What keeps the draft from being sent, by field. */
export function registerProblems(draft: RegisterDraft, facts: RegisterFacts): RegisterProblems {
  const found: Record<RegisterField, RegisterProblem | undefined> = {
    account: accountProblem(draft),
    code: codeProblem(draft.code.trim(), facts.codeRequired),
    password: passwordProblem(draft.password),
    repeat: repeatProblem(draft.password, draft.repeat),
    invite: inviteProblem(draft.invite.trim(), facts.inviteRequired),
    agreed: draft.agreed ? undefined : "not-agreed",
  };
  const problems: RegisterProblems = {};
  for (const field of registerFields) {
    const problem = found[field];
    if (problem) problems[field] = problem;
  }
  return problems;
}

export function registerRequest(
  draft: RegisterDraft,
  facts: RegisterFacts,
): RequestOf<typeof sessionEndpoints.reg> {
  const code = draft.code.trim();
  const invite = draft.invite.trim();
  return {
    account: accountOf(draft),
    logintype: draft.way,
    password: draft.password,
    ...(code && { code }),
    ...(invite && { invite_code: invite }),
    ...(facts.m && { m: facts.m }),
  };
}

/** The field a refusal belongs beside, and what is wrong there where the code alone does not say it. */
export function registerRefusal(
  status: number,
  data: unknown,
): { field: RegisterField; problem?: RegisterProblem } | undefined {
  switch (status) {
    case codes.phoneTaken:
    case codes.invalidEmail:
    case codes.accountTaken:
    case codes.emailTaken:
      return { field: "account" };
    case codes.invalidInvitation:
      return { field: "invite" };
    case codes.wrongCode:
      return { field: "code" };
    case codes.passwordMismatch:
      return { field: "repeat" };
    case codes.invalidParameters:
      return invalidField(data);
    default:
      return undefined;
  }
}

export interface PasswordAdvice {
  longEnough: boolean;
  notTheAccount: boolean;
}

/** Advice beside the password, not rules of composition: long, and not the account's own name. */
export function passwordAdvice(
  draft: Pick<RegisterDraft, "password"> & AccountDraft,
): PasswordAdvice {
  return {
    longEnough: draft.password.length >= passwordLength.min,
    notTheAccount: isNotTheAccount(draft.password, accountOf(draft)),
  };
}

/** invalidParameters names the field, and for a password why it is too easily guessed. */
function invalidField(
  data: unknown,
): { field: RegisterField; problem: RegisterProblem } | undefined {
  if (typeof data !== "object" || data === null || !("field" in data)) return undefined;
  if (data.field === "account") return { field: "account", problem: "phone-malformed" };
  const problem = passwordRefusal(data);
  return problem && { field: "password", problem };
}

function inviteProblem(invite: string, required: boolean): RegisterProblem | undefined {
  if (invite === "") return required ? "invite-missing" : undefined;
  return invitePattern.test(invite) ? undefined : "invite-malformed";
}
