import * as codes from "#protocol/wire/error-codes.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { passwordLength, type sessionEndpoints } from "#protocol/api/session.ts";
import {
  accountOf,
  accountProblem,
  type AccountDraft,
  type AccountProblem,
} from "./account-input.ts";

export interface LoginDraft extends AccountDraft {
  password: string;
  /** A code of the authenticator or a recovery code; empty until the venue asks for one. */
  factor?: string | undefined;
}

export type LoginField = "account" | "password";
export type LoginProblem = AccountProblem | "password-missing" | "password-too-long";
export type LoginProblems = Partial<Record<LoginField, LoginProblem>>;

/** The problems of the draft by field. The password is not checked here, only by the venue. */
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

/** The field beside which a refusal is shown; `form` where it is about the whole account. */
export function loginRefusalPlace(status: number): LoginField | "form" | undefined {
  if (status === codes.wrongCredentials) return "password";
  if (
    status === codes.tooManyAttempts ||
    status === codes.accountProhibited ||
    status === codes.accountBlocked
  )
    return "form";
  return undefined;
}

/** Whether a tooManyAttempts says that no wait helps: the password must be reset with a code. */
export function needsReset(data: unknown): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    "reset_required" in data &&
    data.reset_required === 1
  );
}

/** Seconds until the next attempt in a tooManyAttempts; 0 where it has none. */
export function waitSeconds(data: unknown): number {
  const wait = typeof data === "object" && data !== null && "wait" in data ? data.wait : 0;
  return typeof wait === "number" && wait > 0 ? Math.ceil(wait) : 0;
}
