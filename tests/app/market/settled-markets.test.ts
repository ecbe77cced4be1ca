import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TickerRow } from "#protocol/market.ts";
import { MarketStore } from "../../../src/features/market/market-store.ts";
import { SettledMarkets } from "../../../src/features/market/settled-markets.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const row = (symbol: string, ts: number) =>
  ({ symbol, ts, vol: ts, close: 1, change: 0 }) as TickerRow;

function stage() {
  const store = new MarketStore();
  let calm = true;
  const settled = new SettledMarkets(store, { restedFor: () => calm });
  let told = 0;
  const stop = settled.subscribe(() => told++);
  return {
    store,
    settled,
    stop,
    told: () => told,
    setCalm: (value: boolean) => (calm = value),
    volumes: () => settled.rows().map(({ vol }) => vol),
  };
}

test("the first prices are there at once; later ones wait for a calm moment, however many ticks come", () => {
  const { store, settled, told, setCalm, volumes } = stage();
  store.take([row("btcusdt", 1)]);
  expect([volumes(), told()]).toEqual([[1], 1]);
  const held = settled.rows();
  setCalm(false);
  for (let ts = 2; ts < 50; ts++) store.take([row("btcusdt", ts)], { wholeRank: true });
  vi.advanceTimersByTime(60_000);
  expect([settled.rows() === held, told()]).toEqual([true, 1]);
  setCalm(true);
  vi.advanceTimersByTime(2000);
  expect([volumes(), told()]).toEqual([[49], 2]);
  vi.advanceTimersByTime(60_000);
  expect(told()).toBe(2);
});

test("a new market keeps nobody's row from its place until a calm moment, and a question asked anew does not wait", () => {
  const { store, settled, setCalm, volumes } = stage();
  store.take([row("btcusdt", 1)]);
  setCalm(false);
  store.take([row("ethusdt", 9)]);
  vi.advanceTimersByTime(10_000);
  expect(volumes()).toEqual([1]);
  settled.renew();
  expect(volumes()).toEqual([1, 9]);
});

test("a list that comes later begins with what is so now; nobody is timed once all have left", () => {
  const { store, settled, stop } = stage();
  store.take([row("btcusdt", 1)]);
  stop();
  store.take([row("btcusdt", 5)]);
  expect([settled.rows()[0]?.vol, settled.rows() === settled.rows(), vi.getTimerCount()]).toEqual([
    5,
    true,
    0,
  ]);
});
