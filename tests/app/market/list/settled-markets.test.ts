import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TickerRow } from "#protocol/api/market.ts";
import { MarketStore } from "../../../../src/features/market/feed/market-store.ts";
import { SettledMarkets } from "../../../../src/features/market/list/settled-markets.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const row = (symbol: string, ts: number) =>
  ({ symbol, ts, vol: ts, close: 1, change: 0 }) as TickerRow;

function stage() {
  const store = new MarketStore();
  let calm = true;
  const settled = new SettledMarkets(store, { isIdleFor: () => calm });
  let notifications = 0;
  const stop = settled.subscribe(() => notifications++);
  return {
    store,
    settled,
    stop,
    notifications: () => notifications,
    setCalm: (value: boolean) => (calm = value),
    volumes: () => settled.rows().map(({ vol }) => vol),
  };
}

test("the first prices show at once; later ones wait until the user is idle, however many ticks arrive", () => {
  const { store, settled, notifications, setCalm, volumes } = stage();
  store.take([row("btcusdt", 1)]);
  expect([volumes(), notifications()]).toEqual([[1], 1]);
  const held = settled.rows();
  setCalm(false);
  for (let ts = 2; ts < 50; ts++) store.take([row("btcusdt", ts)], { wholeRank: true });
  vi.advanceTimersByTime(60_000);
  expect([settled.rows() === held, notifications()]).toEqual([true, 1]);
  setCalm(true);
  vi.advanceTimersByTime(2000);
  expect([volumes(), notifications()]).toEqual([[49], 2]);
  vi.advanceTimersByTime(60_000);
  expect(notifications()).toBe(2);
});

test("a new market moves no row until the user is idle, and a changed choice does not wait", () => {
  const { store, settled, setCalm, volumes } = stage();
  store.take([row("btcusdt", 1)]);
  setCalm(false);
  store.take([row("ethusdt", 9)]);
  vi.advanceTimersByTime(10_000);
  expect(volumes()).toEqual([1]);
  settled.renew();
  expect(volumes()).toEqual([1, 9]);
});

test("a later list starts with the current tickers; without lists no timer runs", () => {
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
