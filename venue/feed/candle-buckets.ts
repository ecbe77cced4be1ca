/**
 * Where candles begin. Days begin 00:00 GMT+8 as on HTX, weeks on Monday, months and years on their
 * first day, all GMT+8; shorter periods on whole multiples of the Unix epoch.
 */
import type { Period } from "./market-source.ts";

const gmt8Sec = 8 * 3600;
const daySec = 86_400;
/** 1970-01-05, the first Monday, counted from the epoch in GMT+8 days. */
const firstMonday = 4;

/** Seconds of the periods that are always equally long; months and years are not. */
export const fixedLengthSec: Partial<Record<Period, number>> = {
  "1min": 60,
  "5min": 300,
  "15min": 900,
  "30min": 1800,
  "60min": 3600,
  "4hour": 14_400,
  "1day": daySec,
  "1week": 7 * daySec,
};

/** Start of the bucket that holds `second`; both Unix s. */
export function bucketStart(period: Period, second: number): number {
  const length = fixedLengthSec[period];
  if (length !== undefined) {
    const origin = originOf(period);
    return Math.floor((second - origin) / length) * length + origin;
  }
  const { year, month } = monthOf(second);
  return startOfMonth(year, period === "1mon" ? month : 0);
}

/** Start of the bucket `steps` after (or, negative, before) the one that starts at `start`. */
export function shiftBucket(period: Period, start: number, steps: number): number {
  const length = fixedLengthSec[period];
  if (length !== undefined) return start + steps * length;
  const { year, month } = monthOf(start);
  return period === "1mon" ? startOfMonth(year, month + steps) : startOfMonth(year + steps, 0);
}

/** How many buckets start within `from` and `to`, both inclusive. */
export function bucketsWithin(period: Period, from: number, to: number): number {
  if (to < from) return 0;
  const first = bucketStart(period, from - 1);
  const last = bucketStart(period, to);
  const length = fixedLengthSec[period];
  if (length !== undefined) return Math.round((last - first) / length);
  const a = monthOf(first);
  const b = monthOf(last);
  const years = b.year - a.year;
  return period === "1year" ? years : years * 12 + b.month - a.month;
}

function originOf(period: Period): number {
  if (period === "1day") return -gmt8Sec;
  if (period === "1week") return firstMonday * daySec - gmt8Sec;
  return 0;
}

/** Year and month (0 to 11) of a second, GMT+8. */
function monthOf(second: number): { year: number; month: number } {
  let year = 1970 + Math.floor(second / (365.2425 * daySec));
  while (startOfMonth(year, 0) > second) year--;
  while (startOfMonth(year + 1, 0) <= second) year++;
  let month = 11;
  while (startOfMonth(year, month) > second) month--;
  return { year, month };
}

function startOfMonth(year: number, month: number): number {
  return Date.UTC(year, month, 1) / 1000 - gmt8Sec;
}
