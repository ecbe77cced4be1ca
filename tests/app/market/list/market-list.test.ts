import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TickerRow } from "#protocol/api/market.ts";
import { parseMarketChoice } from "../../../../src/features/market/list/market-choice-atom.ts";
import {
  nextSort,
  ofCourse,
  orderSymbols,
  type sortKeys,
} from "../../../../src/features/market/list/market-order.ts";
import { searchSymbols } from "../../../../src/features/market/list/market-search.ts";
import { decimalsOfPrice, symbolName } from "../../../../src/features/market/feed/symbol-name.ts";
import { visibleRange } from "../../../../src/features/market/list/visible-range.ts";

const ticker = (symbol: string, vol: number, close: number, change: number) =>
  ({ symbol, vol, close, change }) as TickerRow;

describe("order", () => {
  const tickers = [
    ticker("eth", 20, 3000, 0.01),
    ticker("btc", 50, 70_000, -0.02),
    ticker("ada", 20, 0.5, 0.01),
  ];

  test("by each column in both directions; ties by turnover, then by name in either direction", () => {
    expect(orderSymbols(tickers, { key: "vol", descending: true })).toEqual(["btc", "ada", "eth"]);
    expect(orderSymbols(tickers, { key: "vol", descending: false })).toEqual(["ada", "eth", "btc"]);
    expect(orderSymbols(tickers, { key: "close", descending: true })).toEqual([
      "btc",
      "eth",
      "ada",
    ]);
    expect(orderSymbols(tickers, { key: "change", descending: false })).toEqual([
      "btc",
      "ada",
      "eth",
    ]);
    expect(orderSymbols(tickers, { key: "symbol", descending: true })).toEqual([
      "eth",
      "btc",
      "ada",
    ]);
  });

  test("only risers or only fallers; a change shown as 0.00 % is neither", () => {
    const some = [
      ticker("up", 1, 1, 0.0123),
      ticker("down", 1, 1, -0.0001),
      ticker("barely", 1, 1, 0.00004),
      ticker("still", 1, 1, 0),
    ];
    expect(ofCourse(some, "risen").map(({ symbol }) => symbol)).toEqual(["up"]);
    expect(ofCourse(some, "fallen").map(({ symbol }) => symbol)).toEqual(["down"]);
  });

  test("a column sorts in three steps: its first direction, the other one, and the list's default order", () => {
    const usual = { key: "vol", descending: true } as const;
    const taps = (key: (typeof sortKeys)[number], times: number) => {
      let own: ReturnType<typeof nextSort> = null;
      return Array.from({ length: times }, () => (own = nextSort(own, usual, key)));
    };
    expect(taps("symbol", 4)).toEqual([
      { key: "symbol", descending: false },
      { key: "symbol", descending: true },
      null,
      { key: "symbol", descending: false },
    ]);
    expect(taps("change", 3)).toEqual([
      { key: "change", descending: true },
      { key: "change", descending: false },
      null,
    ]);
    expect(taps("vol", 3)).toEqual([
      { key: "vol", descending: false },
      null,
      { key: "vol", descending: false },
    ]);
    expect(nextSort({ key: "symbol", descending: true }, usual, "close")).toEqual({
      key: "close",
      descending: true,
    });
  });

  test("whatever was stored as a choice, the list has a valid one", () => {
    expect(
      parseMarketChoice(
        '{"tab":"losers","scope":"second","sort":{"key":"close","descending":false}}',
      ),
    ).toEqual({ tab: "losers", scope: "second", sort: { key: "close", descending: false } });
    expect(parseMarketChoice('{"tab":"winners","scope":"contract","sort":{"key":"x"}}')).toEqual({
      tab: "volume",
      scope: "contract",
      sort: null,
    });
    for (const stored of [null, "", "[]", "null", "7", "{", '"all"'])
      expect(parseMarketChoice(stored)).toEqual({ tab: "volume", scope: "coin", sort: null });
  });
});

describe("search", () => {
  const rows = [
    { symbol: "btcusdt", base: "BTC", quote: "USDT", name: "Bitcoin" },
    { symbol: "bchusdt", base: "BCH", quote: "USDT", name: "Bitcoin Cash" },
    { symbol: "xrpusdt", base: "XRP", quote: "USDT", name: "Ripple" },
    { symbol: "ethusdt", base: "ETH", quote: "USDT", name: "Ethereum" },
    { symbol: "1inchusdt", base: "1INCH", quote: "USDT", name: "1inch" },
  ];

  test.each([
    ["btc", ["btcusdt"]],
    ["BTC/USDT", ["btcusdt"]],
    ["ｂｔｃ", ["btcusdt"]],
    ["bit coin", ["btcusdt", "bchusdt"]],
    ["bitcoin cash", ["bchusdt"]],
    ["éther", ["ethusdt"]],
    ["rippel", ["xrpusdt"]],
    ["etherium", ["ethusdt"]],
    ["btcoin", ["btcusdt", "bchusdt"]],
    ["ehtereum", ["ethusdt"]],
    ["1in", ["1inchusdt"]],
    ["btc-usdt", ["btcusdt"]],
    ["btc usd", ["btcusdt"]],
    ["cash", ["bchusdt"]],
    ["btx", ["btcusdt"]],
    ["tbc", ["btcusdt"]],
    ["xrpp", ["xrpusdt"]],
    ["比特币", ["btcusdt", "bchusdt"]],
    ["比特現金", ["bchusdt"]],
    ["比特", ["btcusdt", "bchusdt"]],
    ["以太坊", ["ethusdt"]],
    ["瑞波幣", ["xrpusdt"]],
    ["狗狗", []],
    ["zzz", []],
  ])("%s", (typed, found) => expect(searchSymbols(rows, typed)).toEqual(found));

  test("the best match first: the code, its start, the name's start, a word's start, then texts that contain it", () => {
    const some = [
      "wbtc Wrapped Bitcoin",
      "btcb Bridged",
      "abtcx Other",
      "bit Token Btcland",
      "xx Btc Name",
      "btc Bitcoin",
    ].map((text) => {
      const [base = "", ...name] = text.split(" ");
      return { symbol: `${base}usdt`, base, quote: "usdt", name: name.join(" ") };
    });
    expect(searchSymbols(some, "btc")).toEqual([
      "btcusdt",
      "btcbusdt",
      "xxusdt",
      "bitusdt",
      "wbtcusdt",
      "abtcxusdt",
    ]);
  });

  test("without input all stay in order, and no input throws", () => {
    expect(searchSymbols(rows, " / ")).toEqual(rows.map((row) => row.symbol));
    fc.assert(
      fc.property(fc.string(), (typed) => searchSymbols(rows, typed).length <= rows.length),
    );
  });
});

test("the drawn rows cover the viewport wherever the list is, and their number does not depend on the list's length", () => {
  const facts = fc.record({
    count: fc.integer({ min: 1, max: 5000 }),
    rowHeight: fc.integer({ min: 40, max: 120 }),
    top: fc.integer({ min: -400_000, max: 3000 }),
    viewportHeight: fc.integer({ min: 300, max: 1400 }),
  });
  fc.assert(
    fc.property(facts, ({ count, rowHeight, top, viewportHeight }) => {
      const { first, end } = visibleRange({ count, rowHeight, top, viewportHeight, overscan: 6 });
      expect(first).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(count);
      for (let at = 0; at < count; at += Math.max(1, count >> 5)) {
        const rowTop = top + at * rowHeight;
        if (rowTop < viewportHeight && rowTop + rowHeight > 0)
          expect(at >= first && at < end).toBe(true);
      }
      expect(end - first).toBeLessThanOrEqual(Math.ceil(viewportHeight / rowHeight) + 12 + 8);
    }),
  );
  expect(
    visibleRange({ count: 0, rowHeight: 60, top: 0, viewportHeight: 800, overscan: 6 }),
  ).toEqual({ first: 0, end: 0 });
});

test("symbols are shown as people write them, with as many decimals as a price needs", () => {
  expect([
    symbolName("btcusdt"),
    symbolName("ethbtc"),
    symbolName("usdt"),
    symbolName("abc", { base: "A", quote: "BC" }),
  ]).toEqual(["BTC/USDT", "ETH/BTC", "USDT", "A/BC"]);
  expect([72_123.456, 1.5, 0.1234567, 0.00001234, 0, undefined].map(decimalsOfPrice)).toEqual([
    2, 2, 6, 8, 2, 2,
  ]);
});
