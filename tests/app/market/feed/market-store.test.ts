import { expect, test } from "vitest";
import type { TickerRow } from "#protocol/api/market.ts";
import { MarketStore } from "../../../../src/features/market/feed/market-store.ts";

const row = (symbol: string, ts: number, more: Partial<TickerRow> = {}): TickerRow => ({
  symbol,
  ts,
  open: 1,
  high: 2,
  low: 1,
  close: 1.5,
  amount: 1,
  vol: 1,
  count: 1,
  bid: 1,
  bidSize: 1,
  ask: 2,
  askSize: 1,
  base: symbol.slice(0, 3).toUpperCase(),
  quote: "USDT",
  change: 0,
  rank: 0,
  src: "sim",
  ...more,
});

/** A store whose frames come when the test says. */
function framed() {
  const waiting: (() => void)[] = [];
  return {
    store: new MarketStore((task) => waiting.push(task)),
    frame: () => waiting.splice(0).forEach((task) => task()),
    frames: () => waiting.length,
  };
}

test("batches between two frames cause one notification, for listeners of changed symbols only", () => {
  const { store, frame, frames } = framed();
  const heard: string[] = [];
  store.subscribeSymbol("btcusdt", () => heard.push(`btc ${store.ticker("btcusdt")?.close}`));
  store.subscribeSymbol("ethusdt", () => heard.push("eth"));
  store.subscribeBatches(() => heard.push("batch"));
  for (let at = 1; at <= 10; at++) store.take([row("btcusdt", at, { close: at })]);
  expect([heard, frames()]).toEqual([[], 1]);
  frame();
  expect(heard).toEqual(["btc 10", "batch"]);
  store.take([row("btcusdt", 11), row("ethusdt", 11)]);
  frame();
  expect(heard.slice(2).toSorted()).toEqual(["batch", "btc 1.5", "eth"]);
});

test("a late poll does not undo the stream", () => {
  const store = new MarketStore();
  store.take([row("btcusdt", 2000, { close: 20 })]);
  store.take([row("btcusdt", 1000, { close: 10 })], { wholeRank: true });
  expect([store.ticker("btcusdt")?.close, store.newestTs()]).toEqual([20, 2000]);
});

test("a whole rank removes symbols that it does not name; an empty one removes nothing", () => {
  const store = new MarketStore();
  store.take([row("btcusdt", 1), row("oldusdt", 1)]);
  let notified = 0;
  store.subscribeSymbol("oldusdt", () => notified++);
  store.take([], { wholeRank: true });
  expect(store.symbols()).toEqual(["btcusdt", "oldusdt"]);
  store.take([row("btcusdt", 2)], { wholeRank: true });
  expect([store.symbols(), store.ticker("oldusdt"), notified]).toEqual([["btcusdt"], undefined, 1]);
});

test("the list is by turnover, ties by name, and is made again for a whole rank only", () => {
  const store = new MarketStore();
  let lists = 0;
  store.subscribeList(() => lists++);
  store.take([row("ccc", 1, { vol: 5 }), row("aaa", 1, { vol: 5 }), row("bbb", 1, { vol: 9 })]);
  const list = store.symbols();
  expect(list).toEqual(["bbb", "aaa", "ccc"]);
  store.take([row("ccc", 2, { vol: 99 })]);
  expect([store.symbols() === list, lists]).toEqual([true, 1]);
  store.take(
    ["aaa", "bbb", "ccc"].map((symbol, at) => row(symbol, 3, { vol: [5, 9, 99][at] ?? 0 })),
    { wholeRank: true },
  );
  expect([store.symbols(), lists]).toEqual([["ccc", "bbb", "aaa"], 2]);
});

test("a listener that leaves hears nothing more", () => {
  const store = new MarketStore();
  let heard = 0;
  const stop = store.subscribeSymbol("btcusdt", () => heard++);
  store.take([row("btcusdt", 1)]);
  stop();
  store.take([row("btcusdt", 2)]);
  expect(heard).toBe(1);
});

test("freshness: live to 3 s, delayed to 10 s, then frozen; the source's word can only make it worse", () => {
  const store = new MarketStore();
  const at = 1_000_000;
  const states = () =>
    [at, at + 3000, at + 3001, at + 10_000, at + 10_001].map((now) => store.freshness(at, now));
  expect(states()).toEqual(["live", "live", "delayed", "delayed", "frozen"]);
  expect(store.freshness(undefined, at)).toBe("frozen");
  store.setSourceState("stale");
  expect(states()).toEqual(["delayed", "delayed", "delayed", "delayed", "frozen"]);
  store.setSourceState("halted");
  expect(new Set(states())).toEqual(new Set(["frozen"]));
});

test("rows without a time count as of their arrival, and the latest arrival wins", () => {
  const store = new MarketStore();
  store.take([row("btcusdt", 0, { close: 1 })], { arrivedAt: 5000 });
  expect([store.ticker("btcusdt")?.ts, store.newestTs()]).toEqual([5000, 5000]);
  // The device's clock was ahead when the first came.
  store.take([row("btcusdt", 0, { close: 2 })], { arrivedAt: 4000 });
  expect([store.ticker("btcusdt")?.ts, store.ticker("btcusdt")?.close]).toEqual([4000, 2]);
  store.take([row("btcusdt", 3000, { close: 3 })], { arrivedAt: 4500 });
  expect([store.ticker("btcusdt")?.ts, store.ticker("btcusdt")?.close]).toEqual([3000, 3]);
  // Without a clock nothing says that these are newer.
  store.take([row("btcusdt", 0, { close: 4 })]);
  expect(store.ticker("btcusdt")?.close).toBe(3);
});

test("a time far ahead of the venue's clock is none, and keeps nothing newer out", () => {
  const store = new MarketStore();
  const now = 1_700_000_000_000;
  store.take([row("btcusdt", now + 3600_000)], { wholeRank: true });
  store.take([row("btcusdt", now, { close: 9 })], { wholeRank: true, arrivedAt: now });
  expect([store.ticker("btcusdt")?.close, store.newestTs()]).toEqual([9, now]);
  store.take([row("btcusdt", now + 3600_000, { close: 10 })], { arrivedAt: now + 1000 });
  expect([store.ticker("btcusdt")?.ts, store.ticker("btcusdt")?.close]).toEqual([now + 1000, 10]);
});
