import type { Limits } from "../limits.ts";
import { Refusal } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";
import { deleteThrottle, lockThrottle, saveThrottle } from "./throttle-rows.ts";

const addressWindowMs = 10 * 60_000;
const hourMs = 3_600_000;
/** The last moment a `Date` knows: what ends only by a reset is never swept away. */
const neverMs = 8.64e15;

/** Why a try is not judged now. */
export interface Hold {
  /** Whole seconds, 0 is go. */
  waitSec: number;
  /** No wait will help: the password must be set anew with a code. */
  isCapped: boolean;
}

const go: Hold = { waitSec: 0, isCapped: false };

/** The count of an account's logins: from where it logged in before, one of that place alone. */
export function loginSubject(account: string, ip?: string): string {
  return `login account ${account}${ip === undefined ? "" : ` from ${ip}`}`;
}

/** The count of login passwords tried within a session. */
export function passwordSubject(userId: string | number): string {
  return `password user ${userId}`;
}

/** 200002 with what the person can do about it. */
export function tooManyTries({ waitSec, isCapped }: Hold): Refusal {
  return new Refusal(200002, { wait: waitSec, ...(isCapped && { reset_required: 1 }) });
}

/**
 * Whoever takes an address and an account in one transaction takes the address first, or two logins of one
 * account from one address would wait for each other.
 *
 * Counts an attempt before it is made and takes it back when it was right, so that any number in
 * parallel get no more guesses than one after the other.
 */
export class LoginThrottle {
  private readonly limits: Limits;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /**
   * Failures in a row: some are free, then each doubles the wait, until none is judged any more. Unknown
   * accounts count alike.
   */
  async countAccount(tx: Transaction, subject: string, now: number): Promise<Hold> {
    const row = await lockThrottle(tx.db, subject, now);
    if (row.count >= this.limits.loginFailuresInRow)
      return { waitSec: this.limits.loginMaxWaitSec, isCapped: true };
    const until_at = Math.min(row.until_at, now + this.limits.loginMaxWaitSec * 1000);
    // The clock was set back: a wait that it began ahead of now ends with the longest wait from now.
    if (until_at < row.until_at) await saveThrottle(tx.db, { ...row, until_at });
    if (until_at > now) return { waitSec: Math.ceil((until_at - now) / 1000), isCapped: false };
    const count = row.count + 1;
    const isLast = count >= this.limits.loginFailuresInRow;
    await saveThrottle(tx.db, {
      ...row,
      count,
      since_at: now,
      until_at: isLast ? neverMs : now + this.waitAfter(count) * 1000,
    });
    return go;
  }

  async forgiveAccount(tx: Transaction, subject: string): Promise<void> {
    await deleteThrottle(tx.db, subject);
  }

  /** An attempt that never came to be judged, e.g. for want of room. */
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

  /** Passwords set anew with a code, or tried to. */
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

  /** Codes asked for, in an hour: an open door to other people's mailboxes. */
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

  async countRegistration(tx: Transaction, address: string, now: number): Promise<number> {
    return this.countInWindow(tx, `register address ${address}`, {
      now,
      windowMs: hourMs,
      most: this.limits.registrationsPerHour,
    });
  }

  private async countInWindow(
    tx: Transaction,
    subject: string,
    { now, windowMs, most }: { now: number; windowMs: number; most: number },
  ): Promise<number> {
    const row = await lockThrottle(tx.db, subject, now);
    // Begun ahead of now: the clock was set back, and the window would last until it comes by again.
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

  private waitAfter(failures: number): number {
    const beyond = failures - this.limits.loginFreeFailures;
    return beyond < 0 ? 0 : Math.min(2 ** beyond, this.limits.loginMaxWaitSec);
  }
}
