import { expect, test } from "vitest";
import {
  courseSamples,
  recentSamples,
} from "../../../../src/features/seconds/running/index-course.ts";

test("past and heard seconds make one course; a second without a sample stays empty", () => {
  const samples = Array.from({ length: 60 }, (_, at) => (at === 1 ? null : `${100 + at}.5`));
  const course = courseSamples({ from: 60, samples }, [
    { sec: 119, price: 1 },
    { sec: 125, price: 7 },
  ]);
  expect(course.length).toBe(60);
  expect(course.slice(0, 2)).toEqual([
    { sec: 60, price: 100.5 },
    { sec: 62, price: 102.5 },
  ]);
  // What the venue answered counts before what was heard, and nothing stands between them.
  expect(course.slice(-2)).toEqual([
    { sec: 119, price: 159.5 },
    { sec: 125, price: 7 },
  ]);
});

test("what is heard is a sample a second in the order of time, and ends where the line does", () => {
  const of = (...secs: number[]) => secs.map((sec) => ({ sec, price: sec }));
  expect(recentSamples(of(10, 12), of(11, 12, 13))).toEqual(of(10, 11, 12, 13));
  expect(recentSamples([{ sec: 12, price: 1 }], of(12))).toEqual(of(12));
  expect(recentSamples(of(10, 12), of(191))).toEqual(of(12, 191));
});
