import type { RequestOf } from "#protocol/endpoint.ts";
import { withdrawalPasswordPattern, type walletEndpoints } from "#protocol/wallet.ts";
import { codeProblem, type CodeProblem } from "../session/new-password.ts";

/** `set` the first one, `change` with the old one, `reset` with login password and code where it was forgotten. */
export type WithdrawalPasswordMode = "set" | "change" | "reset";

export interface WithdrawalPasswordDraft {
  login: string;
  code: string;
  old: string;
  password: string;
  repeat: string;
}

export type WithdrawalPasswordField = keyof WithdrawalPasswordDraft;
/** What is asked for at a time: who one is, the old digits, the new ones, the new ones again. */
export type WithdrawalPasswordStep = "proof" | "old" | "password" | "repeat";

export type WithdrawalPasswordProblem =
  | CodeProblem
  | "login-missing"
  | "login-wrong"
  | "digits-missing"
  | "digits-malformed"
  | "digits-trivial"
  | "digits-are-login"
  | "digits-are-account"
  | "digits-same-as-old"
  | "digits-repeat-missing"
  | "digits-differ";
export type WithdrawalPasswordProblems = Partial<
  Record<WithdrawalPasswordField, WithdrawalPasswordProblem>
>;

export const emptyDraft: WithdrawalPasswordDraft = {
  login: "",
  code: "",
  old: "",
  password: "",
  repeat: "",
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

/** The fields of a step, in the order they stand on screen. */
export function fieldsOf(
  step: WithdrawalPasswordStep,
  mode: WithdrawalPasswordMode,
): readonly WithdrawalPasswordField[] {
  if (step === "proof") return mode === "reset" ? ["login", "code"] : ["login"];
  return [step];
}

/** What keeps the draft from being sent, by field. */
export function withdrawalPasswordProblems(
  draft: WithdrawalPasswordDraft,
  mode: WithdrawalPasswordMode,
): WithdrawalPasswordProblems {
  const found: Record<WithdrawalPasswordField, WithdrawalPasswordProblem | undefined> = {
    login: draft.login === "" ? "login-missing" : undefined,
    code: codeProblem(draft.code, true),
    // Judged by the venue alone: it may be one from before today's rules.
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

/** Digits that are tried first: one or a few repeated, or a run up or down, also over the nine. */
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
  switch (mode) {
    case "set":
      return { wpassword: draft.password, password: draft.login };
    case "change":
      return { wpassword: draft.password, old_wpassword: draft.old };
    case "reset":
      return { wpassword: draft.password, password: draft.login, code: draft.code };
  }
}

/** The field a refusal belongs beside, and what is wrong there where the code alone does not say it. */
export function withdrawalPasswordRefusal(
  status: number,
  data: unknown,
): { field: WithdrawalPasswordField; problem?: WithdrawalPasswordProblem } | undefined {
  switch (status) {
    case 200001:
      return { field: "login", problem: "login-wrong" };
    case 300022:
      return { field: "old" };
    case 300005:
      return { field: "code" };
    // Told apart from the old one by the form already; the venue compares as well.
    case 200004:
      return { field: "password", problem: "digits-same-as-old" };
    case 100005:
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
