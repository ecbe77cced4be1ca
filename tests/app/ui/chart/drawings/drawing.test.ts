import { expect, test } from "vitest";
import { candleStart } from "../../../../../src/ui/chart/candle-start.ts";
import {
  type Drawing,
  fibonacciLevels,
  measureOf,
  snapPrice,
} from "../../../../../src/ui/chart/drawings/drawing.ts";

const between = (from: [number, number], to: [number, number]): Drawing => ({
  id: "1",
  kind: "measure",
  places: [from, to].map(([timeSec, price]) => ({ timeSec, price })),
});

test("a retracement counts from its second place back to its first", () => {
  const levels = fibonacciLevels(between([0, 100], [600, 200]));
  expect(levels.map(({ share }) => share)).toEqual([0, 0.236, 0.382, 0.5, 0.618, 0.786, 1]);
  [200, 176.4, 161.8, 150, 138.2, 121.4, 100].forEach((price, at) =>
    expect(levels[at]?.price).toBeCloseTo(price, 9),
  );
});

test("a retracement of a fall rises from its low", () => {
  const levels = fibonacciLevels(between([0, 200], [600, 100]));
  expect([levels[0]?.price, levels.at(-1)?.price]).toEqual([100, 200]);
});

test("what is measured: difference, percent of the first, candles and time, with their signs", () => {
  expect(measureOf(between([0, 100], [3600, 125]), 900)).toEqual({
    difference: 25,
    percent: 25,
    bars: 4,
    seconds: 3600,
  });
  expect(measureOf(between([3600, 100], [0, 80]), 900)).toMatchObject({
    difference: -20,
    percent: -20,
    bars: -4,
  });
});

test("prices are those of the market, and never zero", () => {
  expect([snapPrice(61_815.9249, 2), snapPrice(0.00049, 4), snapPrice(-3, 2)]).toEqual([
    61_815.92, 0.0005, 0.01,
  ]);
});

test("a time lies in the candle that began last, counted on beyond the candles and in a gap", () => {
  const times = [1000, 1060, 1120, 1360];
  const start = (timeSec: number) => candleStart(times, 60, timeSec);
  expect([start(1000), start(1059), start(1060), start(1119)]).toEqual([1000, 1000, 1060, 1060]);
  expect([start(1250), start(1500), start(990), start(881)]).toEqual([1240, 1480, 940, 880]);
});
