import type { Server } from "node:http";
import { connect as openSocket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as v from "valibot";
import type { TickerRow } from "#protocol/api/market.ts";
import { secondsEndpoints } from "#protocol/api/seconds.ts";
import { applyRankChange } from "#protocol/api/rank-changes.ts";
import { signRequest, type SignedHeaders } from "#protocol/wire/signature.ts";
import { defaultLimits } from "../../../venue/settings/limits.ts";
import { createNotifyBus, type NotifyBus } from "../../../venue/deps/notify-bus.ts";
import type { StreamLimits } from "../../../venue/market/stream/stream-connection.ts";
import { createStream, type Stream } from "../../../venue/market/stream/stream.ts";
import { alice } from "../../harness/venue/ask-handler.ts";
import { FixedSource } from "../../harness/venue/fixed-source.ts";
import { serveStream, StreamClient } from "../../harness/venue/stream-client.ts";

let source: FixedSource;
let bus: NotifyBus;
let stream: Stream;
let server: Server;
let url: string;
let clients: StreamClient[];
let faults: string[];
/** Sessions that are over without a word. */
let over: Set<string>;

async function restart(streamLimits: Partial<StreamLimits> = {}, limits = defaultLimits) {
  stream = createStream({
    source,
    bus,
    settings: { limits },
    streamLimits,
    clock: { now: () => source.now },
    log: (_level, event) => faults.push(event),
    authenticate: async (headers: SignedHeaders) =>
      headers.userid === alice.id &&
      headers.sign ===
        signRequest({ id: alice.id, token: "t" }, headers.nonce, Number(headers.timestamp)).sign
        ? alice
        : null,
    liveSessions: async (ids) => new Set(ids.filter((id) => !over.has(id))),
  });
  ({ url, server } = await serveStream(stream));
}

function connect(path = "/api/ws"): Promise<StreamClient> {
  const client = new StreamClient(url + path);
  clients.push(client);
  return client.open();
}

function stop(): void {
  for (const client of clients) client.socket.terminate();
  stream.close();
  server.close();
  server.closeAllConnections();
}

beforeEach(async () => {
  clients = [];
  faults = [];
  over = new Set();
  source = new FixedSource();
  bus = createNotifyBus();
  await restart();
});
afterEach(() => {
  stop();
  expect(faults).toEqual([]);
});

const signed = () => signRequest({ id: alice.id, token: "t" }, "0123abc", 1_700_000_000);

describe("words", () => {
  test("sub, push, unsub", async () => {
    const client = await connect();
    expect(await client.answer({ sub: "market.btcusdt.detail", id: "id1" })).toEqual({
      id: "id1",
      status: "ok",
      subbed: "market.btcusdt.detail",
      ts: source.now,
    });
    expect(await client.push("market.btcusdt.detail")).toMatchObject({
      ts: source.now,
      tick: { close: 60_000, count: 0 },
    });
    source.addTrade("btcusdt", { price: 6_000_123, amount: 1 });
    source.advance(1000);
    expect(await client.push("market.btcusdt.detail")).toMatchObject({
      ts: source.now,
      tick: { close: 60_001.23, count: 1 },
    });
    expect(await client.answer({ unsub: "market.btcusdt.detail", id: 2 })).toMatchObject({
      id: 2,
      status: "ok",
      unsubbed: "market.btcusdt.detail",
    });
    source.addTrade("btcusdt", { price: 6_000_124, amount: 1 });
    source.advance(1000);
    expect(await client.drain()).toEqual([]);
  });

  test("what did not change is not pushed again", async () => {
    const [one, two] = [await connect(), await connect()];
    for (const client of [one, two]) await client.answer({ sub: "market.btcusdt.bbo", id: "a" });
    for (const client of [one, two])
      expect(await client.push("market.btcusdt.bbo")).toMatchObject({
        tick: { bid: 59_999.99, bidSize: 1, ask: 60_000.01, askSize: 1, symbol: "btcusdt" },
      });
    source.setTicker("btcusdt", { bid: 5_999_000 });
    for (let n = 0; n < 5; n++) source.advance(1000);
    for (const client of [one, two])
      expect(await client.push("market.btcusdt.bbo")).toMatchObject({ tick: { bid: 59_990 } });
    for (const client of [one, two]) expect(await client.drain()).toEqual([]);
  });

  test("a ping is answered, two that we sent may go unanswered, the third time the client is gone", async () => {
    const [answers, silent] = [await connect(), await connect()];
    for (let n = 0; n < 3; n++) {
      stream.tick(source.advance(4999));
      stream.tick(source.advance(1));
      if (n < 2)
        for (const client of [answers, silent])
          await client.next((message) => message["ping"] === source.now);
      answers.say({ pong: source.now });
      expect(await answers.drain()).toEqual(n < 2 ? [] : [{ ping: source.now }]);
    }
    expect(await silent.closed).toBe(1001);
    while (stream.connections() > 1) await new Promise(setImmediate);
  });

  test("gzip frames where asked for, and always at HTX's own path", async () => {
    for (const path of ["/api/ws?gzip=1", "/htx/ws"]) {
      const client = await connect(path);
      await client.answer({ sub: "market.btcusdt.detail", id: "a" });
      await client.push("market.btcusdt.detail");
      expect(client.isGzip).toBe(true);
    }
    await expect(connect("/api/other")).rejects.toThrow();
  });
});

describe("topics", () => {
  const pushOf = async (client: StreamClient, topic: string) => (await client.push(topic))["tick"];

  test("kline pushes the bucket's last state before the next bucket's first", async () => {
    const topic = "market.btcusdt.kline.1min";
    const candle = (id: number, close: number) => ({
      id,
      open: 1,
      high: 9,
      low: 1,
      close,
      amount: 0,
      vol: 0,
      count: 0,
    });
    source.setCandles("btcusdt", "1min", [candle(60, 2)]);
    const client = await connect();
    await client.answer({ sub: topic, id: "a" });
    expect(await pushOf(client, topic)).toMatchObject({ id: 60, close: 0.02 });
    source.advance(1000);
    expect(await pushOf(client, topic)).toMatchObject({ id: 60, close: 0.02 });
    source.setCandles("btcusdt", "1min", [candle(60, 5), candle(120, 6)]);
    source.advance(1000);
    expect(await pushOf(client, topic)).toMatchObject({ id: 60, close: 0.05 });
    expect(await pushOf(client, topic)).toMatchObject({ id: 120, close: 0.06 });
  });

  test("depth merges, trades come once each", async () => {
    const client = await connect();
    await client.answer({ sub: "market.btcusdt.depth.step1", id: "a" });
    expect(await pushOf(client, "market.btcusdt.depth.step1")).toMatchObject({
      bids: [[59_999.9, 1]],
      asks: [[60_000.1, 1]],
    });
    await client.answer({ sub: "market.btcusdt.trade.detail", id: "b" });
    source.advance(1000);
    for (const price of [6_000_001, 6_000_002])
      source.addTrade("btcusdt", { price, amount: 1, ts: source.now + 1 });
    source.advance(1000);
    source.advance(1000);
    const tick = (await pushOf(client, "market.btcusdt.trade.detail")) as {
      data: { price: number; tradeId: string }[];
    };
    expect(tick.data.map(({ price }) => price)).toEqual([60_000.01, 60_000.02]);
    expect(
      (await client.drain()).filter((message) => message["ch"] === "market.btcusdt.trade.detail"),
    ).toEqual([]);
  });

  test("mbp increments start from the answer to req and lead to the book", async () => {
    const topic = "market.btcusdt.mbp.150";
    const client = await connect();
    await client.answer({ sub: topic, id: "a" });
    source.advance(1000);
    const start = (await client.answer({ req: topic, id: "b" }))["data"] as {
      seqNum: number;
      bids: number[][];
    };
    expect(start.bids).toEqual([[59_999.99, 1]]);
    source.setBook("btcusdt", {
      bids: [
        [5_999_999, 2_000_000],
        [5_999_998, 5],
      ],
    });
    source.advance(1000);
    expect(await pushOf(client, topic)).toMatchObject({
      prevSeqNum: start.seqNum,
      bids: [
        [59_999.99, 2],
        [59_999.98, 0.000005],
      ],
      asks: [],
    });
    const version = source.setBook("btcusdt", { bids: [[5_999_998, 5]] }).version;
    source.advance(1000);
    expect(await pushOf(client, topic)).toEqual({
      seqNum: version,
      prevSeqNum: version - 1,
      bids: [[59_999.99, 0]],
      asks: [],
    });
  });

  test("mark and funding go by contract code", async () => {
    source.setFunding({
      contractCode: "BTC-USDT",
      fundingRate: "0.0001",
      estimatedRate: "0.0002",
      realizedRate: "0",
      fundingTime: 1,
      nextFundingTime: 2,
      indexPrice: "1",
      markPrice: "1",
      lastPrice: "1",
      ts: 5,
    });
    source.setMark("btcusdt", 600_000_123);
    const client = await connect();
    await client.answer({ sub: "market.btc-usdt.mark", id: "a" });
    expect(await pushOf(client, "market.btc-usdt.mark")).toMatchObject({
      contract_code: "BTC-USDT",
      mark_price: "60000.0123",
    });
    await client.answer({ sub: "market.BTC-USDT.funding", id: "b" });
    expect(await pushOf(client, "market.BTC-USDT.funding")).toMatchObject({
      funding_rate: "0.0001",
      estimated_rate: "0.0002",
    });
  });

  test("the index is each second once, with those that came since the last push", async () => {
    const topic = "market.btcusdt.index";
    const second = Math.floor(source.now / 1000);
    const samples = (from: number, units: number[]) => source.setIndex("btcusdt", from, units);
    samples(second, [600_000_123]);
    const client = await connect();
    await client.answer({ sub: topic, id: "a" });
    const whole = secondsEndpoints.secondIndex.data;
    const pushed = async () => {
      const { symbol, from, samples: prices } = v.parse(whole, await pushOf(client, topic));
      return [symbol, from - second, ...prices];
    };
    expect(await pushed()).toEqual(["btcusdt", 0, "60000.0123"]);
    samples(second + 1, [600_000_200]);
    source.advance(1000);
    expect(await pushed()).toEqual(["btcusdt", 0, "60000.0123", "60000.0200"]);
    samples(second + 2, [1]);
    samples(second + 4, [2]);
    source.advance(3000);
    expect(await pushed()).toEqual(["btcusdt", 2, "0.0001", null, "0.0002"]);
    // A second whose sample comes after its first tick is pushed with the next.
    source.advance(1000);
    samples(second + 5, [3]);
    source.advance(200);
    expect(await pushed()).toEqual(["btcusdt", 5, "0.0003"]);
  });

  test("req reads candles, trades and books", async () => {
    source.setCandles(
      "btcusdt",
      "1min",
      [60, 120, 180].map((n) => ({
        id: 1_599_999_960 + n,
        open: 1,
        high: 1,
        low: 1,
        close: 1,
        amount: 0,
        vol: 0,
        count: 0,
      })),
    );
    source.addTrade("btcusdt", { price: 7, amount: 1 });
    const client = await connect();
    const kline = (id: string, range: object) =>
      client.answer({ req: "market.btcusdt.kline.1min", id, ...range });
    expect(await kline("a", { from: 1_600_000_020, to: 1_600_000_080 })).toMatchObject({
      status: "ok",
      rep: "market.btcusdt.kline.1min",
      data: [{ id: 1_600_000_020 }, { id: 1_600_000_080 }],
    });
    expect(await kline("b", { from: 1_600_000_020, to: 1_600_000_020 + 300 * 60 })).toMatchObject({
      status: "error",
      "err-code": "bad-request",
    });
    expect(await kline("c", { from: 1, to: 1_600_000_020 })).toMatchObject({ status: "error" });
    expect(await client.answer({ req: "market.btcusdt.trade.detail", id: "d" })).toMatchObject({
      data: [{ price: 0.07 }],
    });
    expect(await client.answer({ req: "market.btcusdt.depth.step0", id: "e" })).toMatchObject({
      data: { version: 1 },
    });
    source.setUnavailable(true);
    expect(await client.answer({ req: "market.rank", id: "f" })).toMatchObject({ data: [] });
  });
});

describe("market.rank", () => {
  const rows = async (client: StreamClient) =>
    ((await client.push("market.rank"))["tick"] as { symbol: string; close: number }[]).map(
      ({ symbol, close }) => [symbol, close],
    );

  test("gives the whole list first, then what changed, as often as asked for", async () => {
    const [usual, fast] = [await connect(), await connect()];
    await usual.answer({ sub: "market.rank", id: "a" });
    await fast.answer({ sub: "market.rank", id: "a", interval_ms: 100 });
    for (const client of [usual, fast])
      expect(await rows(client)).toEqual([
        ["btcusdt", 60_000],
        ["dogeusdt", 6],
      ]);
    source.setTicker("btcusdt", { close: 6_000_001 });
    source.advance(100);
    expect(await rows(fast)).toEqual([["btcusdt", 60_000.01]]);
    source.setTicker("btcusdt", { close: 6_000_002 });
    source.setTicker("dogeusdt", { close: 1 });
    source.advance(100);
    expect(await rows(fast)).toEqual([
      ["btcusdt", 60_000.02],
      ["dogeusdt", 0.000001],
    ]);
    expect(await usual.drain()).toEqual([]);
    stream.tick(source.advance(800));
    expect(await rows(usual)).toEqual([
      ["btcusdt", 60_000.02],
      ["dogeusdt", 0.000001],
    ]);
    expect(await usual.drain()).toEqual([]);
  });

  test("a new interval takes the place of the old one", async () => {
    const client = await connect();
    await client.answer({ sub: "market.rank", id: "a", interval_ms: 100 });
    await client.answer({ sub: "market.rank", id: "b", interval_ms: 10_000 });
    await rows(client);
    source.setTicker("btcusdt", { close: 1 });
    source.advance(5000);
    expect(await client.drain()).toEqual([]);
    expect(await client.answer({ sub: "market.rank", id: "c", interval_ms: 99 })).toMatchObject({
      status: "error",
    });
  });
});

describe("market.rank in changed figures alone", () => {
  interface Frame {
    ts: number;
    tick?: TickerRow[];
    changes?: unknown[];
  }

  /** What a client holds that applies each frame. */
  class Held {
    readonly rows = new Map<string, TickerRow>();
    readonly client: StreamClient;

    constructor(client: StreamClient) {
      this.client = client;
    }

    async take(): Promise<Frame> {
      const frame = (await this.client.push("market.rank")) as unknown as Frame;
      for (const row of frame.tick ?? []) this.rows.set(row.symbol, row);
      for (const entry of frame.changes ?? []) {
        const row = applyRankChange(entry, frame.ts, (symbol) => this.rows.get(symbol));
        expect(row).toBeDefined();
        if (row) this.rows.set(row.symbol, row);
      }
      return frame;
    }
  }

  const follow = async (interval_ms = 1000) => {
    const held = new Held(await connect());
    await held.client.answer({ sub: "market.rank", id: "a", form: "changes", interval_ms });
    await held.take();
    return held;
  };
  const whole = async () => {
    const client = await connect();
    const { data } = await client.answer({ req: "market.rank", id: "w" });
    return new Map((data as TickerRow[]).map((row) => [row.symbol, row]));
  };

  test("a frame has the figures that changed and the age of the row, and nothing else", async () => {
    const held = await follow(100);
    source.setTicker("btcusdt", { close: 6_000_001 });
    source.advance(100);
    const { tick, changes } = await held.take();
    expect(tick).toBeUndefined();
    // The first bit is the last price, the second the change of the day.
    expect(changes).toEqual([["btcusdt", 100, 1, 60_000.01]]);
    expect(held.rows).toEqual(await whole());
  });

  test("who joins between two frames misses no figure that goes back before the next", async () => {
    const first = await follow();
    source.setTicker("btcusdt", { bidSize: 7 });
    stream.tick(source.advance(300));
    const second = await follow();
    source.setTicker("btcusdt", { bidSize: 100_000 });
    stream.tick(source.advance(700));
    for (const held of [first, second]) {
      await held.take();
      expect(held.rows).toEqual(await whole());
    }
  });

  test("another interval begins with the whole list, so that nothing pending is lost", async () => {
    const held = await follow();
    source.setTicker("dogeusdt", { close: 2 });
    stream.tick(source.advance(300));
    await held.client.answer({ sub: "market.rank", id: "b", form: "changes", interval_ms: 5000 });
    expect((await held.take()).tick).toHaveLength(2);
    expect(held.rows).toEqual(await whole());
  });

  test("a client that names figures gets those, and the age of rows in which only others changed", async () => {
    const client = await connect();
    await client.answer({
      sub: "market.rank",
      id: "a",
      form: "changes",
      figures: ["close", "vol"],
      interval_ms: 100,
    });
    await client.push("market.rank");
    source.setTicker("btcusdt", { close: 6_000_001, bid: 5_999_000 });
    source.setTicker("dogeusdt", { bid: 3 });
    source.advance(100);
    expect(await client.push("market.rank")).toMatchObject({
      changes: [
        ["btcusdt", 100, 1, 60_000.01],
        ["dogeusdt", 100, 0],
      ],
    });
    expect(
      await client.answer({ sub: "market.rank", id: "b", form: "changes", figures: ["ts"] }),
    ).toMatchObject({ status: "error" });
  });

  test("an entry that is no entry, or of an unknown symbol, changes nothing", () => {
    const row = { symbol: "btcusdt", close: 1, ts: 5 } as TickerRow;
    const rowOf = (symbol: string) => (symbol === "btcusdt" ? row : undefined);
    expect(applyRankChange(["btcusdt", 1, 1, 2], 10, rowOf)).toEqual({ ...row, close: 2, ts: 9 });
    for (const entry of [
      null,
      "btcusdt",
      [],
      ["ethusdt", 0, 1, 2],
      ["btcusdt", 0, 1],
      ["btcusdt", 0, 1, "2"],
      ["btcusdt", 0, 0, 2],
      ["btcusdt", 0.5, 1, 2],
      ["btcusdt", "0", 1, 2],
      ["btcusdt", null, 1, 2],
      ["btcusdt", 0, 1 << 20, 2],
    ])
      expect(applyRankChange(entry, 10, rowOf)).toBeUndefined();
  });
});

describe("private topics", () => {
  test("need a good signature, and reach their user alone", async () => {
    const [client, stranger] = [await connect(), await connect()];
    expect(await client.answer({ sub: "user.wallet", id: "a" })).toMatchObject({
      status: "error",
      "err-code": "invalid-auth",
    });
    expect(
      await client.answer({ op: "auth", id: "b", ...signed(), sign: "0".repeat(32) }),
    ).toMatchObject({ op: "auth", status: "error" });
    expect(await client.answer({ op: "auth", id: "c", ...signed(), nonce: "x" })).toMatchObject({
      status: "error",
    });
    expect(await client.answer({ op: "auth", id: "d", ...signed() })).toMatchObject({
      op: "auth",
      status: "ok",
      userid: "7",
    });
    await client.answer({ sub: "user.wallet", id: "e" });
    bus.notify("7", "user.wallet", "balance", { flag: "USDT" });
    expect(await client.next((message) => message["op"] === "notify")).toEqual({
      op: "notify",
      topic: "user.wallet",
      ts: source.now,
      event: "balance",
      data: { flag: "USDT" },
    });
    bus.notify("7", "user.coin", "filled", {});
    bus.notify("8", "user.wallet", "balance", {});
    expect(await client.drain()).toEqual([]);
    expect(await stranger.drain()).toEqual([]);
  });

  test("a session whose account was blocked loses its topics", async () => {
    const client = await connect();
    await client.answer({ op: "auth", id: "a", ...signed() });
    await client.answer({ sub: "user.wallet", id: "b" });
    await client.answer({ op: "auth", id: "c", ...signed(), sign: "0".repeat(32) });
    bus.notify("7", "user.wallet", "balance", {});
    expect(await client.drain()).toEqual([]);
  });

  test("end with a session that is over without a word, at the next look; others stay", async () => {
    const [client, visitor] = [await connect(), await connect()];
    await client.answer({ op: "auth", id: 1, ...signed() });
    stream.tick(source.now + 15_000);
    await client.drain();
    over.add("s1");
    stream.tick(source.now + 16_999);
    // Still there, and answering.
    await client.drain();
    stream.tick(source.now + 17_000);
    expect(await client.closed).toBe(4401);
    await visitor.drain();
  });

  test.each([
    ["session", () => bus.endSession("s1")],
    ["user", () => bus.endUser("7")],
  ] as const)("end with the %s", async (_what, end) => {
    const [client, visitor] = [await connect(), await connect()];
    await client.answer({ op: "auth", id: "a", ...signed() });
    bus.endSession("other");
    end();
    expect(await client.closed).toBe(4401);
    expect(await visitor.drain()).toEqual([]);
  });
});

describe("what is too much or no sense", () => {
  test.each([
    ["no json", "{", "not json string"],
    ["a list of nothing", "[]", "invalid request"],
    ["binary", Buffer.from("{}"), "not json string"],
    ["an empty object", "{}", "invalid request"],
    ["depth", "[".repeat(1000) + "]".repeat(1000), "not json string"],
    ["a repeated key", '{"sub":"a","sub":"b"}', "not json string"],
    [
      "a topic of no kind",
      { sub: "market.btcusdt.nothing" },
      "invalid topic market.btcusdt.nothing",
    ],
    [
      "a period of no kind",
      { sub: "market.btcusdt.kline.2min" },
      "invalid topic market.btcusdt.kline.2min",
    ],
    [
      "a prototype's name",
      { sub: "market.__proto__.detail" },
      "invalid topic market.__proto__.detail",
    ],
    ["an unknown symbol", { sub: "market.nousdt.detail" }, "invalid symbol nousdt"],
    ["an unknown contract", { sub: "market.DOGE-USDT.mark" }, "invalid symbol DOGE-USDT"],
    ["a topic that is a number", { sub: 5 }, "invalid request"],
    [
      "unsub without sub",
      { unsub: "market.btcusdt.detail" },
      "unsub with not subbed topic market.btcusdt.detail",
    ],
    ["an endless ping", '{"ping":1e999}', "invalid request"],
  ])("%s gets HTX's error and the stream goes on", async (_what, message, reason) => {
    const client = await connect();
    client.say(message);
    expect(await client.next((heard) => heard["status"] === "error")).toMatchObject({
      "err-code": "bad-request",
      "err-msg": reason,
      ts: source.now,
    });
    expect(await client.drain()).toEqual([]);
  });

  test("a message over 4 KB closes the stream", async () => {
    const client = await connect();
    client.say(JSON.stringify({ sub: "x".repeat(4096) }));
    expect(await client.closed).toBe(1009);
  });

  test("at most so many topics, and leaving one makes room", async () => {
    stop();
    await restart({ topics: 2 });
    const client = await connect();
    for (const topic of ["market.rank", "market.btcusdt.bbo"])
      expect(await client.answer({ sub: topic, id: topic })).toMatchObject({ status: "ok" });
    expect(await client.answer({ sub: "market.btcusdt.detail", id: "c" })).toMatchObject({
      status: "error",
      "err-msg": "too many topics, at most 2",
    });
    expect(await client.answer({ sub: "market.rank", id: "d" })).toMatchObject({ status: "ok" });
    await client.answer({ unsub: "market.rank", id: "e" });
    expect(await client.answer({ sub: "market.btcusdt.detail", id: "f" })).toMatchObject({
      status: "ok",
    });
  });

  test("too many messages are refused, then the client is gone; the allowance grows back", async () => {
    stop();
    await restart({ messageBurst: 3, messagesPerSecond: 1 });
    const client = await connect();
    const ask = () => client.answer({ sub: "market.nothing.detail", id: "a" });
    for (let n = 0; n < 3; n++)
      expect(await ask()).toMatchObject({ "err-msg": "invalid symbol nothing" });
    client.say({ ping: 1 });
    expect(await client.next((message) => message["status"] === "error")).toMatchObject({
      "err-msg": "429 too many request",
    });
    source.advance(2000);
    expect(await ask()).toMatchObject({ "err-msg": "invalid symbol nothing" });
    for (let n = 0; n < 5; n++) client.say({ ping: 1 });
    expect(await client.closed).toBe(1008);
  });

  test("sockets of one IPv6 household count together, and a refused one is not left half open", async () => {
    stop();
    await restart({}, { ...defaultLimits, streamsPerAddress: 1 });
    server.removeAllListeners("upgrade");
    const hosts = ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"];
    server.on(
      "upgrade",
      (request, socket, head) => void stream.upgrade(request, socket, head, hosts.shift() ?? ""),
    );
    await connect();
    const peer = openSocket({
      port: Number(new URL(url).port),
      host: "127.0.0.1",
      allowHalfOpen: true,
    });
    const answer = new Promise<string>((heard) =>
      peer.once("data", (data: Buffer) => heard(data.toString())),
    );
    peer.write(
      "GET /api/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    );
    expect(await answer).toMatch(/^HTTP\/1\.1 429 /);
    let isReset = false;
    peer.once("error", () => (isReset = true));
    while (!isReset) {
      peer.write("more");
      await new Promise(setImmediate);
    }
    await connect();
  }, 5000);

  test("only so many sockets, and so many of one address", async () => {
    stop();
    await restart({}, { ...defaultLimits, streamsPerAddress: 2 });
    const [first] = [await connect(), await connect()];
    await expect(connect()).rejects.toThrow("429");
    first.socket.close();
    await first.closed;
    while (stream.connections() > 1) await new Promise(setImmediate);
    await connect();
    stop();
    await restart({}, { ...defaultLimits, sockets: 0 });
    await expect(connect()).rejects.toThrow("503");
  });

  test("a client that does not read is dropped, its neighbour is served", async () => {
    stop();
    await restart({ bufferedBytes: 200_000 });
    const [slow, good] = [await connect(), await connect()];
    for (const client of [slow, good])
      await client.answer({ sub: "market.btcusdt.depth.step0", id: "a" });
    slow.socket.pause();
    for (let n = 0; stream.connections() === 2 && n < 5000; n++) {
      source.setBook("btcusdt", {
        bids: Array.from({ length: 150 }, (_, k) => [5_000_000 - k - n, n + k + 1] as const),
      });
      source.advance(1);
      await good.push("market.btcusdt.depth.step0");
    }
    expect(stream.connections()).toBe(1);
    expect(await good.answer({ unsub: "market.btcusdt.depth.step0", id: "b" })).toMatchObject({
      status: "ok",
    });
  });
});

test("each batch is serialised once however many listen", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => connect()));
  let reads = 0;
  const depth = source.depth.bind(source);
  source.depth = (symbol) => {
    reads++;
    return depth(symbol);
  };
  for (const client of all) {
    await client.answer({ sub: "market.btcusdt.depth.step0", id: "a" });
    await client.push("market.btcusdt.depth.step0");
  }
  reads = 0;
  source.setBook("btcusdt", { bids: [[5, 5]] });
  source.advance(1000);
  for (const client of all)
    expect(await client.push("market.btcusdt.depth.step0")).toMatchObject({
      tick: { bids: [[0.05, 0.000005]] },
    });
  expect(reads).toBe(1);
});
