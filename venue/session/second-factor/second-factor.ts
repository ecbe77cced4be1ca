import { type KeyObject, createHash } from "node:crypto";
import type { RandomBytes } from "../../lib/clock.ts";
import type { Transaction } from "../../store/store.ts";
import { openSecret } from "./sealed-secret.ts";
import { findSecondFactor, spendRecoveryCode, spendStep } from "./second-factor-rows.ts";
import { base32Of, usableTotpStep } from "./totp.ts";

/** The owner that a stored secret is sealed for. */
export function factorOwner(userId: number): string {
  return `totp user ${userId}`;
}

/**
 * The throttle subject of codes tried within a session; at a login they count as tries of the
 * login.
 */
export function factorSubject(userId: string | number): string {
  return `second factor user ${userId}`;
}

/**
 * `none` where the account has no second factor; `missing` where it has one and nothing was given.
 */
type FactorVerdict = "none" | "missing" | "wrong" | "code" | "recovery";

/**
 * Checks what was given as a second factor and spends it: a code of the authenticator is valid
 * once, and so is a recovery code. Call it in the same command as the action it allows, so that
 * both happen or neither.
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

/** 120 bits each: too many to guess, so a plain hash protects them. */
const codeBytes = 15;

/** A recovery code as it is shown, once: `ABCD-EFGH-…`, 24 characters that cannot be confused. */
export function makeRecoveryCode(random: RandomBytes): string {
  return base32Of(random(codeBytes)).replace(/(.{4})(?=.)/g, "$1-");
}

/**
 * The stored hash of a code, whatever its case and spacing. It needs no server key, so a code still
 * works when that key was lost.
 */
export function recoveryHash(userId: number, code: string): string {
  const plain = code.toUpperCase().replace(/[^A-Z2-7]/g, "");
  return createHash("sha256").update(`${userId}:${plain}`).digest("hex");
}
