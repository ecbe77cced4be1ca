import * as codes from "#protocol/wire/error-codes.ts";
import { wantsFactor } from "#protocol/wire/second-factor.ts";
import type { accountEndpoints } from "#protocol/api/account.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { lacksFactor } from "../../session/form/factor-asked.ts";
import {
  passwordProblem,
  passwordRefusal,
  repeatProblem,
  type PasswordProblem,
  type RepeatProblem,
} from "../../session/form/new-password.ts";

export interface ChangePasswordDraft {
  old: string;
  password: string;
  repeat: string;
  /** Of the second factor, where the account has one. */
  factor: string;
}

export type ChangePasswordField = keyof ChangePasswordDraft;
export type ChangePasswordProblem =
  | PasswordProblem
  | RepeatProblem
  | "old-missing"
  | "same-as-old"
  | "factor-missing"
  | "factor-wrong";
export type ChangePasswordProblems = Partial<Record<ChangePasswordField, ChangePasswordProblem>>;

/** What keeps the draft from being sent, by field. */
export function changePasswordProblems(
  draft: ChangePasswordDraft,
  asksFactor: boolean,
): ChangePasswordProblems {
  const old = draft.old === "" ? "old-missing" : undefined;
  const password =
    passwordProblem(draft.password) ?? (differsFromOld(draft) ? undefined : "same-as-old");
  const repeat = repeatProblem(draft.password, draft.repeat);
  return {
    ...(old && { old }),
    ...(password && { password }),
    ...(repeat && { repeat }),
    ...(lacksFactor(draft.factor, asksFactor) && { factor: "factor-missing" as const }),
  };
}

/** A new password differs from the old in at least one character, also in case. */
export function differsFromOld({
  old,
  password,
}: Pick<ChangePasswordDraft, "old" | "password">): boolean {
  return password !== old;
}

export function changePasswordRequest(
  draft: ChangePasswordDraft,
): RequestOf<typeof accountEndpoints.setPass> {
  return { old_password: draft.old, password: draft.password, totp: draft.factor };
}

/** The field a refusal belongs beside, and what is wrong there where the code alone does not say it. */
export function changePasswordRefusal(
  status: number,
  data: unknown,
): { field: ChangePasswordField; problem?: ChangePasswordProblem } | undefined {
  if (status === codes.wrongOldPassword) return { field: "old" };
  if (wantsFactor(status, data)) return { field: "factor", problem: "factor-wrong" };
  // Both were the same before they left; what the venue compares is the new one with the old.
  if (status === codes.passwordMismatch) return { field: "password", problem: "same-as-old" };
  const problem = status === codes.invalidParameters ? passwordRefusal(data) : undefined;
  return problem && { field: "password", problem };
}
