import { passwordLength } from "#protocol/api/session.ts";

/** What is wrong with a password being set; the venue alone knows which are common. */
export type PasswordProblem =
  | "password-missing"
  | "password-too-short"
  | "password-too-long"
  | "password-common"
  | "password-is-account"
  | "password-is-withdrawal";
export type RepeatProblem = "repeat-missing" | "repeat-differs";
export type CodeProblem = "code-missing" | "code-malformed";

/** From this length on a password is hard to guess whatever it is made of (reliability.md, 4.3). */
const goodLength = 15;
const strongLength = 20;

export function passwordProblem(password: string): PasswordProblem | undefined {
  if (password === "") return "password-missing";
  if (password.length < passwordLength.min) return "password-too-short";
  return password.length > passwordLength.max ? "password-too-long" : undefined;
}

export function repeatProblem(password: string, repeat: string): RepeatProblem | undefined {
  if (repeat === "") return "repeat-missing";
  return repeat === password ? undefined : "repeat-differs";
}

export function codeProblem(code: string, required: boolean): CodeProblem | undefined {
  if (code === "") return required ? "code-missing" : undefined;
  return /^\d{6}$/.test(code) ? undefined : "code-malformed";
}

const refusals = {
  account: "password-is-account",
  withdrawal: "password-is-withdrawal",
  common: "password-common",
} as const;

/**
 * Why the venue refused a password: the `data` of its invalidParameters, undefined where that is
 * about something else.
 */
export function passwordRefusal(
  data: unknown,
): (typeof refusals)[keyof typeof refusals] | undefined {
  if (typeof data !== "object" || data === null || !("field" in data) || data.field !== "password")
    return undefined;
  const problem = "problem" in data ? data.problem : undefined;
  return refusals[problem === "account" || problem === "withdrawal" ? problem : "common"];
}

/** Whether a password is not the account's own name; false while nothing is typed. */
export function isNotTheAccount(password: string, account: string): boolean {
  const typed = password.toLowerCase();
  const whole = account.toLowerCase();
  const names = [whole, whole.split("@")[0] ?? ""].filter((name) => name.length >= 3);
  return typed !== "" && !names.includes(typed);
}

export type Strength = "none" | "too-short" | "short" | "good" | "strong";

/** How hard a password is to guess, by its length alone: rules of composition make passwords no better. */
export function strengthOf(password: string): Strength {
  if (password === "") return "none";
  if (password.length < passwordLength.min) return "too-short";
  if (password.length < goodLength) return "short";
  return password.length < strongLength ? "good" : "strong";
}
