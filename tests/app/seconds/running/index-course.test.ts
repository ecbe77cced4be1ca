import { expect, test } from "vitest";
import { courseSamples } from "../../../../src/features/seconds/running/index-course.ts";

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
