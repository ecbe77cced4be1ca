import * as codes from "#protocol/wire/error-codes.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import type { sessionEndpoints } from "#protocol/api/session.ts";
import {
  accountOf,
  accountProblem,
  type AccountDraft,
  type AccountProblem,
} from "../form/account-input.ts";
import {
  codeProblem,
  passwordProblem,
  passwordRefusal,
  repeatProblem,
  type CodeProblem,
  type PasswordProblem,
  type RepeatProblem,
} from "../form/new-password.ts";

export interface ForgotDraft extends AccountDraft {
  code: string;
  password: string;
  repeat: string;
}

export type ForgotField = "account" | "code" | "password" | "repeat";
export type ForgotProblem = AccountProblem | CodeProblem | PasswordProblem | RepeatProblem;
export type ForgotProblems = Partial<Record<ForgotField, ForgotProblem>>;

/** What keeps the draft from being sent, by field. */
export function forgotProblems(draft: ForgotDraft): ForgotProblems {
  const account = accountProblem(draft);
  const code = codeProblem(draft.code, true);
  const password = passwordProblem(draft.password);
  const repeat = repeatProblem(draft.password, draft.repeat);
  return {
    ...(account && { account }),
    ...(code && { code }),
    ...(password && { password }),
    ...(repeat && { repeat }),
  };
}

export function forgotRequest(draft: ForgotDraft): RequestOf<typeof sessionEndpoints.forgot> {
  return {
    account: accountOf(draft),
    logintype: draft.way,
    code: draft.code,
    password: draft.password,
  };
}

/** The field a refusal belongs beside, and what is wrong there where the code alone does not say it. */
export function forgotRefusal(
  status: number,
  data: unknown,
): { field: ForgotField; problem?: ForgotProblem } | undefined {
  if (status === codes.invalidEmail) return { field: "account" };
  if (status === codes.wrongCode) return { field: "code" };
  if (status === codes.passwordMismatch) return { field: "repeat" };
  if (status !== codes.invalidParameters) return undefined;
  const problem = passwordRefusal(data);
  if (problem) return { field: "password", problem };
  const names =
    typeof data === "object" && data !== null && "field" in data ? data.field : undefined;
  return names === "account" ? { field: "account", problem: "phone-malformed" } : undefined;
}
