import { expect, test } from "vitest";
import { RecentTimes } from "../../../venue/operator/watch/recent-times.ts";

test("percentiles are of the last minute alone, to one percent, and zero where nothing was answered", () => {
  const times = new RecentTimes();
  expect(times.percentiles([50, 99], 5)).toEqual([0, 0]);
  for (let at = 0; at < 100; at += 1) times.record(at < 95 ? 2 : 800, 12);
  const [half, most] = times.percentiles([50, 99], 12);
  expect(half).toBeCloseTo(2, 1);
  expect(Math.abs(most - 800)).toBeLessThan(8);
  // A slow answer of a minute ago is gone, one of half a minute ago is not.
  times.record(3, 45);
  expect(times.percentiles([99], 69)[0]).toBeGreaterThan(790);
  const [since] = times.percentiles([99], 81);
  expect(since).toBeCloseTo(3, 1);
  expect(times.percentiles([50], 200)).toEqual([0]);
});

test("an answer within a microsecond or after an hour counts as one", () => {
  const times = new RecentTimes();
  times.record(0, 1);
  expect(times.percentiles([99], 1)[0]).toBeLessThan(0.01);
  times.record(3_600_000, 1);
  times.record(3_600_000, 1);
  expect(times.percentiles([50], 1)[0]).toBeGreaterThan(590_000);
});
