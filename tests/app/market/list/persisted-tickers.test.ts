import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readFirstRows } from "../../../../src/features/market/list/first-rows-cache.ts";
import {
  persistTickers,
  restoreTickers,
} from "../../../../src/features/market/list/ticker-cache.ts";
import { MarketStore } from "../../../../src/features/market/feed/market-store.ts";
import { removeWhere, setItem, getItem } from "../../../../src/storage/database.ts";

const now = 1_700_000_000_000;
const row = (symbol: string, ts: number) => ({
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
  src: "sim" as const,
});
const snapshot = (rows: unknown, at: unknown = now - 60_000) => ({ version: 1, at, rows });

async function restored(stored: unknown): Promise<MarketStore> {
  await setItem("tickers", stored);
  const store = new MarketStore();
  await restoreTickers(store);
  return store;
}

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await removeWhere(() => true);
});

test("persisted tickers come back with the venue's times; those without a time get the time of the snapshot", async () => {
  const store = await restored(snapshot([row("btcusdt", now - 90_000), row("ethusdt", 0)]));
  expect([store.ticker("btcusdt")?.ts, store.ticker("ethusdt")?.ts]).toEqual([
    now - 90_000,
    now - 60_000,
  ]);
  expect(store.freshness(store.newestTs(), now)).toBe("frozen");
});

test("after the clock was set back a persisted price is not live: its time lies in the future, so it is frozen", async () => {
  for (const ts of [0, now + 3600_000]) {
    const store = await restored(snapshot([row("ethusdt", ts)], now + 3600_000));
    expect([store.ticker("ethusdt")?.ts, store.freshness(store.newestTs(), now)]).toEqual([
      now + 3600_000,
      "frozen",
    ]);
  }
});

test.each<[string, unknown, number]>([
  ["nothing", undefined, 0],
  ["a text", "x", 0],
  ["the older form", [row("btcusdt", now)], 0],
  ["another version", { ...snapshot([row("btcusdt", now)]), version: 2 }, 0],
  ["no time", snapshot([row("btcusdt", now)], "now"), 0],
  ["two months old", snapshot([row("btcusdt", now)], now - 60 * 24 * 3600_000), 0],
  [
    "some rows of garbage",
    snapshot([
      null,
      7,
      { symbol: "x" },
      row("btcusdt", now - 1),
      { ...row("ethusdt", 1), close: "much" },
    ]),
    1,
  ],
])("damaged parts are omitted: %s", async (_name, stored, count) => {
  expect((await restored(stored)).symbols()).toHaveLength(count);
});

test("tickers are persisted soon after the first batch, then every ten seconds, and when the page is hidden", async () => {
  const store = new MarketStore();
  const stop = persistTickers(store);
  const storedRows = async () =>
    ((await getItem("tickers")) as { rows?: unknown[] } | undefined)?.rows?.length ?? 0;
  store.take([row("btcusdt", now)]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await storedRows()).toBe(1);
  store.take([row("ethusdt", now)]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await storedRows()).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await storedRows()).toBe(2);
  store.take([row("xrpusdt", now)]);
  Object.assign(document, { visibilityState: "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
  expect(await storedRows()).toBe(3);
  stop();
});

test("the most traded markets are stored for the next start's first frame; damaged ones are ignored", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  const store = new MarketStore();
  const stop = persistTickers(store);
  const coins = Array.from({ length: 40 }, (_, at) => ({
    ...row(`c${at}usdt`, at === 39 ? 0 : now),
    base: `C${at}`,
    vol: at,
  }));
  store.take(coins, { wholeRank: true });
  Object.assign(document, { visibilityState: "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
  stop();
  const symbols = readFirstRows(now).map(({ symbol }) => symbol);
  expect([symbols.length, symbols.includes("c39usdt"), symbols.includes("c0usdt")]).toEqual([
    16,
    true,
    false,
  ]);
  expect(readFirstRows(now + 31 * 24 * 3600_000)).toEqual([]);
  const [key = ""] = stored.keys();
  for (const damaged of [
    "",
    "null",
    "7",
    "{",
    "[]",
    '{"version":2,"at":1,"rows":[]}',
    `{"version":1,"at":${now},"rows":[null,7,{"symbol":"x"}]}`,
  ]) {
    stored.set(key, damaged);
    expect(readFirstRows(now)).toEqual([]);
  }
});
