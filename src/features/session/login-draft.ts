import type { RequestOf } from "#protocol/endpoint.ts";
import { passwordLength, type sessionEndpoints } from "#protocol/session.ts";
import {
  accountOf,
  accountProblem,
  type AccountDraft,
  type AccountProblem,
} from "./account-text.ts";

export interface LoginDraft extends AccountDraft {
  password: string;
  /** A code of the authenticator or a recovery code; empty until the venue asks for one. */
  factor?: string | undefined;
}

export type LoginField = "account" | "password";
export type LoginProblem = AccountProblem | "password-missing" | "password-too-long";
export type LoginProblems = Partial<Record<LoginField, LoginProblem>>;

/** What keeps the draft from being sent, by field. A password is not judged here: the venue knows it or not. */
export function loginProblems(draft: LoginDraft): LoginProblems {
  const account = accountProblem(draft);
  const password =
    draft.password === ""
      ? "password-missing"
      : draft.password.length > passwordLength.max
        ? "password-too-long"
        : undefined;
  return { ...(account && { account }), ...(password && { password }) };
}

export function loginRequest(draft: LoginDraft): RequestOf<typeof sessionEndpoints.login> {
  return {
    account: accountOf(draft),
    logintype: draft.way,
    loginway: "password",
    verifykey: draft.password,
    ...(draft.factor && { totp: draft.factor }),
  };
}

/** The field a refusal belongs beside; `form` where it is about the account as a whole. */
export function loginRefusalPlace(status: number): LoginField | "form" | undefined {
  if (status === 200001) return "password";
  if (status === 200002 || status === 200007 || status === 300001) return "form";
  return undefined;
}

/** Whether a refusal says that the account asks for a second factor too. */
export function wantsFactor(status: number | null, data: unknown): boolean {
  return (
    status === 300005 &&
    typeof data === "object" &&
    data !== null &&
    "factor" in data &&
    data.factor === "totp"
  );
}

/** Whether a 200002 says that no wait helps: the password must be set anew with a code. */
export function needsReset(data: unknown): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    "reset_required" in data &&
    data.reset_required === 1
  );
}

/** Seconds until the next try that a 200002 names, 0 where it names none. */
export function waitSeconds(data: unknown): number {
  const wait = typeof data === "object" && data !== null && "wait" in data ? data.wait : 0;
  return typeof wait === "number" && wait > 0 ? Math.ceil(wait) : 0;
}
