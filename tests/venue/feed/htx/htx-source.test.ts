import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { marketEndpoints } from "#protocol/api/market.ts";
import { createHtxSource } from "../../../../venue/feed/htx/htx-source.ts";
import type { MarketSource, Tick } from "../../../../venue/feed/market-source.ts";
import { SourceUnavailable } from "../../../../venue/feed/source-unavailable.ts";
import { createMarketHandlers } from "../../../../venue/market/handlers.ts";
import { openStore } from "../../../../venue/store/open-store.ts";
import { ask as askHandler } from "../../../harness/venue/ask-handler.ts";
import { FakeHtx } from "../../../harness/venue/fake-htx.ts";

const start = 1_583_494_380_000;
const clock = { at: start, now: () => clock.at };
let htx: FakeHtx;
let source: MarketSource;
let ticks: Tick[];

beforeEach(async () => {
  clock.at = start;
  htx = await FakeHtx.listen();
  ticks = [];
  source = createHtxSource({
    clock,
    random: () => 0.5,
    log: () => undefined,
    hosts: htx.hosts,
    top: 2,
    seconds: 1,
    requestsPerSecond: 1000,
  });
  source.onTick((tick) => ticks.push(tick));
});
afterEach(async () => {
  await source.close();
  htx.close();
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 1));
}

function wind(ms: number): void {
  clock.at += ms;
  source.tick(clock.at);
}

/** Started, with ten topics subscribed at the fake. */
async function connected(): Promise<void> {
  await source.start(clock.at);
  await until(() => htx.subscribed.length === 10 && source.tickers().length === 2);
  wind(1);
}

/** Pushes, and waits until the source has taken it in or refused it: a later ping is answered. */
async function pushed(topic: string, tick: unknown, ts = clock.at): Promise<void> {
  htx.push(`market.btcusdt.${topic}`, ts, tick);
  await settled();
}
async function settled(): Promise<void> {
  const mark = htx.pongs.length + 1;
  htx.send({ ping: mark });
  await until(() => htx.pongs.length === mark);
}

/** HTX says something every few seconds, or the connection would be given up. */
async function windToNextMinute(): Promise<void> {
  const end = clock.at + 60_000 - (clock.at % 60_000);
  while (clock.at < end) {
    wind(Math.min(5000, end - clock.at));
    await settled();
  }
}

const bbo = (bid: number, ask: number) => ({
  seqId: 1,
  symbol: "btcusdt",
  quoteTime: clock.at,
  bid,
  bidSize: 0.5,
  ask,
  askSize: 0.25,
});
const detail = (close: number) => ({
  id: 1,
  version: 1,
  open: 9000,
  high: Math.max(9200, close),
  low: Math.min(8900, close),
  close,
  amount: 12.5,
  vol: 113_750.123456,
  count: 77,
});
const trade = (tradeId: number, price: number, amount = 0.01) => ({
  id: `1${tradeId}`,
  tradeId,
  ts: clock.at - 5,
  price,
  amount,
  direction: "sell",
});
const candle = (id: number, close: number, amount = 1, count = 1) => ({
  id,
  open: 9100,
  close,
  low: Math.min(9100, close),
  high: Math.max(9100, close),
  amount,
  vol: amount * 9100,
  count,
});

describe("at the start", () => {
  test("the busiest online USDT symbols are offered with HTX's rules", async () => {
    await connected();
    expect(source.symbols().map((spec) => spec.symbol)).toEqual(["btcusdt", "ethusdt"]);
    expect(source.spec("btcusdt")).toEqual({
      symbol: "btcusdt",
      base: "BTC",
      quote: "USDT",
      name: "BTC",
      pricePrecision: 2,
      amountPrecision: 6,
      volPrecision: 4,
      state: "online",
      partition: "main",
      minOrderValue: "5",
      minOrderAmount: "0.0001",
      maxOrderAmount: "1000",
      maxOrderValue: "2000000",
      contract: { contractCode: "BTC-USDT", contractSize: "0.001" },
      second: true,
    });
    expect(source.spec("ethusdt")).toMatchObject({ contract: null, second: false });
    // What orders are filled by comes first.
    expect(htx.subscribed).toEqual(
      ["bbo", "depth.step0", "trade.detail", "detail", "kline.1min"].flatMap((topic) =>
        ["btcusdt", "ethusdt"].map((symbol) => `market.${symbol}.${topic}`),
      ),
    );
  });

  test("a pinned symbol stays, however quiet or offline it is", async () => {
    await source.close();
    source = createHtxSource({
      clock,
      random: () => 0.5,
      log: () => undefined,
      hosts: htx.hosts,
      top: 1,
      seconds: 1,
      pinned: ["offusdt", "idleusdt"],
      requestsPerSecond: 1000,
    });
    await source.start(clock.at);
    expect(source.symbols().map(({ symbol, state, second }) => [symbol, state, second])).toEqual([
      ["offusdt", "offline", false],
      ["btcusdt", "online", true],
      ["idleusdt", "online", false],
    ]);
  });

  test("figures come from detail.merged, whose day rolls, until the stream tells them", async () => {
    await connected();
    expect(source.ticker("btcusdt")).toEqual({
      symbol: "btcusdt",
      open: 907_895,
      high: 915_541,
      low: 898_800,
      close: 914_686,
      amount: 26_228_672_978,
      vol: 2_382_216_824_220,
      count: 265_846,
      bid: 914_686,
      bidSize: 80_758,
      ask: 914_687,
      askSize: 156_134,
      ts: start,
    });
    expect(source.health()).toEqual({ source: "htx", state: "live", lastTickTs: start, lagMs: 1 });
    await pushed("detail", detail(9150));
    expect(source.ticker("btcusdt")).toMatchObject({
      open: 900_000,
      close: 915_000,
      amount: 12_500_000,
      vol: 1_137_501_235,
      count: 77,
      bid: 914_686,
    });
  });

  test("out of reach, it starts halted, refuses reads with 100010 and gets there later", async () => {
    htx.isDown = true;
    await source.start(clock.at);
    expect(source.health().state).toBe("halted");
    const store = openStore({ dataDir: ":memory:", log: () => undefined, random: () => 0 });
    const market = createMarketHandlers({
      source,
      store,
      clock,
      currencies: { scaleOf: () => 8 },
      figures: { openInterest: async () => new Map() },
    });
    await expect(
      (async () =>
        askHandler(
          marketEndpoints.mergedTickerRank,
          market.mergedTickerRank,
          {},
          { now: clock.at },
        ))(),
    ).rejects.toMatchObject({ code: 100010 });
    await expect(
      askHandler(
        marketEndpoints.kline,
        market.kline,
        { symbol: "btcusdt", period: "1min" },
        { now: clock.at },
      ),
    ).rejects.toMatchObject({ code: 100010 });
    await expect(source.depth("btcusdt")).rejects.toThrow(SourceUnavailable);
    const asked = htx.requests.length;
    wind(1000);
    expect(htx.requests.length).toBe(asked);
    htx.isDown = false;
    wind(1000);
    await until(() => source.tickers().length === 2);
    wind(1);
    expect(source.health().state).toBe("live");
    expect(
      await askHandler(
        marketEndpoints.mergedTickerRank,
        market.mergedTickerRank,
        {},
        { now: clock.at },
      ),
    ).toHaveLength(2);
    await store.close();
  });

  test("without contracts spot goes on, and they come when they can", async () => {
    htx.answers.set("/linear-swap-api/v1/swap_contract_info", () => "<html>");
    await connected();
    expect(source.spec("btcusdt")?.contract).toBeNull();
    htx.answers.clear();
    wind(60_001);
    await until(() => {
      wind(0);
      return source.spec("btcusdt")?.contract !== null;
    });
  });
});

describe("the stream", () => {
  beforeEach(connected);

  test("is answered its pings", async () => {
    htx.send({ ping: 1_492_420_473_027 });
    await until(() => htx.pongs.includes(1_492_420_473_027));
  });

  test("moves quotes, book and trades, and a tick tells which symbols changed", async () => {
    ticks.length = 0;
    await pushed("bbo", bbo(9147.01, 9147.05));
    expect(source.ticker("btcusdt")).toMatchObject({
      bid: 914_701,
      bidSize: 500_000,
      ask: 914_705,
      askSize: 250_000,
    });
    await pushed("depth.step0", {
      version: 100_000_001,
      ts: clock.at,
      bids: [
        [9147, 1],
        [9146.5, 2],
      ],
      asks: [
        [9147.1, 0.5],
        [9148, 3],
        [9149, 0],
      ],
    });
    expect(await source.depth("btcusdt")).toMatchObject({
      symbol: "btcusdt",
      version: 100_000_001,
      bids: [
        [914_700, 1_000_000],
        [914_650, 2_000_000],
      ],
      asks: [
        [914_710, 500_000],
        [914_800, 3_000_000],
      ],
    });
    expect(ticks).toEqual([]);
    wind(100);
    expect(ticks).toEqual([{ ts: clock.at, symbols: ["btcusdt"] }]);
    wind(100);
    expect(ticks).toHaveLength(1);
  });

  test("trades are reported once, between any two ticks, however late they came", async () => {
    await pushed("trade.detail", { id: 1, ts: clock.at, data: [trade(1, 9147), trade(2, 9147.5)] });
    const from = ticks.at(-1)?.ts ?? 0;
    wind(100);
    const to = clock.at;
    await pushed("trade.detail", {
      id: 1,
      ts: clock.at,
      data: [trade(2, 9147.5), { ...trade(3, 9148), ts: clock.at - 5000 }],
    });
    wind(100);
    const between = async (a: number, b: number) =>
      (await source.tradesBetween("btcusdt", a + 1, b + 1)).map(({ id, price, direction }) => [
        id,
        price,
        direction,
      ]);
    expect(await between(from, to)).toEqual([
      ["1", 914_700, "sell"],
      ["2", 914_750, "sell"],
    ]);
    expect(await between(to, clock.at)).toEqual([["3", 914_800, "sell"]]);
    expect(source.ticker("btcusdt")?.close).toBe(914_800);
  });

  test("older trades are asked for once and stand behind those heard", async () => {
    htx.answers.set("/market/history/trade", () => ({
      status: "ok",
      data: [
        {
          id: 1,
          ts: 1,
          data: [
            {
              id: 1,
              "trade-id": 77,
              ts: 1_544_390_317_905,
              amount: 0.5,
              price: 9100,
              direction: "buy",
            },
          ],
        },
      ],
    }));
    await pushed("trade.detail", { data: [trade(78, 9147)] });
    wind(100);
    expect((await source.trades("btcusdt", 10)).map(({ id }) => id)).toEqual(["78", "77"]);
    await source.trades("btcusdt", 10);
    expect(
      htx.requests.filter((request) => request.startsWith("/market/history/trade")),
    ).toHaveLength(1);
  });

  test.each([
    ["no gzip", () => htx.sendRaw(Buffer.from("plain"))],
    ["text", () => htx.sendRaw('{"ping":1}')],
    ["no JSON", () => htx.send("{")],
    ["null", () => htx.send("null")],
    ["a bomb", () => htx.send(" ".repeat(5_000_000))],
    ["an unknown topic", () => htx.push("market.btcusdt.other", clock.at, {})],
    ["an unknown symbol", () => htx.push("market.__proto__.bbo", clock.at, {})],
    ["no tick", () => htx.push("market.btcusdt.bbo", clock.at, null)],
    ["zero", () => htx.push("market.btcusdt.bbo", clock.at, bbo(0, 9147))],
    ["a negative price", () => htx.push("market.btcusdt.detail", clock.at, detail(-9147))],
    [
      "infinity",
      () =>
        htx.send(
          `{"ch":"market.btcusdt.bbo","ts":${clock.at},"tick":{"bid":1e999,"bidSize":1,"ask":1e999,"askSize":1}}`,
        ),
    ],
    [
      "text for a number",
      () => htx.push("market.btcusdt.bbo", clock.at, { ...bbo(1, 2), bid: "NaN" }),
    ],
    ["a crossed quote", () => htx.push("market.btcusdt.bbo", clock.at, bbo(9148, 9147))],
    [
      "a crossed book",
      () =>
        htx.push("market.btcusdt.depth.step0", clock.at, { bids: [[9148, 1]], asks: [[9147, 1]] }),
    ],
    [
      "an unsorted book",
      () =>
        htx.push("market.btcusdt.depth.step0", clock.at, {
          bids: [
            [9146, 1],
            [9147, 1],
          ],
          asks: [[9148, 1]],
        }),
    ],
    [
      "an empty book",
      () => htx.push("market.btcusdt.depth.step0", clock.at, { bids: [], asks: [] }),
    ],
    [
      "a price a hundred times",
      () => htx.push("market.btcusdt.bbo", clock.at, bbo(914_700, 914_701)),
    ],
    [
      "a price 11 % off",
      () => htx.push("market.btcusdt.trade.detail", clock.at, { data: [trade(9, 9146.86 * 1.11)] }),
    ],
    [
      "a time far ahead",
      () => htx.push("market.btcusdt.bbo", clock.at + 3_600_000, bbo(9147, 9148)),
    ],
  ])("takes nothing from %s", async (_what, send) => {
    const before = source.ticker("btcusdt");
    ticks.length = 0;
    send();
    await settled();
    wind(1);
    expect(source.ticker("btcusdt")).toEqual(before);
    expect(ticks).toEqual([]);
  });

  test("what is older than what is known is dropped", async () => {
    await pushed("bbo", bbo(9147, 9148), clock.at);
    await pushed("bbo", bbo(9140, 9141), clock.at - 1);
    expect(source.ticker("btcusdt")?.bid).toBe(914_700);
    await pushed("depth.step0", { bids: [[9145, 1]], asks: [[9146, 1]] }, clock.at - 500);
    expect(source.ticker("btcusdt")?.bid).toBe(914_700);
    expect((await source.depth("btcusdt")).bids).toEqual([[914_500, 1_000_000]]);
  });

  test("a jump is believed when three ticks agree, not when they scatter", async () => {
    for (const bid of [12_000, 20_000, 12_000, 12_100]) await pushed("bbo", bbo(bid, bid + 1));
    expect(source.ticker("btcusdt")?.bid).toBe(914_686);
    await pushed("bbo", bbo(12_050, 12_051));
    expect(source.ticker("btcusdt")?.bid).toBe(1_205_000);
    await pushed("bbo", bbo(9147, 9148));
    expect(source.ticker("btcusdt")?.bid).toBe(1_205_000);
  });

  test("goes stale after 3 s, halted after 30 s, and comes back", async () => {
    clock.at += 10;
    await pushed("bbo", bbo(9147, 9148));
    const states = [3000, 1, 26_999, 1].map((ms) => {
      wind(ms);
      return source.health().state;
    });
    expect(states).toEqual(["live", "stale", "stale", "halted"]);
    expect(source.spec("btcusdt")?.state).toBe("suspend");
    wind(0);
    await until(() => htx.sockets.size === 0);
    await until(() => {
      wind(500);
      return htx.sockets.size === 1 && htx.subscribed.length === 20;
    });
    await pushed("bbo", bbo(9147, 9148));
    wind(1);
    expect(source.health().state).toBe("live");
    expect(source.spec("btcusdt")?.state).toBe("online");
    expect(source.spec("ethusdt")?.state).toBe("suspend");
  });

  test("is halted while what it heard lies ahead of a clock that was set back", async () => {
    await pushed("bbo", bbo(9147, 9148));
    wind(1);
    const states = [-1000, -1500, -60_000, 61_000].map((ms) => {
      wind(ms);
      return source.health().state;
    });
    expect(states).toEqual(["live", "halted", "halted", "live"]);
  });

  test("lost, it is tried again later and later, and subscribes again", async () => {
    htx.isDown = true;
    htx.dropAll();
    const waits: number[] = [];
    for (let tries = htx.upgrades, since = 0; waits.length < 4; since += 125) {
      wind(125);
      await new Promise((resolve) => setTimeout(resolve, 3));
      if (htx.upgrades === tries) continue;
      waits.push(since);
      [tries, since] = [htx.upgrades, 0];
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[3]).toBeGreaterThan(2 * (waits[1] ?? 0));
    htx.isDown = false;
    htx.subscribed.length = 0;
    await until(() => {
      wind(500);
      return htx.subscribed.length === 10;
    });
  });
});

describe("candles", () => {
  beforeEach(connected);
  const minute = Math.floor(start / 60_000) * 60;

  test("come newest first from HTX, oldest first from us, gaps filled, and the stream moves the last", async () => {
    htx.answers.set("/market/history/kline", () => ({
      status: "ok",
      data: [candle(minute, 9150, 2, 3), candle(minute - 180, 9120), candle(minute - 240, 9110)],
    }));
    const read = () => source.klines("btcusdt", "1min", { size: 4 });
    expect(await read()).toEqual([
      {
        id: minute - 180,
        open: 910_000,
        high: 912_000,
        low: 910_000,
        close: 912_000,
        amount: 1_000_000,
        vol: 91_000_000,
        count: 1,
      },
      ...[120, 60].map((ago) => ({
        id: minute - ago,
        open: 912_000,
        high: 912_000,
        low: 912_000,
        close: 912_000,
        amount: 0,
        vol: 0,
        count: 0,
      })),
      {
        id: minute,
        open: 910_000,
        high: 915_000,
        low: 910_000,
        close: 915_000,
        amount: 2_000_000,
        vol: 182_000_000,
        count: 3,
      },
    ]);
    await pushed("kline.1min", candle(minute, 9160, 3, 4));
    expect((await read()).at(-1)).toMatchObject({ close: 916_000, high: 916_000, count: 4 });
    await windToNextMinute();
    expect((await read()).at(-1)).toMatchObject({ id: minute + 60, open: 916_000, count: 0 });
    await pushed("kline.1min", candle(minute + 60, 9170, 1, 1));
    expect((await read()).at(-1)).toMatchObject({
      id: minute + 60,
      open: 910_000,
      close: 917_000,
      count: 1,
    });
    expect(htx.requests.filter((request) => request.includes("kline")).length).toBe(1);
  });

  test("a longer bucket gains what the minutes gained", async () => {
    const hour = Math.floor(start / 3_600_000) * 3600;
    htx.answers.set("/market/history/kline", () => ({
      status: "ok",
      data: [candle(hour, 9150, 10, 30)],
    }));
    await pushed("kline.1min", candle(minute, 9150, 2, 3));
    const read = async () => (await source.klines("btcusdt", "60min", { size: 1 })).at(-1);
    expect(await read()).toMatchObject({ amount: 10_000_000, count: 30 });
    await pushed("kline.1min", candle(minute, 9160, 2.5, 5));
    expect(await read()).toMatchObject({
      id: hour,
      close: 916_000,
      high: 916_000,
      amount: 10_500_000,
      count: 32,
    });
    await windToNextMinute();
    await pushed("kline.1min", candle(minute + 60, 9000, 1, 1));
    expect(await read()).toMatchObject({
      close: 900_000,
      low: 900_000,
      amount: 11_500_000,
      count: 33,
    });
  });

  test("a range older than what is held is asked for by from and to, once", async () => {
    htx.answers.set("/market/history/kline", () => ({
      status: "ok",
      data: [candle(minute, 9150)],
    }));
    const asked: string[] = [];
    htx.answers.set("/market/history/candles", (query) => {
      asked.push(`${query.get("from")}-${query.get("to")}`);
      return {
        status: "ok",
        data: [
          candle(minute - 7200, 9130),
          candle(minute - 7260, 9120),
          candle(minute - 9000, 9110),
        ],
      };
    });
    const read = () => source.klines("btcusdt", "1min", { from: minute - 7260, to: minute - 7140 });
    expect((await read()).map(({ id, count }) => [id, count])).toEqual([
      [minute - 7260, 1],
      [minute - 7200, 1],
    ]);
    expect(await read()).toHaveLength(2);
    expect(asked).toEqual([`${minute - 7260}-${minute - 7140}`]);
  });

  test("malformed candles are left out, and HTX's errors are 'unavailable'", async () => {
    htx.answers.set("/market/history/kline", () => ({
      status: "ok",
      data: [candle(minute, 9150), { ...candle(minute - 60, 9150), high: 1 }],
    }));
    const candles = await source.klines("btcusdt", "1min", { size: 2 });
    expect(candles.map(({ id }) => id)).toEqual([minute]);
    htx.answers.set("/market/history/kline", () => ({
      ts: 1490758171271,
      status: "error",
      "err-code": "invalid-parameter",
      "err-msg": "invalid period",
    }));
    await expect(source.klines("btcusdt", "1day", { size: 2 })).rejects.toThrow(SourceUnavailable);
    clock.at += 61_000;
    expect(await source.klines("btcusdt", "1min", { size: 1 })).toHaveLength(1);
  });
});

describe("index, mark and funding", () => {
  beforeEach(connected);

  test("the index is the median mid of the last 3 s, with no sample where there was none", async () => {
    wind(1000 - (clock.at % 1000));
    const second = clock.at / 1000;
    for (const [bid, ask] of [
      [9147, 9148],
      [9157, 9158],
      [9150, 9151],
    ] as const) {
      clock.at += 300;
      await pushed("bbo", bbo(bid, ask));
    }
    wind(100);
    expect(source.index("btcusdt", second + 1)).toBe(91_505_000);
    // The same quotes are there for the tick log, with HTX's times and ours.
    const log = source.quotes?.("btcusdt", second * 1000, (second + 1) * 1000);
    expect(log?.since).toBeLessThan(second * 1000);
    expect(log?.quotes.map(({ at, bid, ask }) => [at - second * 1000, bid, ask])).toEqual([
      [300, 914_700, 914_800],
      [600, 915_700, 915_800],
      [900, 915_000, 915_100],
    ]);
    expect(source.quotes?.("ethusdt", second * 1000, (second + 1) * 1000)).toBeUndefined();
    expect(source.quotes?.("btcusdt", second * 1000 - 3_600_000, second * 1000)).toBeUndefined();
    wind(5000);
    expect(source.index("btcusdt", second + 3)).toBe(91_505_000);
    expect(source.index("btcusdt", second + 4)).toBeUndefined();
    expect(source.index("btcusdt", second + 2)).toBeUndefined();
    expect(await source.klines("btcusdt", "1min", { size: 1 }, "index")).toMatchObject([
      { close: 915_050, amount: 0 },
    ]);
  });

  test("funding has HTX's rate and index, our mark, and eight hours to the next", async () => {
    await until(() => {
      wind(1);
      return htx.requests.some((request) => request.includes("/v5/market/funding_rate?"));
    });
    await pushed("bbo", bbo(9147, 9148));
    await pushed("detail", detail(9147));
    await until(() => {
      wind(1000);
      return source.funding("BTC-USDT") !== undefined;
    });
    expect(source.funding("BTC-USDT")).toMatchObject({
      contractCode: "BTC-USDT",
      fundingRate: "0.000083024939363172",
      estimatedRate: "0.000083024939363172",
      fundingTime: 1_781_251_200_000,
      nextFundingTime: 1_781_280_000_000,
      indexPrice: "9147.1230",
      lastPrice: "9147.00",
      ts: source.ticker("btcusdt")?.ts,
    });
    expect(source.mark("btcusdt")).toBe(91_475_000);
    expect(source.mark("ethusdt")).toBeUndefined();
  });
});
