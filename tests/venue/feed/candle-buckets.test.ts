import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketStart, bucketsWithin, shiftBucket } from "../../../venue/feed/candle-buckets.ts";
import { type Period, periods } from "../../../venue/feed/market-source.ts";
import { calendarStart } from "./calendar-start.ts";

/** From 1990 to 2060; every second one at an edge of a day, a month or a year. */
const seconds = fc.oneof(
  fc.integer({ min: 631_152_000, max: 2_840_140_800 }),
  fc
    .tuple(
      fc.integer({ min: 1990, max: 2059 }),
      fc.integer({ min: 0, max: 11 }),
      fc.constantFrom(1, 2, 28, 29, 30, 31),
      fc.integer({ min: -2, max: 2 }),
    )
    .map(([year, month, day, off]) => Date.UTC(year, month, day) / 1000 - 8 * 3600 + off),
);

const daySec = 86_400;
/** The length of the longest candle; the next one holds what comes so long after a start. */
const longestSec: Readonly<Record<Period, number>> = {
  "1min": 60,
  "5min": 300,
  "15min": 900,
  "30min": 1800,
  "60min": 3600,
  "4hour": 14_400,
  "1day": daySec,
  "1week": 7 * daySec,
  "1mon": 31 * daySec,
  "1year": 366 * daySec,
};

test.each(periods)("%s: a candle begins where the calendar says", (period) => {
  fc.assert(
    fc.property(seconds, (second) => {
      expect(bucketStart(period, second)).toBe(calendarStart(period, second));
    }),
    { numRuns: 1000 },
  );
});

test.each(periods)("%s: steps lead from candle to candle, and are counted", (period) => {
  fc.assert(
    fc.property(seconds, fc.integer({ min: -40, max: 40 }), (second, steps) => {
      const begin = calendarStart(period, second);
      let at = begin;
      for (let step = 0; step < Math.abs(steps); step++)
        at = calendarStart(period, steps < 0 ? at - 1 : at + longestSec[period]);
      expect(shiftBucket(period, begin, steps)).toBe(at);
      const [from, to] = begin < at ? [begin, at] : [at, begin];
      expect(bucketsWithin(period, from, to)).toBe(Math.abs(steps) + 1);
      expect(bucketsWithin(period, from + 1, to)).toBe(Math.abs(steps));
      expect(bucketsWithin(period, to + 1, to)).toBe(0);
    }),
    { numRuns: 100 },
  );
});
