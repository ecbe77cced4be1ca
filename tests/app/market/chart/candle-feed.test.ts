import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CandleRow } from "#protocol/api/market.ts";
import { CandleFeed, type CandleRange } from "../../../../src/features/market/chart/candle-feed.ts";
import { CandleColumns } from "../../../../src/lib/candle-columns.ts";

const minute = 60;
const candle = (id: number, close = 1): CandleRow => ({
  id,
  open: 1,
  high: Math.max(1, close),
  low: Math.min(1, close),
  close,
  amount: 1,
  vol: 1,
  count: 1,
});

/** A feed over a market that has one candle a minute from 6,000 s on; the stream speaks when the test does. */
function start(options: { streaming?: boolean; fails?: boolean; empty?: boolean } = {}) {
  const asked: CandleRange[] = [];
  let tell: (tick: unknown) => void = () => {};
  let streamChanged = () => {};
  let subscribers = 0;
  const state = {
    now: 12_000,
    streaming: options.streaming ?? true,
    fails: options.fails ?? false,
  };
  const feed = new CandleFeed("1min", {
    subscribe: (listener) => {
      subscribers += 1;
      tell = listener;
      return () => void (subscribers -= 1);
    },
    streaming: () => state.streaming,
    subscribeStreaming: (listener) => {
      streamChanged = listener;
      return () => void (streamChanged = () => {});
    },
    pollMs: () => 3000,
    now: () => state.now * 1000,
    read: async ({ size, from, to }) => {
      asked.push({ size, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
      if (state.fails) throw new Error("no network");
      const last = Math.floor(Math.min(to ?? Infinity, state.now) / minute) * minute;
      const ids: number[] = [];
      for (let id = last; id >= Math.max(6000, from ?? 0) && ids.length < size; id -= minute)
        ids.push(id);
      return ids.toReversed().map((id) => candle(id));
    },
  });
  if (!options.empty) feed.take([candle(11_880), candle(11_940), candle(12_000)]);
  const stop = feed.start();
  return {
    feed,
    asked,
    state,
    stop,
    tell: (tick: unknown) => tell(tick),
    subscribers: () => subscribers,
    streamChanged: () => streamChanged(),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { visibilityState: "visible" });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the stream updates the last candle and begins the next; invalid messages are ignored", () => {
  const { feed, tell, asked } = start();
  let changes = 0;
  feed.subscribe(() => changes++);
  tell(candle(12_000, 5));
  tell({ id: "x" });
  tell(null);
  tell(candle(12_060, 6));
  expect([
    feed.columns.length,
    feed.candle(null)?.close,
    feed.candle(12_000)?.close,
    changes,
  ]).toEqual([4, 6, 5, 2]);
  expect(feed.candle(null)).toBe(feed.candle(null));
  expect(asked).toEqual([]);
});

test("while the stream is silent only the missing candles are read; a hidden page reads nothing", async () => {
  const { state, feed, asked } = start({ streaming: false });
  state.now = 12_180;
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked).toEqual([{ size: 4 }]);
  expect(feed.columns.lastTime).toBe(12_180);
  vi.stubGlobal("document", { visibilityState: "hidden" });
  await vi.advanceTimersByTimeAsync(9000);
  expect(asked).toHaveLength(1);
});

test("a gap in the stream is filled at once", async () => {
  const { state, feed, tell, asked } = start();
  state.now = 12_300;
  tell(candle(12_300));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(1);
  expect([...feed.columns.data[0]]).toEqual([
    11_880, 11_940, 12_000, 12_060, 12_120, 12_180, 12_240, 12_300,
  ]);
});

test("after a long sleep candles before the gap are dropped and not drawn beside it", () => {
  const { feed } = start();
  feed.take([candle(90_000), candle(90_060)]);
  expect([...feed.columns.data[0]]).toEqual([90_000, 90_060]);
});

test("older pages are read one at a time until there are no more; after a failure the next try waits", async () => {
  const { feed, asked, state } = start();
  void feed.loadOlder();
  await feed.loadOlder();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ to: 11_879 });
  expect(feed.columns.firstTime).toBe(6000);

  state.fails = true;
  await feed.loadOlder();
  state.fails = false;
  await feed.loadOlder();
  expect(asked).toHaveLength(2);
  state.now += 6;
  await feed.loadOlder();
  await feed.loadOlder();
  expect(asked).toHaveLength(3);
});

test("listeners learn that older candles are being read, that there are no more, and what changed", async () => {
  const { feed, state } = start();
  const changes: unknown[] = [];
  feed.subscribe((change) => changes.push([feed.older, change.older, change.from]));
  await feed.loadOlder();
  await feed.loadOlder();
  expect(changes).toEqual([
    ["reading", 0, Infinity],
    ["idle", 98, 0],
    ["reading", 0, Infinity],
    ["all", 0, Infinity],
  ]);

  const other = start();
  other.state.fails = true;
  await other.feed.loadOlder();
  expect([state.fails, other.feed.older, other.feed.columns.length]).toEqual([false, "failed", 3]);
});

test("a candle repeated unchanged causes no change, so nothing is drawn", () => {
  const { feed, tell } = start();
  const changes: number[] = [];
  feed.subscribe((change) => changes.push(change.from));
  tell(candle(12_000));
  tell(candle(12_000, 3));
  expect(changes).toEqual([Infinity, 2]);
});

test("a stopped feed unsubscribes and reads nothing more", async () => {
  const { stop, asked, subscribers } = start({ streaming: false });
  stop();
  await vi.advanceTimersByTimeAsync(30_000);
  expect([asked.length, subscribers()]).toEqual([0, 0]);
});

describe("cached candles", () => {
  const cached = (from: number, to: number) => {
    const columns = new CandleColumns();
    columns.merge(
      Array.from({ length: (to - from) / minute + 1 }, (_, at) => candle(from + at * minute, 9)),
    );
    return columns.data;
  };

  test("are shown with their time until the venue answers, and then corrected from their last candle on", () => {
    const { feed } = start({ empty: true });
    feed.seed(cached(11_400, 11_940), 11_950_000);
    expect([feed.cachedAt, feed.columns.length, feed.candle(null)?.close]).toEqual([
      11_950_000, 10, 9,
    ]);
    feed.take([candle(11_880), candle(11_940), candle(12_000)]);
    expect([
      feed.cachedAt,
      feed.columns.length,
      feed.candle(11_940)?.close,
      feed.candle(11_820)?.close,
    ]).toEqual([undefined, 11, 1, 9]);
  });

  test("are dropped where the answer does not reach back to their last candle, which had not ended", () => {
    const { feed } = start({ empty: true });
    feed.seed(cached(11_400, 11_940), 11_950_000);
    feed.take([candle(12_000), candle(12_060)]);
    expect([feed.columns.firstTime, feed.columns.length]).toEqual([12_000, 2]);
  });

  test("are ignored after the venue has answered", () => {
    const { feed } = start();
    feed.seed(cached(6000, 6060), 6_070_000);
    expect([feed.cachedAt, feed.columns.firstTime]).toEqual([undefined, 11_880]);
  });

  test("do not count as fresh after a message of the stream", () => {
    const { feed, tell } = start({ empty: true });
    feed.seed(cached(11_400, 11_940), 11_950_000);
    tell(candle(11_940, 5));
    expect([feed.cachedAt, feed.candle(null)?.close]).toEqual([11_950_000, 9]);
  });
});

test("after the stream's return the candles that ended meanwhile are read", async () => {
  const { feed, tell, state, asked, streamChanged } = start();
  tell(candle(12_000, 5));
  state.streaming = false;
  streamChanged();
  expect(asked).toEqual([]);
  state.now = 12_060;
  state.streaming = true;
  streamChanged();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([{ size: 2 }]);
  expect([feed.candle(12_000)?.close, feed.columns.lastTime]).toEqual([1, 12_060]);
});
