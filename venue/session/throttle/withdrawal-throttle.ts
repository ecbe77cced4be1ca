import type { Limits } from "../../settings/limits.ts";
import type { Transaction } from "../../store/store.ts";
import { deleteThrottle, lockThrottle, saveThrottle, type ThrottleRow } from "./throttle-rows.ts";

const dayMs = 86_400_000;

export interface WithdrawalTry {
  /** Whole seconds until a try is judged, 0 is go. */
  waitSec: number;
  /** The last of its day: money-out is locked if it is wrong. */
  isLast: boolean;
}

/**
 * Wrong withdrawal passwords: some in a row bring a wait, some more in a day a lock. A right one ends the
 * row, not the day. Counted before they are judged, as logins are; the row before the day, so that two
 * tries of one user wait for one another.
 */
export class WithdrawalThrottle {
  private readonly limits: Limits;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  async count(tx: Transaction, userId: number, now: number): Promise<WithdrawalTry> {
    const { withdrawalFailuresInRow, withdrawalFailuresPerDay } = this.limits;
    const waitMs = this.limits.withdrawalWaitSec * 1000;
    const lockMs = this.limits.withdrawalLockSec * 1000;
    const row = await this.lock(tx, rowOf(userId), { now, longestMs: waitMs });
    const day = await this.lock(tx, dayOf(userId), { now, longestMs: lockMs });
    const until = Math.max(row.until_at, day.until_at);
    if (until > now) return { waitSec: Math.ceil((until - now) / 1000), isLast: false };

    const inRow = row.count >= withdrawalFailuresInRow ? 1 : row.count + 1;
    await saveThrottle(tx.db, {
      ...row,
      count: inRow,
      since_at: now,
      until_at: inRow >= withdrawalFailuresInRow ? now + waitMs : 0,
    });
    const isNewDay =
      day.since_at > now || now - day.since_at >= dayMs || day.count >= withdrawalFailuresPerDay;
    const inDay = isNewDay ? 1 : day.count + 1;
    const isLast = inDay >= withdrawalFailuresPerDay;
    await saveThrottle(tx.db, {
      ...day,
      count: inDay,
      since_at: isNewDay ? now : day.since_at,
      until_at: isLast ? now + lockMs : 0,
    });
    return { waitSec: 0, isLast };
  }

  /** It was right. */
  async forgive(tx: Transaction, userId: number, now: number): Promise<void> {
    await deleteThrottle(tx.db, rowOf(userId));
    await this.takeOne(tx, dayOf(userId), now);
  }

  /** It never came to be judged, e.g. for want of room. */
  async uncount(tx: Transaction, userId: number, now: number): Promise<void> {
    await this.takeOne(tx, rowOf(userId), now);
    await this.takeOne(tx, dayOf(userId), now);
  }

  /** Another password stands there: what was guessed at the old one is nothing. */
  async clear(tx: Transaction, userId: number): Promise<void> {
    await deleteThrottle(tx.db, rowOf(userId));
    await deleteThrottle(tx.db, dayOf(userId));
  }

  private async takeOne(tx: Transaction, subject: string, now: number): Promise<void> {
    const row = await lockThrottle(tx.db, subject, now);
    await saveThrottle(tx.db, { ...row, count: Math.max(0, row.count - 1), until_at: 0 });
  }

  /** Where the clock was set back, a wait begun ahead of now ends with the longest wait from now. */
  private async lock(
    tx: Transaction,
    subject: string,
    { now, longestMs }: { now: number; longestMs: number },
  ): Promise<ThrottleRow> {
    const row = await lockThrottle(tx.db, subject, now);
    if (row.until_at <= now + longestMs) return row;
    const sooner = { ...row, until_at: now + longestMs };
    await saveThrottle(tx.db, sooner);
    return sooner;
  }
}

function rowOf(userId: number): string {
  return `withdrawal row ${userId}`;
}

function dayOf(userId: number): string {
  return `withdrawal day ${userId}`;
}
