import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketStart, bucketsWithin, shiftBucket } from "../../../venue/feed/candle-buckets.ts";
import { periods } from "../../../venue/feed/market-source.ts";
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
      let at = calendarStart(period, second);
      const begin = at;
      // The next candle holds the second after the last of this one, however long it is.
      for (let step = 0; step < Math.abs(steps); step++)
        at = steps < 0 ? calendarStart(period, at - 1) : bucketAfter(period, at);
      expect(shiftBucket(period, begin, steps)).toBe(at);
      const [from, to] = begin < at ? [begin, at] : [at, begin];
      expect(bucketsWithin(period, from, to)).toBe(Math.abs(steps) + 1);
      expect(bucketsWithin(period, from + 1, to)).toBe(Math.abs(steps));
      expect(bucketsWithin(period, to + 1, to)).toBe(0);
    }),
    { numRuns: 100 },
  );
});

/** The next start by the calendar: of all seconds that are as far away as a candle may be long, the first of another. */
function bucketAfter(period: (typeof periods)[number], start: number): number {
  let [low, high] = [start, start + 367 * 86_400];
  while (calendarStart(period, high) > start && high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (calendarStart(period, middle) > start) high = middle;
    else low = middle;
  }
  return high;
}
