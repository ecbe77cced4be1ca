import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  SparklineStore,
  type SparklineDeps,
} from "../../../../src/features/market/list/sparkline-store.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function stage(deps: Partial<SparklineDeps> = {}) {
  const asked: (readonly string[])[] = [];
  const written: unknown[] = [];
  const store = new SparklineStore({
    read: async (symbols) => (
      asked.push(symbols),
      Object.fromEntries(symbols.map((symbol, at) => [symbol, [1, 2, at]]))
    ),
    now: Date.now,
    later: (task) => task(),
    restore: async () => undefined,
    keep: (value) => written.push(value),
    ...deps,
  });
  return { store, asked, written };
}

test("rows that stop scrolling together are requested together; a row that scrolled past is not", async () => {
  const { store, asked, written } = stage();
  const heard: string[] = [];
  for (const symbol of ["ethusdt", "btcusdt"]) store.follow(symbol, () => heard.push(symbol));
  store.follow("flownusdt", () => heard.push("flown"))();
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toEqual([["btcusdt", "ethusdt"]]);
  expect([heard.toSorted(), store.closes("btcusdt")]).toEqual([
    ["btcusdt", "ethusdt"],
    [1, 2, 0],
  ]);
  expect(written).toEqual([{ at: 1_000_250, closes: { btcusdt: [1, 2, 0], ethusdt: [1, 2, 1] } }]);
});

test("a known shape is not read again for ten minutes, then only for a row on screen", async () => {
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

test("a failed or missing shape is read again; drawn shapes stay", async () => {
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

test("a request has at most 60 rows, and the device stores the newest 300 shapes", async () => {
  const { store, asked, written } = stage();
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
  expect(Object.keys((written.at(-1) as { closes: object }).closes)).toHaveLength(300);
});

test.each([
  [{ at: "x" }],
  [7],
  [{ at: 1, closes: { btcusdt: ["1"] } }],
  [{ at: 1, closes: { btcusdt: [Number.NaN] } }],
])("an invalid persisted record (%#) is ignored", async (record) => {
  const { store, asked } = stage({ restore: async () => record });
  store.follow("btcusdt", () => {});
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toEqual([["btcusdt"]]);
});
