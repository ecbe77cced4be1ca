import type { KeyObject } from "node:crypto";
import type { Transaction } from "../store/store.ts";
import { recoveryHash } from "./recovery-code.ts";
import { openSecret } from "./sealed-secret.ts";
import { findSecondFactor, spendRecoveryCode, spendStep } from "./second-factor-rows.ts";
import { usableTotpStep } from "./totp.ts";

/** Whom a stored secret is sealed for. */
export function factorOwner(userId: number): string {
  return `totp user ${userId}`;
}

/** The count of codes tried within a session; at a login they count as the login does. */
export function factorSubject(userId: string | number): string {
  return `second factor user ${userId}`;
}

/** `none` where the account asks for no second factor; `missing` where it does and nothing was handed in. */
export type FactorVerdict = "none" | "missing" | "wrong" | "code" | "recovery";

/**
 * Judges what was handed in as a second factor and spends it: a code of the authenticator is good once, and so
 * is a recovery code. To be called in the command that does what it opens, so that either happens or neither.
 */
export async function spendSecondFactor(
  tx: Transaction,
  {
    userId,
    given,
    serverKey,
    now,
  }: { userId: number; given: string; serverKey: KeyObject; now: number },
): Promise<FactorVerdict> {
  const row = await findSecondFactor(tx.db, userId);
  if (!row || row.enabled_at === null) return "none";
  const digits = given.replace(/\s/g, "");
  if (digits === "") return "missing";
  if (!/^\d{6}$/.test(digits))
    return (await spendRecoveryCode(tx.db, { userId, hash: recoveryHash(userId, given), at: now }))
      ? "recovery"
      : "wrong";
  const secret = openSecret(serverKey, row.secret, factorOwner(userId));
  const step = secret && usableTotpStep(secret, digits, { now, lastStep: row.last_step });
  return step !== undefined && (await spendStep(tx.db, userId, step)) ? "code" : "wrong";
}
