import type { SecondsOrder } from "#protocol/api/seconds-order.ts";

/** `locking`: before the price lock. `entering`: the entry price is being made. `running`: until delivery. `delivering`: the venue settles. */
export type RunningStage = "locking" | "entering" | "running" | "delivering";

export interface RunningMoment {
  stage: RunningStage;
  /** Whole seconds until the price lock, afterwards until delivery; never below zero. */
  leftSec: number;
  /** The elapsed part of the time between price lock and delivery, 0 to 1. */
  share: number;
  /** Whether the settlement takes longer than usual. */
  isOverdue: boolean;
}

/** Settlements usually come within two seconds. */
const overdueAfterMs = 10_000;

/** The stage of a contract at a moment of the venue clock (Unix ms). It follows from its two moments alone, not from the feed. */
export function momentOf(
  { t0, t1, open_price: entry }: Pick<SecondsOrder, "t0" | "t1" | "open_price">,
  nowMs: number,
): RunningMoment {
  const until = (at: number) => Math.max(0, Math.ceil((at - nowMs) / 1000));
  const share = Math.min(1, Math.max(0, (nowMs - t0) / Math.max(1, t1 - t0)));
  if (nowMs < t0) return { stage: "locking", leftSec: until(t0), share, isOverdue: false };
  if (nowMs >= t1)
    return { stage: "delivering", leftSec: 0, share: 1, isOverdue: nowMs >= t1 + overdueAfterMs };
  return {
    stage: entry === null ? "entering" : "running",
    leftSec: until(t1),
    share,
    isOverdue: false,
  };
}
