import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import * as codes from "#protocol/wire/error-codes.ts";
import { wantsFactor } from "#protocol/wire/second-factor.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { type walletEndpoints, withdrawalPasswordPattern } from "#protocol/api/wallet.ts";
import { lacksFactor } from "../../../session/form/factor-asked.ts";
import { type CodeProblem, codeProblem } from "../../../session/form/new-password.ts";
import { problemTexts } from "../../../session/form/problem-messages.ts";

/** `set` the first one, `change` it with the old one, or `reset` a forgotten one with login password and code. */
export type WithdrawalPasswordMode = "set" | "change" | "reset";

export interface WithdrawalPasswordDraft {
  login: string;
  code: string;
  old: string;
  password: string;
  repeat: string;
  /** Of the second factor, where the account has one. */
  factor: string;
}

export type WithdrawalPasswordField = keyof WithdrawalPasswordDraft;
/** The steps: proof of identity, old digits, new digits, new digits again. */
export type WithdrawalPasswordStep = "proof" | "old" | "password" | "repeat";

type WithdrawalPasswordProblem =
  | CodeProblem
  | "login-missing"
  | "login-wrong"
  | "factor-missing"
  | "factor-wrong"
  | "digits-missing"
  | "digits-malformed"
  | "digits-trivial"
  | "digits-are-login"
  | "digits-are-account"
  | "digits-same-as-old"
  | "digits-repeat-missing"
  | "digits-differ";
type WithdrawalPasswordProblems = Partial<
  Record<WithdrawalPasswordField, WithdrawalPasswordProblem>
>;

export const emptyDraft: WithdrawalPasswordDraft = {
  login: "",
  code: "",
  old: "",
  password: "",
  repeat: "",
  factor: "",
};

const stepsOf: Record<WithdrawalPasswordMode, readonly WithdrawalPasswordStep[]> = {
  set: ["proof", "password", "repeat"],
  change: ["old", "password", "repeat"],
  reset: ["proof", "password", "repeat"],
};

export function withdrawalPasswordSteps(
  mode: WithdrawalPasswordMode,
): readonly WithdrawalPasswordStep[] {
  return stepsOf[mode];
}

/** The fields of a step, in their order on screen. */
export function fieldsOf(
  step: WithdrawalPasswordStep,
  mode: WithdrawalPasswordMode,
): readonly WithdrawalPasswordField[] {
  if (step === "proof") return mode === "reset" ? ["login", "code", "factor"] : ["login", "factor"];
  return step === "old" ? ["old", "factor"] : [step];
}

/** Problems that prevent sending the draft, by field. */
export function withdrawalPasswordProblems(
  draft: WithdrawalPasswordDraft,
  mode: WithdrawalPasswordMode,
  asksFactor: boolean,
): WithdrawalPasswordProblems {
  const found: Record<WithdrawalPasswordField, WithdrawalPasswordProblem | undefined> = {
    login: draft.login === "" ? "login-missing" : undefined,
    code: codeProblem(draft.code, true),
    factor: lacksFactor(draft.factor, asksFactor) ? "factor-missing" : undefined,
    // Only the venue checks the old digits: they may be older than the present rules.
    old: draft.old === "" ? "digits-missing" : undefined,
    password: digitsProblem(draft, mode),
    repeat:
      draft.repeat === ""
        ? "digits-repeat-missing"
        : draft.repeat === draft.password
          ? undefined
          : "digits-differ",
  };
  const problems: WithdrawalPasswordProblems = {};
  for (const field of withdrawalPasswordSteps(mode).flatMap((step) => fieldsOf(step, mode))) {
    const problem = found[field];
    if (problem) problems[field] = problem;
  }
  return problems;
}

function digitsProblem(
  { login, old, password }: WithdrawalPasswordDraft,
  mode: WithdrawalPasswordMode,
): WithdrawalPasswordProblem | undefined {
  if (password === "") return "digits-missing";
  if (!withdrawalPasswordPattern.test(password)) return "digits-malformed";
  if (mode === "change" ? password === old : password === login)
    return mode === "change" ? "digits-same-as-old" : "digits-are-login";
  return isTrivial(password) ? "digits-trivial" : undefined;
}

/** Whether digits are easy to guess: up to three digits repeated, or a run up or down, also across the nine. */
export function isTrivial(digits: string): boolean {
  if (/^(\d{1,3})\1+$/.test(digits)) return true;
  const steps = new Set(
    Array.from(digits.slice(1), (digit, at) => (Number(digit) - Number(digits[at]) + 10) % 10),
  );
  return steps.size === 1 && (steps.has(1) || steps.has(9));
}

export function withdrawalPasswordRequest(
  draft: WithdrawalPasswordDraft,
  mode: WithdrawalPasswordMode,
): RequestOf<typeof walletEndpoints.setWpass> {
  const given = { wpassword: draft.password, totp: draft.factor };
  switch (mode) {
    case "set":
      return { ...given, password: draft.login };
    case "change":
      return { ...given, old_wpassword: draft.old };
    case "reset":
      return { ...given, password: draft.login, code: draft.code };
  }
}

/** The field a refusal is about, with the problem where the code alone does not say it. */
export function withdrawalPasswordRefusal(
  status: number,
  data: unknown,
): { field: WithdrawalPasswordField; problem?: WithdrawalPasswordProblem } | undefined {
  switch (status) {
    case codes.wrongCredentials:
      return { field: "login", problem: "login-wrong" };
    case codes.wrongWithdrawalPassword:
      return { field: "old" };
    case codes.wrongCode:
      return wantsFactor(status, data)
        ? { field: "factor", problem: "factor-wrong" }
        : { field: "code" };
    // The form compares with the old digits already; the venue does as well.
    case codes.passwordMismatch:
      return { field: "password", problem: "digits-same-as-old" };
    case codes.invalidParameters:
      return refusedDigits(data);
    default:
      return undefined;
  }
}

function refusedDigits(
  data: unknown,
): { field: WithdrawalPasswordField; problem: WithdrawalPasswordProblem } | undefined {
  if (typeof data !== "object" || data === null || !("field" in data) || data.field !== "wpassword")
    return undefined;
  const said = "problem" in data ? data.problem : undefined;
  return {
    field: "password",
    problem:
      said === "same"
        ? "digits-are-login"
        : said === "account"
          ? "digits-are-account"
          : "digits-trivial",
  };
}

/** The first step with a problem; the last where there is none. */
export function stepOfFirstProblem(
  problems: WithdrawalPasswordProblems,
  mode: WithdrawalPasswordMode,
): WithdrawalPasswordStep {
  const steps = withdrawalPasswordSteps(mode);
  return (
    steps.find((step) => fieldsOf(step, mode).some((field) => problems[field])) ??
    steps.at(-1) ??
    "repeat"
  );
}

/** A message for each problem: what to do rather than what is forbidden. */
export const withdrawalPasswordMessages: Record<WithdrawalPasswordProblem, MessageDescriptor> = {
  "code-missing": problemTexts["code-missing"],
  "code-malformed": problemTexts["code-malformed"],
  "login-missing": msg`Enter the password you log in with.`,
  "login-wrong": msg`This is not your login password.`,
  "factor-missing": msg`Enter the code.`,
  "factor-wrong": msg`This code is wrong, or was used already. Wait for the next one.`,
  "digits-missing": msg`Enter your digits.`,
  "digits-malformed": msg`Use 6 to 12 digits.`,
  "digits-trivial": msg`Runs such as 123456 and repeats such as 121212 are tried first. Choose other digits.`,
  "digits-are-login": msg`This must not be your login password: a person who has one would have both.`,
  "digits-are-account": msg`These digits are part of your phone number. Choose others.`,
  "digits-same-as-old": msg`These are the old digits. Choose others.`,
  "digits-repeat-missing": msg`Enter the new digits once more.`,
  "digits-differ": msg`These are not the same digits. Enter them again, or go back and choose others.`,
};
