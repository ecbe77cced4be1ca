import { describe, expect, test } from "vitest";
import {
  applyRankChange,
  bitsOf,
  changedFigures,
  rankFigures,
  toRankChange,
} from "#protocol/api/rank-changes.ts";

const row = {
  symbol: "btcusdt",
  name: "BTC/USDT",
  ts: 1000,
  close: 1,
  change: 2,
  high: 3,
  low: 4,
  open: 5,
  amount: 6,
  vol: 7,
  count: 8,
  bid: 9,
  bidSize: 10,
  ask: 11,
  askSize: 12,
};
const rowOf = (symbol: string) => (symbol === row.symbol ? row : undefined);

test("each figure has a bit, the first the lowest", () => {
  expect(rankFigures.map((name) => bitsOf([name]))).toEqual([
    1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048,
  ]);
  expect(bitsOf([])).toBe(0);
  expect(bitsOf(["close", "open", "askSize"])).toBe(1 + 16 + 2048);
});

test("the figures that differ are named by their bits", () => {
  expect(changedFigures(row, row)).toBe(0);
  for (const name of rankFigures)
    expect(changedFigures(row, { ...row, [name]: 99 })).toBe(bitsOf([name]));
  expect(changedFigures(row, { ...row, close: 0, bid: 0 })).toBe(bitsOf(["close", "bid"]));
});

test("an entry has the named figures in the order of their bits, and the age of the row", () => {
  expect(toRankChange(row, bitsOf(["ask", "close", "low"]), 1250)).toEqual([
    "btcusdt",
    250,
    1 + 8 + 1024,
    1,
    4,
    11,
  ]);
  expect(toRankChange(row, 0, 1000)).toEqual(["btcusdt", 0, 0]);
});

describe("an entry applied to a row", () => {
  test("changes what it names and leaves the rest", () => {
    const after = { ...row, ts: 2000, close: 1.5, vol: 70, askSize: 0 };
    const entry = toRankChange(after, changedFigures(row, after), 2100);
    expect(applyRankChange(entry, 2100, rowOf)).toEqual(after);
    expect(row.close).toBe(1);
  });

  test("is also good where only the time changed", () => {
    expect(applyRankChange(["btcusdt", 5, 0], 3000, rowOf)).toEqual({ ...row, ts: 2995 });
  });

  test.each([
    ["no list", { 0: "btcusdt", 1: 0, 2: 0 }],
    ["nothing", null],
    ["an unknown symbol", ["ethusdt", 0, 1, 5]],
    ["a symbol that is no text", [7, 0, 1, 5]],
    ["an age that is no whole number", ["btcusdt", 0.5, 1, 5]],
    ["no age", ["btcusdt", null, 1, 5]],
    ["bits that are no whole number", ["btcusdt", 0, 1.5, 5]],
    ["bits as text", ["btcusdt", 0, "1", 5]],
    ["too few figures", ["btcusdt", 0, 3, 5]],
    ["too many figures", ["btcusdt", 0, 1, 5, 6]],
    ["a figure that is text", ["btcusdt", 0, 1, "5"]],
    ["a figure beyond all prices", ["btcusdt", 0, 1, 1.1e18]],
    ["a figure as far below", ["btcusdt", 0, 1, -1.1e18]],
    ["no number at all", ["btcusdt", 0, 3, 5, Number.NaN]],
  ])("%s is refused", (_what, entry) => {
    expect(applyRankChange(entry, 1000, rowOf)).toBeUndefined();
  });

  test("the largest figure is one", () => {
    expect(applyRankChange(["btcusdt", 0, 1, 1e18], 1000, rowOf)?.close).toBe(1e18);
    expect(applyRankChange(["btcusdt", 0, 1, -1e18], 1000, rowOf)?.close).toBe(-1e18);
  });
});
