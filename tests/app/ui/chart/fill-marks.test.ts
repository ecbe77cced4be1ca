import { expect, test } from "vitest";
import { markedCandles, type FillMark } from "../../../../src/ui/chart/fill-marks.ts";

const times = [100, 160, 220, 400];
const marked = (marks: readonly FillMark[], from = 0, to = 3) =>
  markedCandles(marks, { times, from, to, stepSec: 60 }).map(({ at, side }) => [side, at]);
const buy = (timeSec: number): FillMark => ({ timeSec, side: "buy" });

test("a fill stands at the candle in whose time it filled, in the newest until that ends", () => {
  expect(marked([buy(100), buy(219.9), buy(459)])).toEqual([
    ["buy", 0],
    ["buy", 1],
    ["buy", 3],
  ]);
  expect(marked([buy(99), buy(460)])).toEqual([]);
});

test("each side of a candle is marked once", () => {
  expect(marked([buy(101), buy(110), { timeSec: 120, side: "sell" }])).toEqual([
    ["buy", 0],
    ["sell", 0],
  ]);
});

test("what is not on screen is not marked", () => {
  expect(marked([buy(100), buy(170), buy(410)], 1, 2)).toEqual([["buy", 1]]);
});
