/** Which candles a client of HTX means by `size`, `from` and `to` (Unix s). */
import { bucketStart, shiftBucket } from "../../feed/candle-buckets.ts";
import type { KlineRange, Period } from "../../feed/market-source.ts";

export interface AskedRange {
  size: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

interface RangeRules {
  /** Candles where neither size nor range is given. */
  usual: number;
  /** Candles of a range without a size. */
  most: number;
}

/** How long ccxt takes a period to be; HTX's months and years are longer or shorter. */
const clientSeconds: Record<Period, number> = {
  "1min": 60,
  "5min": 300,
  "15min": 900,
  "30min": 1800,
  "60min": 3600,
  "4hour": 14_400,
  "1day": 86_400,
  "1week": 604_800,
  "1mon": 2_592_000,
  "1year": 31_536_000,
};

/** How far a client's clock may be off ours, s. */
const clockTolerance = 60;

/**
 * The candles of `/market/history/candles`: those that begin from `from` on, or end with the one that
 * holds `to`, or both; at most `size`, counted from `from` where it is given. A `from` on the beginning of a
 * candle may be a moment just after it whose milliseconds the client cut off, so one more follows.
 */
export function coinRange(
  { size, from, to }: AskedRange,
  period: Period,
  now: number,
  { usual, most }: RangeRules,
): KlineRange {
  if (from === undefined) return to === undefined ? { size: size ?? usual } : until(to);
  const start = firstBucketFrom(period, from);
  const last = shiftBucket(period, start, (size ?? most) - (start === from ? 0 : 1));
  return { from: start, to: Math.min(to ?? now, last) };

  function until(end: number): KlineRange {
    return { from: shiftBucket(period, bucketStart(period, end), 1 - (size ?? most)), to: end };
  }
}

/**
 * The candles of a contract. ccxt always sends `from` and `to`, and where its caller gave but one of
 * them, or none, it derives the other from the number of candles and its own length of a period: such a
 * range is read back into what the caller asked for, else an unaligned `since` would cost a candle.
 */
export function contractRange(
  asked: AskedRange,
  period: Period,
  now: number,
  rules: RangeRules,
): KlineRange {
  const { from, to } = asked;
  if (from === undefined || to === undefined) return coinRange(asked, period, now, rules);
  const size = asked.size ?? rules.most;
  const span = clientSeconds[period] * (size - 1);
  if (to - from === span)
    return bucketStart(period, to) >= bucketStart(period, now)
      ? { size }
      : coinRange({ size, from, to: undefined }, period, now, rules);
  if (Math.abs(from + span - now) <= clockTolerance)
    return coinRange({ size, from: undefined, to }, period, now, rules);
  return coinRange({ size, from, to }, period, now, rules);
}

function firstBucketFrom(period: Period, second: number): number {
  const start = bucketStart(period, second);
  return start === second ? start : shiftBucket(period, start, 1);
}
