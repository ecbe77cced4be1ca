import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  SparklineStore,
  type SparklineDoors,
} from "../../../src/features/market/sparkline-store.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function stage(doors: Partial<SparklineDoors> = {}) {
  const asked: (readonly string[])[] = [];
  const kept: unknown[] = [];
  const store = new SparklineStore({
    read: async (symbols) => (
      asked.push(symbols),
      Object.fromEntries(symbols.map((symbol, at) => [symbol, [1, 2, at]]))
    ),
    now: Date.now,
    later: (task) => task(),
    restore: async () => undefined,
    keep: (value) => kept.push(value),
    ...doors,
  });
  return { store, asked, kept };
}

test("rows that rest together are asked for in one request; a row that flew past in none", async () => {
  const { store, asked, kept } = stage();
  const heard: string[] = [];
  for (const symbol of ["ethusdt", "btcusdt"]) store.follow(symbol, () => heard.push(symbol));
  store.follow("flownusdt", () => heard.push("flown"))();
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toEqual([["btcusdt", "ethusdt"]]);
  expect([heard.toSorted(), store.closes("btcusdt")]).toEqual([
    ["btcusdt", "ethusdt"],
    [1, 2, 0],
  ]);
  expect(kept).toEqual([{ at: 1_000_250, closes: { btcusdt: [1, 2, 0], ethusdt: [1, 2, 1] } }]);
});

test("a known shape is not asked for again for ten minutes, then with a row on screen only", async () => {
  const { store, asked } = stage();
  const stop = store.follow("btcusdt", () => {});
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(asked).toHaveLength(2);
  stop();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect([asked.length, vi.getTimerCount()]).toEqual([2, 0]);
});

test("what fails, or the venue had not read yet, is asked for again; what was drawn stays", async () => {
  let answer: () => Promise<Record<string, readonly number[]>> = () =>
    Promise.reject(new Error("offline"));
  const read = vi.fn(() => answer());
  const { store } = stage({ read, restore: async () => ({ at: 0, closes: { btcusdt: [7, 8] } }) });
  store.follow("btcusdt", () => {});
  await vi.advanceTimersByTimeAsync(300);
  expect([read.mock.calls.length, store.closes("btcusdt")]).toEqual([1, [7, 8]]);
  answer = async () => ({});
  await vi.advanceTimersByTimeAsync(31_000);
  answer = async () => ({ btcusdt: [9, 9] });
  await vi.advanceTimersByTimeAsync(31_000);
  expect([read.mock.calls.length, store.closes("btcusdt")]).toEqual([3, [9, 9]]);
});

test("many rows go in requests of at most 60, and the device keeps the newest 300", async () => {
  const { store, asked, kept } = stage();
  for (let screen = 0; screen < 4; screen++) {
    const stops = Array.from({ length: 100 }, (_, at) =>
      store.follow(`s${screen * 100 + at}usdt`, () => {}),
    );
    await vi.advanceTimersByTimeAsync(1000);
    for (const stop of stops) stop();
  }
  expect([asked.flat().length, Math.max(...asked.map((symbols) => symbols.length))]).toEqual([
    400, 60,
  ]);
  expect(Object.keys((kept.at(-1) as { closes: object }).closes)).toHaveLength(300);
});

test.each([
  [{ at: "x" }],
  [7],
  [{ at: 1, closes: { btcusdt: ["1"] } }],
  [{ at: 1, closes: { btcusdt: [Number.NaN] } }],
])("a kept record that is garbage (%#) is none", async (record) => {
  const { store, asked } = stage({ restore: async () => record });
  store.follow("btcusdt", () => {});
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toEqual([["btcusdt"]]);
});
