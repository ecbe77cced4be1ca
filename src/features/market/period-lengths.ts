import type { Period } from "#protocol/market.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Length of a bucket in seconds; of months and years the usual one. */
export const periodSec: Record<Period, number> = {
  "1min": minute,
  "5min": 5 * minute,
  "15min": 15 * minute,
  "30min": 30 * minute,
  "60min": hour,
  "4hour": 4 * hour,
  "1day": day,
  "1week": 7 * day,
  "1mon": 30 * day,
  "1year": 365 * day,
};
