import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "#protocol/api/api.ts";
import { loadRuntimeConfig } from "../../../../src/api/config.ts";
import { venueNow } from "../../../../src/api/venue-clock.ts";
import {
  saveData,
  savesData,
  subscribeDataSaver,
} from "../../../../src/features/market/feed/data-saver.ts";
import { LiveFeed } from "../../../../src/features/market/feed/live-feed.ts";
import { MarketStore } from "../../../../src/features/market/feed/market-store.ts";
import { FakeSocket } from "../../../harness/proxy/fake-socket.ts";
import { startVenue } from "../../../harness/venue/memory-venue.ts";

const realTimeout = setTimeout;

const feeds: LiveFeed[] = [];
/** Reads that the venue has not answered yet. */
let underWay = 0;

/** The feed against the real venue for reads, and a socket that the test holds. */
async function connect(options: { stream?: string | null } = {}) {
  const venue = await startVenue();
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const network = { down: false, untimed: false, reads: [] as string[] };
  vi.stubGlobal("location", { origin: "http://venue.test", href: "http://venue.test/" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async (input: Request | string) => {
    const request =
      typeof input === "string" ? new Request(new URL(input, "http://venue.test")) : input;
    const path = new URL(request.url).pathname;
    if (path === "/config.json")
      return new Response(
        JSON.stringify({ stream: options.stream === undefined ? "/api/ws" : options.stream }),
      );
    network.reads.push(path);
    if (network.down) throw new TypeError("Failed to fetch");
    underWay += 1;
    try {
      const answer = await venue.venue.fetch(request, { ip: "198.51.100.4" });
      if (!network.untimed || !path.endsWith("getMergedTickerRank")) return answer;
      const text = await answer.text();
      return new Response(text.replaceAll(/"ts":\d+,?/g, ""), { headers: answer.headers });
    } finally {
      underWay -= 1;
    }
  });
  await loadRuntimeConfig();
  const store = new MarketStore();
  const feed = new LiveFeed(store);
  feeds.push(feed);
  const show = (state: string) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { venue, feed, store, network, show };
}

/** Winds the timers, with time for the venue in memory to answer. */
async function wind(ms: number): Promise<void> {
  const steps = Math.max(1, Math.ceil(ms / 500));
  for (let step = 0; step < steps; step++) {
    await vi.advanceTimersByTimeAsync(ms / steps);
    do await new Promise((done) => realTimeout(done, 2));
    while (underWay > 0);
  }
}

const socketAt = (index: number): FakeSocket => {
  const socket = FakeSocket.made[index];
  if (!socket) throw new Error(`no socket ${index}`);
  return socket;
};

/** What the feed has said of a topic on its first socket. */
const wordsAbout = (topic: string) =>
  socketAt(0).sent.flatMap((message) =>
    message["sub"] === topic ? ["sub"] : message["unsub"] === topic ? ["unsub"] : [],
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: 1_700_000_000_000 });
  FakeSocket.made = [];
});

afterEach(() => {
  for (const feed of feeds.splice(0)) feed.stop();
  saveData(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("opens the stream, asks for the rank and for what is wanted, answers pings", async () => {
  const { feed } = await connect();
  const heard: unknown[] = [];
  feed.subscribe("market.btcusdt.kline.1min", (tick, ts) => heard.push([tick, ts]));
  feed.start();
  const socket = socketAt(0);
  expect(socket.url).toBe("ws://venue.test/api/ws?gzip=1");
  socket.open();
  socket.say("not json");
  expect(feed.streaming).toBe(false);
  socket.say({ subbed: "market.rank" });
  expect(feed.streaming).toBe(true);
  expect(socket.sent.map((message) => message["sub"])).toEqual([
    "market.rank",
    "market.btcusdt.kline.1min",
  ]);
  socket.say({ ping: 17 });
  socket.say("not json");
  socket.say({ ch: "market.btcusdt.kline.1min", ts: 5, tick: { id: 1 } });
  expect(socket.sent.at(-1)).toEqual({ pong: 17 });
  expect(heard).toEqual([[{ id: 1 }, 5]]);
  feed.stop();
});

test("a topic is asked for once for all listeners and left with the last of them", async () => {
  const { feed } = await connect();
  feed.start();
  socketAt(0).open();
  const topic = "market.btcusdt.depth.step0";
  const stops = [feed.subscribe(topic, () => {}), feed.subscribe(topic, () => {})];
  const words = () => wordsAbout(topic);
  expect(words()).toEqual(["sub"]);
  stops[0]?.();
  expect(words()).toEqual(["sub"]);
  stops[1]?.();
  expect(words()).toEqual(["sub", "unsub"]);
  feed.stop();
});

test("what is the user's own is asked for once the stream knows who asks, and again after it broke off", async () => {
  const { feed } = await connect();
  const heard: unknown[] = [];
  let changes = 0;
  feed.subscribeStreaming(() => (changes += 1));
  const stop = feed.subscribeOwn(
    "user.coin",
    () => ({ id: "7", token: "secret" }),
    (data) => heard.push(data),
  );
  feed.start();
  const socket = socketAt(0);
  socket.open();
  const own = (at: FakeSocket) =>
    at.sent.filter(
      (message) =>
        message["op"] === "auth" || String(message["sub"] ?? message["unsub"]).startsWith("user."),
    );
  expect(own(socket)).toEqual([
    expect.objectContaining({
      op: "auth",
      userid: "7",
      sign: expect.stringMatching(/^[0-9A-F]{32}$/) as string,
    }),
  ]);
  expect(JSON.stringify(socket.sent)).not.toContain("secret");
  socket.say({ op: "auth", status: "error", "err-code": "invalid-auth" });
  // Another window that shares the stream is logged in.
  socket.say({ op: "auth", status: "ok", userid: "8" });
  socket.say({ op: "notify", topic: "user.coin", ts: 4, event: "order", data: { id: "0" } });
  expect([own(socket).length, feed.deliversOwn]).toEqual([1, false]);
  const before = changes;
  socket.say({ op: "auth", status: "ok", userid: "7" });
  expect([own(socket).at(-1), feed.deliversOwn, changes]).toEqual([
    { sub: "user.coin", id: "user.coin" },
    true,
    before + 1,
  ]);
  socket.say({ op: "notify", topic: "user.coin", ts: 5, event: "order", data: { id: "1" } });
  expect(heard).toEqual([{ id: "1" }]);

  socket.close();
  expect(feed.deliversOwn).toBe(false);
  await wind(2000);
  socketAt(1).open();
  expect(own(socketAt(1)).map((message) => message["op"])).toEqual(["auth"]);
  socketAt(1).say({ op: "auth", status: "ok", userid: "8" });
  expect([own(socketAt(1)).length, feed.deliversOwn]).toEqual([1, false]);
  stop();
  expect(own(socketAt(1)).at(-1)).toEqual({ unsub: "user.coin", id: "user.coin" });
  feed.stop();
});

test("the rank of the stream goes into the store; rows of another shape do not", async () => {
  const { feed, store, venue } = await connect();
  const rows = await venue.visitor.ask(api.market.mergedTickerRank, {});
  feed.start();
  socketAt(0).open();
  socketAt(0).say({ ch: "market.rank", ts: venueNow(), tick: [{ symbol: "evil" }] });
  expect(store.symbols()).toEqual([]);
  socketAt(0).say({ ch: "market.rank", ts: venueNow(), tick: rows });
  expect(store.symbols().length).toBe(rows.length);
  feed.stop();
});

test("a topic that is left out while data is saved comes and goes with the choice", async () => {
  const { feed } = await connect();
  feed.start();
  socketAt(0).open();
  const topic = "market.btcusdt.mbp.150";
  const words = () => wordsAbout(topic);
  saveData(true);
  const stop = feed.subscribeUnlessSaving(topic, () => {});
  expect(words()).toEqual([]);
  saveData(false);
  expect(words()).toEqual(["sub"]);
  saveData(true);
  expect(words()).toEqual(["sub", "unsub"]);
  stop();
  saveData(false);
  expect(words()).toEqual(["sub", "unsub"]);
  feed.stop();
});

test("changed figures go into the row that is there; those of a strange form or symbol do not", async () => {
  const { feed, store, venue } = await connect();
  const rows = await venue.visitor.ask(api.market.mergedTickerRank, {});
  feed.start();
  socketAt(0).open();
  expect(socketAt(0).sent[0]).toMatchObject({ sub: "market.rank", form: "changes" });
  feed.takeWholeRank(rows);
  const [before] = rows;
  if (!before) throw new Error("the venue lists nothing");
  const close = before.close + 1;
  socketAt(0).say({
    ch: "market.rank",
    ts: venueNow(),
    changes: [[before.symbol, 5, 1, close], ["evil", 0, 1, 2], [before.symbol, 0, 1, 1e300], null],
  });
  expect(store.ticker(before.symbol)).toMatchObject({ ...before, close, ts: venueNow() - 5 });
  expect(store.symbols().length).toBe(rows.length);
  feed.stop();
});

const rank = (reads: string[]) =>
  reads.filter((path) => path.endsWith("getMergedTickerRank")).length;
const clock = (reads: string[]) => reads.filter((path) => path.endsWith("getTimestamp")).length;

test("without a stream the list is polled every three seconds, beside one only once a minute", async () => {
  const polled = await connect({ stream: null });
  polled.feed.start();
  // Four reads at the shortest pauses (2.7 s) and at the longest (3.3 s).
  await wind(10_400);
  expect(FakeSocket.made).toHaveLength(0);
  expect(polled.store.symbols().length).toBeGreaterThan(0);
  expect([rank(polled.network.reads), clock(polled.network.reads)]).toEqual([4, 1]);
  polled.feed.stop();

  const streamed = await connect();
  streamed.feed.start();
  const socket = socketAt(0);
  socket.open();
  // Three pauses last 48 s or more where all are nearly the longest (16.5 s), and the list is due at 48 s.
  for (let second = 0; second < 45; second++) {
    socket.say({ ping: second });
    await wind(1000);
  }
  expect(rank(streamed.network.reads)).toBe(1);
  expect(clock(streamed.network.reads)).toBeGreaterThanOrEqual(3);
  streamed.feed.stop();
});

test("a rank that the startup has just read is not read again; the clock is read at once", async () => {
  const { feed, store, venue, network } = await connect();
  feed.takeWholeRank(await venue.visitor.ask(api.market.mergedTickerRank, {}));
  expect(store.symbols().length).toBeGreaterThan(0);
  feed.start();
  await wind(1000);
  expect([rank(network.reads), clock(network.reads)]).toEqual([0, 1]);
  await wind(8000);
  expect(rank(network.reads)).toBeGreaterThan(0);
  feed.stop();
});

describe("sockets that are blocked", () => {
  const ways: [string, (socket: FakeSocket) => void][] = [
    ["never open", () => {}],
    ["open and close at once", (socket) => (socket.open(), socket.close())],
    ["open and stay silent", (socket) => socket.open()],
    [
      "are answered with a page",
      (socket) => (socket.dispatchEvent(new Event("error")), socket.close()),
    ],
    ["speak another language", (socket) => (socket.open(), socket.say("<html>"))],
  ];
  test.each(ways)(
    "that %s: polling goes on, and the socket is left alone",
    async (_how, behave) => {
      const { feed, network } = await connect();
      feed.start();
      let seen = 0;
      const live = async (ms: number) => {
        for (let at = 0; at < ms; at += 1000) {
          for (; seen < FakeSocket.made.length; seen++) behave(socketAt(seen));
          await wind(1000);
        }
      };
      await live(60_000);
      const [tries, reads] = [FakeSocket.made.length, rank(network.reads)];
      expect(tries).toBeGreaterThanOrEqual(4);
      expect(feed.streaming).toBe(false);
      expect(reads).toBeGreaterThanOrEqual(17);
      expect(FakeSocket.made.length).toBeLessThanOrEqual(5);
      await live(50_000);
      expect(FakeSocket.made.length).toBe(tries);
      feed.stop();
    },
  );

  test("the socket is tried again within five minutes, and in another network at once", async () => {
    const { feed } = await connect();
    feed.start();
    await wind(500);
    for (let at = 0; at < 4; at++) {
      socketAt(at).close();
      await wind(5000);
    }
    const tries = FakeSocket.made.length;
    await wind(30_000);
    expect(FakeSocket.made).toHaveLength(tries);
    for (let at = 0; at < 28; at++) await wind(10_000);
    expect(FakeSocket.made).toHaveLength(tries + 1);
    FakeSocket.made.at(-1)?.close();
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.made).toHaveLength(tries + 2);
    feed.stop();
  });

  test("a venue that was away and answers again is met by a socket soon", async () => {
    const { feed, network } = await connect();
    feed.start();
    await wind(500);
    for (let at = 0; at < 5; at++) {
      network.down = true;
      FakeSocket.made.at(-1)?.close();
      await wind(9000);
    }
    const tries = FakeSocket.made.length;
    FakeSocket.made.at(-1)?.close();
    network.down = false;
    await wind(10_000);
    expect(FakeSocket.made.length).toBeGreaterThan(tries);
    feed.stop();
  });
});

test("a stream that ends soon after its first word is opened later each time, too", async () => {
  const { feed } = await connect();
  feed.start();
  for (let at = 0; at < 60; at++) {
    const socket = FakeSocket.made.at(-1);
    if (socket?.readyState === 0) {
      socket.open();
      socket.say({ subbed: "market.rank" });
      socket.close();
    }
    await wind(500);
  }
  expect(FakeSocket.made.length).toBeLessThanOrEqual(9);
  feed.stop();
});

test("rows without a time are dated by their arrival on the venue's clock, by poll and by stream", async () => {
  const { feed, store, venue, network } = await connect();
  network.untimed = true;
  feed.takeWholeRank(
    (await venue.visitor.ask(api.market.mergedTickerRank, {})).map((row) => ({
      ...row,
      ts: 0,
    })),
  );
  const symbol = store.symbols()[0] ?? "";
  feed.start();
  await wind(1000);
  const polledAt = store.ticker(symbol)?.ts ?? 0;
  expect(Math.abs(polledAt - venueNow())).toBeLessThan(2000);
  socketAt(0).open();
  socketAt(0).say({
    ch: "market.rank",
    ts: venueNow(),
    tick: [{ ...store.ticker(symbol), ts: undefined, close: 7 }],
  });
  expect([
    store.ticker(symbol)?.close,
    store.freshness(store.ticker(symbol)?.ts, venueNow()),
  ]).toEqual([7, "live"]);
  expect(store.newestTs()).toBeGreaterThan(1_600_000_000_000);
  feed.stop();
});

test("packed frames are unpacked in their order; one that is garbage is passed over", async () => {
  const { feed } = await connect();
  const heard: unknown[] = [];
  feed.subscribe("market.btcusdt.detail", (tick) => heard.push(tick));
  feed.start();
  const socket = socketAt(0);
  socket.open();
  const pack = (value: unknown) => Uint8Array.from(gzipSync(JSON.stringify(value))).buffer;
  const say = (data: ArrayBuffer) => socket.dispatchEvent(new MessageEvent("message", { data }));
  say(pack({ ch: "market.btcusdt.detail", ts: 1, tick: { text: "x".repeat(100_000) } }));
  say(new ArrayBuffer(7));
  say(pack({ ch: "market.btcusdt.detail", ts: 2, tick: 2 }));
  say(pack({ ping: 3 }));
  await expect.poll(() => socket.sent.at(-1)).toEqual({ pong: 3 });
  expect(heard).toEqual([{ text: "x".repeat(100_000) }, 2]);
  expect(feed.streaming).toBe(true);
  feed.stop();
});

describe("data saver", () => {
  test("polls every eight seconds and streams every five; switched off, both are as usual at once", async () => {
    const { feed, network } = await connect();
    saveData(true);
    feed.start();
    const socket = socketAt(0);
    socket.open();
    expect(socket.sent[0]).toMatchObject({ sub: "market.rank", interval_ms: 5000 });
    socket.close();
    await wind(1000);
    const before = rank(network.reads);
    for (let second = 0; second < 24; second++) {
      FakeSocket.made.at(-1)?.close();
      await wind(1000);
    }
    expect(rank(network.reads) - before).toBeLessThanOrEqual(4);
    saveData(false);
    const again = await connect();
    again.feed.start();
    const other = FakeSocket.made.at(-1);
    other?.open();
    expect(other?.sent[0]).toMatchObject({ interval_ms: 1000 });
    saveData(true);
    expect(other?.sent.at(-1)).toMatchObject({ sub: "market.rank", interval_ms: 5000 });
    feed.stop();
    again.feed.stop();
  });

  test("follows the browser until the user chooses", () => {
    const connection = Object.assign(new EventTarget(), { saveData: true });
    vi.stubGlobal("navigator", { connection });
    expect(savesData()).toBe(true);
    let notifications = 0;
    const stop = subscribeDataSaver(() => notifications++);
    connection.saveData = false;
    connection.dispatchEvent(new Event("change"));
    expect([savesData(), notifications]).toEqual([false, 1]);
    saveData(true);
    expect([savesData(), notifications]).toEqual([true, 2]);
    stop();
    connection.dispatchEvent(new Event("change"));
    expect(notifications).toBe(2);
  });
});

test("a lost stream reconnects with back-off and its topics, and what it missed is read", async () => {
  const { feed, network } = await connect();
  const changes: boolean[] = [];
  feed.subscribeStreaming(() => changes.push(feed.streaming));
  feed.subscribe("market.btcusdt.detail", () => {});
  feed.start();
  socketAt(0).open();
  socketAt(0).say({ subbed: "market.rank" });
  socketAt(0).close();
  expect(changes).toEqual([true, false]);
  await wind(500);
  expect(FakeSocket.made).toHaveLength(2);
  socketAt(1).close();
  await wind(250);
  expect(FakeSocket.made).toHaveLength(2);
  await wind(750);
  expect(FakeSocket.made).toHaveLength(3);
  socketAt(2).open();
  expect(socketAt(2).sent.map((message) => message["sub"])).toContain("market.btcusdt.detail");
  // What was missed is read.
  await wind(1000);
  const before = rank(network.reads);
  socketAt(2).say({ ping: 1 });
  await wind(1500);
  expect(rank(network.reads)).toBe(before + 1);
  feed.stop();
});

test("a stream that is silent for twelve seconds is closed", async () => {
  const { feed } = await connect();
  feed.start();
  socketAt(0).open();
  socketAt(0).say({ ping: 1 });
  await wind(11_500);
  expect(feed.streaming).toBe(true);
  await wind(1000);
  expect(socketAt(0).readyState).toBe(3);
  feed.stop();
});

test("a stream that says something every few seconds stays open, however much it says at once", async () => {
  const { feed } = await connect();
  feed.start();
  socketAt(0).open();
  for (let pings = 0; pings < 10; pings++) {
    for (let burst = 0; burst < 5; burst++) socketAt(0).say({ ping: burst });
    await wind(5000);
  }
  expect([feed.streaming, FakeSocket.made.length]).toEqual([true, 1]);
  await wind(7500);
  expect(socketAt(0).readyState).toBe(3);
  feed.stop();
});

test("a hidden page neither streams nor polls; shown again it does both at once", async () => {
  const { feed, network, show } = await connect();
  feed.start();
  socketAt(0).open();
  socketAt(0).say({ ping: 1 });
  await wind(500);
  show("hidden");
  expect(feed.streaming).toBe(false);
  const before = network.reads.length;
  await wind(60_000);
  expect([network.reads.length - before, FakeSocket.made.length]).toEqual([0, 1]);
  show("visible");
  await wind(100);
  expect(FakeSocket.made).toHaveLength(2);
  expect(network.reads.length).toBeGreaterThan(before);
  feed.stop();
});

test("while the network is down the rows stay, and the next poll updates them", async () => {
  const { feed, store, network } = await connect({ stream: null });
  feed.start();
  await wind(1000);
  const rows = store.symbols().length;
  network.down = true;
  await wind(9000);
  expect(store.symbols().length).toBe(rows);
  network.down = false;
  const before = network.reads.length;
  await wind(9000);
  expect(network.reads.length).toBeGreaterThan(before);
  feed.stop();
});

test("a venue that does not answer is polled less often; after a change of the network it is polled at once", async () => {
  const { feed, network } = await connect({ stream: null });
  network.down = true;
  feed.start();
  await wind(60_000);
  const reads = network.reads.length;
  expect(rank(network.reads)).toBeLessThanOrEqual(12);
  window.dispatchEvent(new Event("online"));
  await wind(100);
  expect(network.reads.length).toBeGreaterThan(reads);
  feed.stop();
});

test("a device that goes offline closes its socket, and opens one when it is back or when the venue answers all the same", async () => {
  const { feed, network, show } = await connect();
  feed.start();
  socketAt(0).open();
  network.down = true;
  window.dispatchEvent(new Event("offline"));
  expect(socketAt(0).readyState).toBe(3);
  expect(feed.streaming).toBe(false);
  await wind(30_000);
  expect(FakeSocket.made).toHaveLength(1);
  network.down = false;
  window.dispatchEvent(new Event("online"));
  expect(FakeSocket.made).toHaveLength(2);
  socketAt(1).open();
  // Wrong about it: reads go on, and one of them opens the stream again.
  window.dispatchEvent(new Event("offline"));
  expect(FakeSocket.made).toHaveLength(2);
  await wind(3000);
  expect(FakeSocket.made).toHaveLength(3);
  window.dispatchEvent(new Event("offline"));
  show("hidden");
  await wind(60_000);
  expect(FakeSocket.made).toHaveLength(3);
  feed.stop();
});

test("a page in the back-forward cache closes its socket, and opens one when it is restored", async () => {
  const { feed } = await connect();
  feed.start();
  socketAt(0).open();
  window.dispatchEvent(new Event("pagehide"));
  expect(socketAt(0).readyState).toBe(3);
  window.dispatchEvent(new Event("pageshow"));
  expect(FakeSocket.made).toHaveLength(2);
  feed.stop();
});
