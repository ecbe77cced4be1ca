import fc from "fast-check";
import { expect, test } from "vitest";
import { cutAge, relativeTime } from "../../../src/lib/relative-time.ts";

test.each([
  [0, 0, "second"],
  [59_999, -59, "second"],
  [60_000, -1, "minute"],
  [3_599_999, -59, "minute"],
  [86_399_999, -23, "hour"],
  [86_400_000, -1, "day"],
  [45 * 86_400_000, -1, "month"],
  [800 * 86_400_000, -2, "year"],
])("%d ms ago is %d %s", (agoMs, value, unit) => {
  expect(relativeTime(1_000_000, 1_000_000 + agoMs)).toMatchObject({ value, unit });
});

test("the words hold until they change, and change then", () => {
  fc.assert(
    fc.property(fc.integer({ min: -400 * 86_400_000, max: 400 * 86_400_000 }), (thenMs) => {
      const { value, unit, changesInMs } = relativeTime(thenMs, 0);
      expect(changesInMs).toBeGreaterThan(0);
      expect(relativeTime(thenMs, changesInMs - 1)).toMatchObject({ value, unit });
      const after = relativeTime(thenMs, changesInMs);
      expect(after.value !== value || after.unit !== unit).toBe(true);
    }),
  );
});

test("an age cut to its unit has the same words, and another cut has others", () => {
  fc.assert(
    fc.property(fc.nat(800 * 86_400_000), fc.nat(800 * 86_400_000), (ageMs, otherMs) => {
      const wordsOf = (ms: number) => relativeTime(0, ms);
      const { value, unit } = wordsOf(ageMs);
      expect(wordsOf(cutAge(ageMs))).toMatchObject({ value, unit });
      const other = wordsOf(otherMs);
      expect(cutAge(ageMs) === cutAge(otherMs)).toBe(value === other.value && unit === other.unit);
    }),
  );
});
