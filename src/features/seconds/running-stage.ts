import type { SecondsOrder } from "#protocol/seconds-order.ts";

/** `locking`: before the price lock. `entering`: the entry price is being made. `running`: until delivery. `delivering`: the venue settles. */
export type RunningStage = "locking" | "entering" | "running" | "delivering";

export interface RunningMoment {
  stage: RunningStage;
  /** Until the price lock while that is ahead, else until delivery; never below zero, whole seconds. */
  leftSec: number;
  /** How much of the time between price lock and delivery is over, 0 to 1. */
  share: number;
  /** The settlement takes longer than it usually does. */
  late: boolean;
}

/** Settlements usually come within two seconds. */
const lateAfterMs = 10_000;

/** Where a contract stands at a moment of the venue's clock (Unix ms). Its two moments never move, whatever the feed does. */
export function momentOf(
  { t0, t1, open_price: entry }: Pick<SecondsOrder, "t0" | "t1" | "open_price">,
  nowMs: number,
): RunningMoment {
  const until = (at: number) => Math.max(0, Math.ceil((at - nowMs) / 1000));
  const share = Math.min(1, Math.max(0, (nowMs - t0) / Math.max(1, t1 - t0)));
  if (nowMs < t0) return { stage: "locking", leftSec: until(t0), share, late: false };
  if (nowMs >= t1)
    return { stage: "delivering", leftSec: 0, share: 1, late: nowMs >= t1 + lateAfterMs };
  return { stage: entry === null ? "entering" : "running", leftSec: until(t1), share, late: false };
}
