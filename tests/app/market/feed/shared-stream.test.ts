import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SharedStream } from "../../../../src/features/market/feed/desk-shared-stream.ts";
import type { StreamMessage } from "../../../../src/features/market/feed/live-feed-stream.ts";
import { FakeSocket } from "../../../harness/proxy/fake-socket.ts";

interface Window {
  stream: SharedStream;
  heard: StreamMessage[];
  /** "open", "delivers" and "silent", as they came. */
  states: string[];
}

const windows: Window[] = [];

/** A window of the app that follows a topic of its own and one of all. */
function openWindow(topic: string): Window {
  const states: string[] = [];
  const heard: StreamMessage[] = [];
  const stream: SharedStream = new SharedStream({
    address: () => new URL("wss://venue.test/api/ws"),
    onOpen: () => {
      states.push("open");
      for (const name of [topic, "market.rank"]) stream.send({ sub: name, id: name });
    },
    onMessage: (message) => heard.push(message),
    onDeliveringChange: () => states.push(stream.delivering ? "delivers" : "silent"),
    isVenueReachable: () => true,
  });
  stream.open(false);
  const window = { stream, heard, states };
  windows.push(window);
  return window;
}

const lastSocket = () => {
  const socket = FakeSocket.made.at(-1);
  if (!socket) throw new Error("no socket");
  return socket;
};
const sockets = () => FakeSocket.made.filter(({ readyState }) => readyState < 3).length;
const subscribed = (socket: FakeSocket) => {
  const topics = new Set<unknown>();
  for (const { sub, unsub } of socket.sent) {
    if (sub !== undefined) topics.add(sub);
    topics.delete(unsub);
  }
  return [...topics].map(String).toSorted();
};

/** Two windows on one socket that delivers. */
async function twoWindows() {
  const first = openWindow("market.btcusdt.kline.1min");
  await vi.waitFor(() => expect(FakeSocket.made).toHaveLength(1));
  const second = openWindow("market.ethusdt.kline.1min");
  lastSocket().open();
  lastSocket().say({ ping: 1 });
  await vi.waitFor(() => expect(second.states).toEqual(["open", "delivers"]));
  await vi.waitFor(() => expect(subscribed(lastSocket())).toHaveLength(3));
  return { first, second };
}

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
});

afterEach(() => {
  for (const { stream } of windows.splice(0)) stream.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("two windows have one socket: each gets what it follows, and what one sends goes out once", async () => {
  const { first, second } = await twoWindows();
  expect([sockets(), FakeSocket.made.length, first.states]).toEqual([1, 1, ["open", "delivers"]]);
  expect(subscribed(lastSocket())).toEqual([
    "market.btcusdt.kline.1min",
    "market.ethusdt.kline.1min",
    "market.rank",
  ]);
  const tick = { ch: "market.ethusdt.kline.1min", ts: 1, tick: { close: 2 } };
  lastSocket().say(tick);
  expect(first.heard.at(-1)).toEqual(tick);
  await vi.waitFor(() => expect(second.heard.at(-1)).toEqual(tick));
  // Heartbeats are the leader's to answer.
  expect(lastSocket().sent.filter((message) => "pong" in message)).toEqual([{ pong: 1 }]);
  expect(first.heard.concat(second.heard).filter((message) => "ping" in message)).toEqual([]);
});

test("a window that is alone tells nobody what arrives", async () => {
  const post = vi.spyOn(BroadcastChannel.prototype, "postMessage");
  const { heard } = openWindow("market.btcusdt.kline.1min");
  await vi.waitFor(() => expect(FakeSocket.made).toHaveLength(1));
  lastSocket().open();
  const tick = { ch: "market.rank", ts: 1, tick: [] };
  lastSocket().say(tick);
  const passedOn = () => post.mock.calls.filter(([word]) => "message" in (word as object)).length;
  expect([heard, passedOn()]).toEqual([[tick], 0]);
  const second = openWindow("market.ethusdt.kline.1min");
  await vi.waitFor(() => expect(second.states).toEqual(["open", "delivers"]));
  lastSocket().say(tick);
  await vi.waitFor(() => expect(second.heard).toEqual([tick]));
  expect(passedOn()).toBe(1);
  post.mockRestore();
});

test("a topic ends with the last window that follows it, also where that window is just gone", async () => {
  const { first, second } = await twoWindows();
  first.stream.send({ unsub: "market.rank", id: "rank" });
  first.stream.send({ sub: "market.ethusdt.kline.1min", id: "eth" });
  second.stream.close();
  await vi.waitFor(() =>
    expect(subscribed(lastSocket())).toEqual([
      "market.btcusdt.kline.1min",
      "market.ethusdt.kline.1min",
    ]),
  );
  expect([sockets(), second.states]).toEqual([1, ["open", "delivers", "silent"]]);
});

test("where the leading window goes, the next connects, and each subscribes again", async () => {
  const { first, second } = await twoWindows();
  const third = openWindow("market.xrpusdt.kline.1min");
  await vi.waitFor(() => expect(third.states).toEqual(["open", "delivers"]));
  first.stream.close();
  await vi.waitFor(() => expect(FakeSocket.made).toHaveLength(2));
  await vi.waitFor(() => expect(third.states.at(-1)).toBe("silent"));
  expect([sockets(), second.stream.delivering]).toEqual([1, false]);
  lastSocket().open();
  lastSocket().say({ ping: 2 });
  await vi.waitFor(() =>
    expect(subscribed(lastSocket())).toEqual([
      "market.ethusdt.kline.1min",
      "market.rank",
      "market.xrpusdt.kline.1min",
    ]),
  );
  await vi.waitFor(() => expect(third.states.slice(2)).toEqual(["silent", "open", "delivers"]));
  expect(second.states.slice(2)).toEqual(["silent", "open", "delivers"]);
  // The first comes back as one that follows.
  first.stream.open(false);
  await vi.waitFor(() => expect(first.states.slice(-2)).toEqual(["open", "delivers"]));
  expect(sockets()).toBe(1);
});

test("a connection that breaks is silent in every window, and open again in each", async () => {
  const { first, second } = await twoWindows();
  lastSocket().close();
  await vi.waitFor(() => expect(second.states.at(-1)).toBe("silent"));
  await vi.waitFor(() => expect(FakeSocket.made).toHaveLength(2), { timeout: 5000 });
  lastSocket().open();
  lastSocket().say({ ping: 2 });
  for (const { states } of [first, second])
    await vi.waitFor(() => expect(states.slice(2)).toEqual(["silent", "open", "delivers"]));
  await vi.waitFor(() => expect(subscribed(lastSocket())).toHaveLength(3));
});

test("a leader that says nothing for twelve seconds counts as silent, until it speaks", async () => {
  const { second } = await twoWindows();
  // As where the leading page's thread is blocked.
  const post = vi
    .spyOn(BroadcastChannel.prototype, "postMessage")
    .mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 13_000 });
  await vi.waitFor(() => expect(second.states.at(-1)).toBe("silent"), { timeout: 8000 });
  post.mockRestore();
  vi.useRealTimers();
  await vi.waitFor(() => expect(second.states.at(-1)).toBe("delivers"), { timeout: 8000 });
  expect(second.states).toEqual(["open", "delivers", "silent", "delivers"]);
});

test("words that no page says are not heard", async () => {
  const { first, second } = await twoWindows();
  const other = new BroadcastChannel("godwit-stream-1");
  const before = lastSocket().sent.length;
  for (const word of [null, "hello", { from: 7, send: {} }, { connection: 1 }, { message: "no" }])
    other.postMessage(word);
  other.postMessage({ from: "last", send: { sub: "market.rank", id: "rank" } });
  await vi.waitFor(() => expect(lastSocket().sent).toHaveLength(before + 1));
  other.close();
  expect([first.heard, second.heard]).toEqual([[], []]);
});

test("a lock that is given as the window goes is given back, and opens nothing", async () => {
  const given: (() => Promise<void>)[] = [];
  vi.spyOn(navigator.locks, "request").mockImplementation(((
    _name: string,
    _options: unknown,
    take: () => Promise<void>,
  ) => {
    given.push(take);
    return new Promise(() => {});
  }) as never);
  openWindow("market.btcusdt.kline.1min").stream.close();
  vi.restoreAllMocks();
  await Promise.all(given.map((take) => take()));
  expect([given.length, FakeSocket.made.length]).toEqual([2, 0]);
});

test("where the browser refuses locks, each window has a socket of its own", async () => {
  vi.spyOn(navigator.locks, "request").mockRejectedValue(new DOMException("no", "SecurityError"));
  const first = openWindow("market.btcusdt.kline.1min");
  const second = openWindow("market.ethusdt.kline.1min");
  await vi.waitFor(() => expect(sockets()).toBe(2));
  vi.restoreAllMocks();
  expect([first, second].map(({ stream }) => stream.delivering)).toEqual([false, false]);
});
