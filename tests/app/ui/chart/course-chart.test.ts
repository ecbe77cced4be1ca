import { expect, test } from "vitest";
import { courseRuns, courseScale, courseTicks } from "../../../../src/ui/chart/course-chart.ts";

const samples = [100, 101, 103, 110].map((sec) => ({ sec, price: sec * 2 }));

test("a line is broken where seconds are missing, and joined over a single one", () => {
  expect(courseRuns(samples).map((run) => run.map(({ sec }) => sec))).toEqual([
    [100, 101, 103],
    [110],
  ]);
  expect(courseRuns([])).toEqual([]);
});

test("entry, end and the last minutes all lie inside the plot", () => {
  const bet = { direction: "up", startSec: 100, endSec: 400, entry: 500 } as const;
  const scale = courseScale({ samples, nowSec: 112, bets: [bet] }, 360, 200);
  expect(scale.x(bet.endSec)).toBeLessThan(scale.width);
  for (const price of [bet.entry, 200]) {
    expect(scale.y(price)).toBeGreaterThan(0);
    expect(scale.y(price)).toBeLessThan(scale.height);
  }
  expect(scale.y(500)).toBeLessThan(scale.y(200));
  expect(scale.x(112 - 180)).toBe(0);
});

test("a price that stands still, and no price at all, have a scale", () => {
  const still = courseScale({ samples: [{ sec: 1, price: 5 }], nowSec: 2, bets: [] }, 360, 200);
  expect(still.y(5)).toBeCloseTo(still.height / 2);
  const none = courseScale({ samples: [], nowSec: 2, bets: [] }, 360, 200);
  expect(none.high).toBeGreaterThan(none.low);
});

test("the axis has round prices, and no label where a tag stands", () => {
  const course = [0, 1, 2].map((at) => ({ sec: at, price: 42_474.52 + at * 12.82 }));
  const scale = courseScale({ samples: course, nowSec: 3, bets: [] }, 360, 320);
  const ticks = courseTicks(scale, []);
  expect(ticks.map(({ price }) => price)).toEqual([42_480, 42_490, 42_500]);
  expect(ticks.every(({ isFree }) => isFree)).toBe(true);
  const at = scale.y(42_480);
  const beside = courseTicks(scale, [{ top: at - 4, bottom: at + 30 }]);
  expect(beside.filter(({ isFree }) => !isFree).map(({ price }) => price)).toEqual([42_480]);
  const low = courseTicks(courseScale({ samples: course, nowSec: 3, bets: [] }, 360, 90), []);
  expect(low.length).toBeGreaterThan(0);
  expect(low.length).toBeLessThan(ticks.length);
});
