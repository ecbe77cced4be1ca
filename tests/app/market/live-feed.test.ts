import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contract } from "#protocol/contract.ts";
import { loadRuntimeConfig } from "../../../src/api/config.ts";
import { venueNow } from "../../../src/api/venue-clock.ts";
import { LiveFeed } from "../../../src/features/market/live-feed.ts";
import { MarketStore } from "../../../src/features/market/market-store.ts";
import { startVenue } from "../../harness/venue.ts";

const realTimeout = setTimeout;

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readonly url: string;
  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];

  constructor(url: URL | string) {
    super();
    this.url = String(url);
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  say(message: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data: typeof message === "string" ? message : JSON.stringify(message) }));
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
}

/** The feed against the real venue for reads, and a socket that the test holds. */
async function connect(options: { stream?: string | null } = {}) {
  const venue = await startVenue();
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const network = { down: false, reads: [] as string[] };
  vi.stubGlobal("location", { origin: "http://venue.test", href: "http://venue.test/" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async (input: Request | string) => {
    const request = typeof input === "string" ? new Request(new URL(input, "http://venue.test")) : input;
    const path = new URL(request.url).pathname;
    if (path === "/config.json") return new Response(JSON.stringify({ stream: options.stream === undefined ? "/api/ws" : options.stream }));
    network.reads.push(path);
    if (network.down) throw new TypeError("Failed to fetch");
    return venue.venue.fetch(request, { ip: "198.51.100.4" });
  });
  await loadRuntimeConfig();
  const store = new MarketStore();
  const feed = new LiveFeed(store);
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
    await new Promise((done) => realTimeout(done, 2));
  }
}

const socketAt = (index: number): FakeSocket => {
  const socket = FakeSocket.made[index];
  if (!socket) throw new Error(`no socket ${index}`);
  return socket;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: 1_700_000_000_000 });
  FakeSocket.made = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("opens the stream, asks for the rank and for what is wanted, answers pings", async () => {
  const { feed } = await connect();
  const heard: unknown[] = [];
  feed.subscribe("market.btcusdt.kline.1min", (tick, ts) => heard.push([tick, ts]));
  feed.start();
  const socket = socketAt(0);
  expect(socket.url).toBe("ws://venue.test/api/ws");
  expect(feed.streaming).toBe(false);
  socket.open();
  expect(feed.streaming).toBe(true);
  expect(socket.sent.map((message) => message["sub"])).toEqual(["market.rank", "market.btcusdt.kline.1min"]);
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
  const words = () => socketAt(0).sent.flatMap((message) => (message["sub"] === topic ? ["sub"] : message["unsub"] === topic ? ["unsub"] : []));
  expect(words()).toEqual(["sub"]);
  stops[0]?.();
  expect(words()).toEqual(["sub"]);
  stops[1]?.();
  expect(words()).toEqual(["sub", "unsub"]);
  feed.stop();
});

test("the rank of the stream goes into the store; rows of another shape do not", async () => {
  const { feed, store, venue } = await connect();
  const rows = await venue.visitor.ask(contract.market.mergedTickerRank, {});
  feed.start();
  socketAt(0).open();
  socketAt(0).say({ ch: "market.rank", ts: venueNow(), tick: [{ symbol: "evil" }] });
  expect(store.symbols()).toEqual([]);
  socketAt(0).say({ ch: "market.rank", ts: venueNow(), tick: rows });
  expect(store.symbols().length).toBe(rows.length);
  feed.stop();
});

test("without a stream the venue is polled every three seconds, with one every fifteen", async () => {
  const polled = await connect({ stream: null });
  polled.feed.start();
  await wind(10_000);
  expect(FakeSocket.made).toHaveLength(0);
  expect(polled.store.symbols().length).toBeGreaterThan(0);
  const rank = (reads: string[]) => reads.filter((path) => path.endsWith("getMergedTickerRank")).length;
  expect(rank(polled.network.reads)).toBe(4);
  polled.feed.stop();

  const streamed = await connect();
  streamed.feed.start();
  const socket = socketAt(0);
  socket.open();
  for (let second = 0; second < 10; second++) {
    await wind(1000);
    socket.say({ ping: second });
  }
  expect(rank(streamed.network.reads)).toBe(1);
  streamed.feed.stop();
});

test("a stream that goes is opened again, later each time, and its topics with it", async () => {
  const { feed } = await connect();
  const changes: boolean[] = [];
  feed.subscribeStreaming(() => changes.push(feed.streaming));
  feed.subscribe("market.btcusdt.detail", () => {});
  feed.start();
  socketAt(0).open();
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
  feed.stop();
});

test("a stream that says nothing for twelve seconds is given up", async () => {
  const { feed } = await connect();
  feed.start();
  socketAt(0).open();
  await wind(11_500);
  expect(feed.streaming).toBe(true);
  await wind(1000);
  expect(socketAt(0).readyState).toBe(3);
  feed.stop();
});

test("a hidden page neither streams nor polls; shown again it does both at once", async () => {
  const { feed, network, show } = await connect();
  feed.start();
  socketAt(0).open();
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

test("while the network is down the rows stay, and the next poll heals", async () => {
  const { feed, store, network } = await connect({ stream: null });
  feed.start();
  await wind(1000);
  const rows = store.symbols().length;
  network.down = true;
  await wind(9000);
  expect(store.symbols().length).toBe(rows);
  network.down = false;
  const before = network.reads.length;
  await wind(4000);
  expect(network.reads.length).toBeGreaterThan(before);
  feed.stop();
});
