import * as codes from "#protocol/wire/error-codes.ts";
import type { Limits } from "../../settings/limits.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { deleteThrottle, lockThrottle, saveThrottle } from "./throttle-rows.ts";

const addressWindowMs = 10 * 60_000;
const hourMs = 3_600_000;
/** A name may be taken, a code mistyped. */
const triesPerRegistration = 12;
/** The last moment of a `Date`: a block that only a reset ends is never swept away. */
const neverMs = 8.64e15;

/** Why an attempt is not checked now. */
export interface Hold {
  /** Whole seconds; 0 where the attempt may be made. */
  waitSec: number;
  /** No wait helps: the password must be reset with a code. */
  isCapped: boolean;
}

const go: Hold = { waitSec: 0, isCapped: false };

/** The count of an account's logins; an address from which it logged in before has a count of its own. */
export function loginSubject(account: string, ip?: string): string {
  return `login account ${account}${ip === undefined ? "" : ` from ${ip}`}`;
}

/** The count of login passwords tried within a session. */
export function passwordSubject(userId: string | number): string {
  return `password user ${userId}`;
}

/** tooManyAttempts with what the user can do about it. */
export function tooManyTries({ waitSec, isCapped }: Hold): Refusal {
  return new Refusal(codes.tooManyAttempts, {
    wait: waitSec,
    ...(isCapped && { reset_required: 1 }),
  });
}

/**
 * Counts an attempt before it is made and removes the count when it was right, so that parallel attempts get
 * no more guesses than sequential ones.
 *
 * A transaction that counts an address and an account counts the address first. Otherwise two logins of one
 * account from one address could deadlock.
 */
export class LoginThrottle {
  private readonly limits: Limits;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /**
   * Counts failures in a row: some are free, then each doubles the wait, until no attempt is checked any more.
   * Unknown accounts are counted in the same way. At an address from which the account has logged in before the
   * wait stays short: others behind it may guess, and must not keep its owner out.
   */
  async countAccount(
    tx: Transaction,
    subject: string,
    now: number,
    isKnownPlace = false,
  ): Promise<Hold> {
    const row = await lockThrottle(tx.db, subject, now);
    if (row.count >= this.limits.loginFailuresInRow)
      return { waitSec: this.limits.loginMaxWaitSec, isCapped: true };
    const until_at = Math.min(row.until_at, now + this.limits.loginMaxWaitSec * 1000);
    // After the clock was set back a wait may lie far ahead; it ends after the longest wait from now.
    if (until_at < row.until_at) await saveThrottle(tx.db, { ...row, until_at });
    if (until_at > now) return { waitSec: Math.ceil((until_at - now) / 1000), isCapped: false };
    const count = row.count + 1;
    const isLast = count >= this.limits.loginFailuresInRow;
    await saveThrottle(tx.db, {
      ...row,
      count,
      since_at: now,
      until_at: isLast ? neverMs : now + this.waitAfter(count, isKnownPlace) * 1000,
    });
    return go;
  }

  async forgiveAccount(tx: Transaction, subject: string): Promise<void> {
    await deleteThrottle(tx.db, subject);
  }

  /** Removes the count of an attempt that was never checked, e.g. because the queue was full. */
  async uncountAccount(tx: Transaction, subject: string, now: number): Promise<void> {
    const row = await lockThrottle(tx.db, subject, now);
    await saveThrottle(tx.db, { ...row, count: Math.max(0, row.count - 1), until_at: 0 });
  }

  async countAddress(tx: Transaction, address: string, now: number): Promise<number> {
    return this.countInWindow(tx, `login address ${address}`, {
      now,
      windowMs: addressWindowMs,
      most: this.limits.loginFailuresPerAddress,
    });
  }

  async uncountAddress(tx: Transaction, address: string, now: number): Promise<void> {
    await this.uncountInWindow(tx, `login address ${address}`, now);
  }

  /** Counts password resets with a code, also failed ones. */
  async countReset(tx: Transaction, address: string, now: number): Promise<number> {
    return this.countInWindow(tx, `reset address ${address}`, {
      now,
      windowMs: hourMs,
      most: this.limits.resetsPerHour,
    });
  }

  async uncountReset(tx: Transaction, address: string, now: number): Promise<void> {
    await this.uncountInWindow(tx, `reset address ${address}`, now);
  }

  /** Counts requested codes in an hour: each sends a mail to an address that the caller chose. */
  async countCode(tx: Transaction, address: string, now: number): Promise<number> {
    return this.countInWindow(tx, `code address ${address}`, {
      now,
      windowMs: hourMs,
      most: this.limits.codesPerAddress,
    });
  }

  async uncountCode(tx: Transaction, address: string, now: number): Promise<void> {
    await this.uncountInWindow(tx, `code address ${address}`, now);
  }

  /** Counts tries to register, also refused ones: each answer says whether an account exists. */
  async countRegistrationTry(tx: Transaction, address: string, now: number): Promise<number> {
    return this.countInWindow(tx, `register try address ${address}`, {
      now,
      windowMs: hourMs,
      most: this.limits.registrationsPerHour * triesPerRegistration,
    });
  }

  async countRegistration(tx: Transaction, address: string, now: number): Promise<number> {
    return this.countInWindow(tx, `register address ${address}`, {
      now,
      windowMs: hourMs,
      most: this.limits.registrationsPerHour,
    });
  }

  async uncountRegistration(tx: Transaction, address: string, now: number): Promise<void> {
    await this.uncountInWindow(tx, `register address ${address}`, now);
  }

  private async countInWindow(
    tx: Transaction,
    subject: string,
    { now, windowMs, most }: { now: number; windowMs: number; most: number },
  ): Promise<number> {
    const row = await lockThrottle(tx.db, subject, now);
    // A window that begins in the future: the clock was set back, and the window would last too long.
    const isOver = row.since_at > now || now - row.since_at >= windowMs;
    const since_at = isOver ? now : row.since_at;
    const count = isOver ? 0 : row.count;
    if (count >= most) return Math.ceil((since_at + windowMs - now) / 1000);
    await saveThrottle(tx.db, { ...row, since_at, count: count + 1 });
    return 0;
  }

  private async uncountInWindow(tx: Transaction, subject: string, now: number): Promise<void> {
    const row = await lockThrottle(tx.db, subject, now);
    await saveThrottle(tx.db, { ...row, count: Math.max(0, row.count - 1) });
  }

  private waitAfter(failures: number, isKnownPlace: boolean): number {
    const beyond = failures - this.limits.loginFreeFailures;
    const longest = isKnownPlace ? this.limits.loginKnownMaxWaitSec : this.limits.loginMaxWaitSec;
    return beyond < 0 ? 0 : Math.min(2 ** beyond, longest);
  }
}
