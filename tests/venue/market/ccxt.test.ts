import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { periods } from "#protocol/api/market.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { shiftBucket, bucketStart } from "../../../venue/feed/candle-buckets.ts";
// The package offers only all its exchanges at once, which take seconds to load.
import htx from "../../../node_modules/ccxt/js/src/htx.js";
import proHtx from "../../../node_modules/ccxt/js/src/pro/htx.js";
import { TooMany } from "../../../venue/store/refusal.ts";
import { ccxtSettings } from "../../harness/venue/ccxt-settings.ts";
import { FixedSource, fixedStart } from "../../harness/venue/fixed-source.ts";
import { serveVenue, type ServedVenue } from "../../harness/venue/served-venue.ts";

const timeframes = {
  "1min": "1m",
  "5min": "5m",
  "15min": "15m",
  "30min": "30m",
  "60min": "1h",
  "4hour": "4h",
  "1day": "1d",
  "1week": "1w",
  "1mon": "1M",
  "1year": "1y",
} as const;
const nowSec = fixedStart / 1000;
/** The start of the bucket so many before the live one. */
const bucketAt = (period: (typeof periods)[number], back: number) =>
  shiftBucket(period, bucketStart(period, nowSec), -back);

let source: FixedSource;
let served: ServedVenue;
let client: htx;

beforeEach(async () => {
  source = new FixedSource();
  served = await serveVenue({ source });
  client = new htx(ccxtSettings(served.host));
  source.setTicker("btcusdt", {
    open: 5_900_000,
    high: 6_100_000,
    low: 5_800_000,
    close: 6_000_000,
    amount: 12_345_678,
    vol: 740_740_680_000,
    count: 99,
    bid: 5_999_900,
    bidSize: 1_500_000,
    ask: 6_000_100,
    askSize: 250_000,
  });
  source.setBook("btcusdt", {
    bids: Array.from({ length: 150 }, (_, n) => [5_999_900 - n * 10, 1_000_000 + n] as const),
    asks: Array.from({ length: 150 }, (_, n) => [6_000_100 + n * 10, 2_000_000 + n] as const),
  });
  for (let n = 0; n < 30; n++)
    source.addTrade("btcusdt", {
      price: 6_000_000 + n,
      amount: 1000 + n,
      direction: n % 3 === 0 ? "sell" : "buy",
      ts: fixedStart - 3000 + n * 100,
    });
  for (const period of periods) {
    source.setCandles(
      "btcusdt",
      period,
      Array.from({ length: 40 }, (_, at) => {
        const open = 6_000_000 + at * 100;
        return {
          id: bucketAt(period, 39 - at),
          open,
          high: open + 500,
          low: open - 500,
          close: open + 100,
          amount: 1_000_000 + at,
          vol: 6_000_000_000,
          count: at,
        };
      }),
    );
  }
});

/** What our own API says. */
const { market } = api;
const ours = () => served.venue.visitor;

describe("markets", () => {
  test("loadMarkets: symbols with their precision and limits, contracts too", async () => {
    const markets = await client.loadMarkets();
    expect(
      Object.keys(markets)
        .filter((symbol) => markets[symbol]?.active)
        .sort(),
    ).toEqual(["BTC/USDT", "BTC/USDT:USDT", "DOGE/USDT"]);
    // ccxt takes an empty list of coin-margined contracts for a failure.
    expect(markets["NONE/USD:NONE"]).toMatchObject({ active: false, inverse: true });
    const row = (await ours().ask(market.symbols, {})).find(({ symbol }) => symbol === "btcusdt");
    expect(markets["BTC/USDT"]).toMatchObject({
      id: "btcusdt",
      base: "BTC",
      quote: "USDT",
      spot: true,
      active: true,
      precision: { price: 0.01, amount: 0.000001 },
      limits: {
        amount: {
          min: row?.["limit-order-min-order-amt"],
          max: row?.["limit-order-max-order-amt"],
        },
        cost: { min: row?.["min-order-value"] },
      },
    });
    expect(markets["BTC/USDT:USDT"]).toMatchObject({
      id: "BTC-USDT",
      swap: true,
      linear: true,
      contractSize: 0.001,
      active: true,
      precision: { price: 0.01 },
    });
    expect(client.priceToPrecision("BTC/USDT", 60_000.126)).toBe("60000.13");
  });

  test("a suspended symbol is not active", async () => {
    source.setSymbolState("dogeusdt", "suspend");
    expect((await client.loadMarkets())["DOGE/USDT"]).toMatchObject({ active: false });
  });

  test("fetchCurrencies, fetchTradingLimits, fetchTime, fetchStatus", async () => {
    expect(Object.keys(await client.fetchCurrencies()).sort()).toEqual(["BTC", "DOGE", "USDT"]);
    expect(await client.fetchTradingLimits(["BTC/USDT"])).toMatchObject({
      "BTC/USDT": { limits: { amount: { min: 0.000001, max: 1000 } } },
    });
    expect(await client.fetchTime()).toBe(await ours().ask(market.timestamp, {}));
    expect(await client.fetchTime({ type: "swap" })).toBe(served.venue.now());
    expect(await client.fetchStatus()).toMatchObject({ status: "ok" });
    expect(await client.fetchStatus({ type: "swap", subType: "linear" })).toMatchObject({
      status: "ok",
    });
    source.setHealth("halted");
    expect(await client.fetchStatus()).toMatchObject({ status: "maintenance" });
    expect(await client.fetchStatus({ type: "swap", subType: "linear" })).toMatchObject({
      status: "maintenance",
    });
  });
});

describe("prices", () => {
  test("fetchTicker and fetchTickers say what our API says", async () => {
    const row = (await ours().ask(market.mergedTickerRank, {})).find(
      ({ symbol }) => symbol === "btcusdt",
    );
    const wanted = {
      symbol: "BTC/USDT",
      open: row?.open,
      high: row?.high,
      low: row?.low,
      close: row?.close,
      last: row?.close,
      bid: row?.bid,
      bidVolume: row?.bidSize,
      ask: row?.ask,
      askVolume: row?.askSize,
      baseVolume: row?.amount,
      quoteVolume: row?.vol,
    };
    expect(await client.fetchTicker("BTC/USDT")).toMatchObject({
      ...wanted,
      timestamp: row?.ts,
    });
    const tickers = await client.fetchTickers();
    expect(Object.keys(tickers).sort()).toEqual(["BTC/USDT", "DOGE/USDT"]);
    expect(tickers["BTC/USDT"]).toMatchObject(wanted);
    expect(Object.keys(await client.fetchTickers(["DOGE/USDT"]))).toEqual(["DOGE/USDT"]);
    expect(tickers["BTC/USDT"]?.percentage).toBeCloseTo((row?.change ?? 0) * 100, 3);
  });

  test("a ticker is as old as its quote", async () => {
    source.setTicker("btcusdt", { ts: fixedStart - 45_000 });
    source.setTicker("dogeusdt", { ts: fixedStart - 5000 });
    source.setHealth("halted");
    expect((await client.fetchTicker("BTC/USDT")).timestamp).toBe(fixedStart - 45_000);
    const tickers = await client.fetchTickers();
    expect(tickers["BTC/USDT"]?.timestamp).toBe(fixedStart - 45_000);
    expect(tickers["DOGE/USDT"]?.timestamp).toBe(fixedStart - 5000);
  });

  test.each([undefined, 5, 10, 20, 150])("fetchOrderBook, %s levels", async (limit) => {
    const book = await client.fetchOrderBook("BTC/USDT", limit);
    const { tick } = await ours().ask(market.depth, {
      symbol: "btcusdt",
      type: "step0",
      depth: limit ?? 150,
    });
    expect(book).toMatchObject({
      symbol: "BTC/USDT",
      bids: tick.bids,
      asks: tick.asks,
      nonce: tick.version,
      timestamp: tick.ts,
    });
    expect(book.bids).toHaveLength(limit ?? 150);
    expect(book.bids[0]).toEqual([59_999, 1]);
  });

  test("fetchL2OrderBook", async () => {
    expect((await client.fetchL2OrderBook("BTC/USDT", 5)).asks[0]).toEqual([60_001, 2]);
  });

  test.each([undefined, 1, 7, 1000])("fetchTrades, %s of them", async (limit) => {
    const trades = await client.fetchTrades("BTC/USDT", undefined, limit);
    const groups = await ours().ask(market.trades, { symbol: "btcusdt", size: limit ?? 1000 });
    const wanted = groups.flatMap(({ data }) => data).toReversed();
    expect(
      trades.map(({ id, timestamp, side, price, amount }) => [id, timestamp, side, price, amount]),
    ).toEqual(
      wanted.map((row) => [String(row["trade-id"]), row.ts, row.direction, row.price, row.amount]),
    );
    expect(trades).toHaveLength(Math.min(30, limit ?? 30));
  });

  test("fetchTrades since", async () => {
    const since = fixedStart - 1000;
    const trades = await client.fetchTrades("BTC/USDT", since);
    expect(trades).toHaveLength(10);
    expect(trades.every(({ timestamp }) => (timestamp ?? 0) >= since)).toBe(true);
  });
});

describe("fetchOHLCV", () => {
  const rows = async (period: (typeof periods)[number], size: number) => {
    const candles = await ours().ask(market.kline, {
      symbol: "btcusdt",
      period,
      size,
      order: "asc",
    });
    return candles.map(({ id, open, high, low, close, amount }) => [
      id * 1000,
      open,
      high,
      low,
      close,
      amount,
    ]);
  };

  test.each(periods)("%s", async (period) => {
    expect(await client.fetchOHLCV("BTC/USDT", timeframes[period])).toEqual(
      await rows(period, 150),
    );
    expect(await client.fetchOHLCV("BTC/USDT", timeframes[period], undefined, 10)).toEqual(
      await rows(period, 10),
    );
  });

  test("by the older path", async () => {
    expect(
      await client.fetchOHLCV("BTC/USDT", "1m", undefined, 10, {
        useHistoricalEndpointForSpot: false,
      }),
    ).toEqual(await rows("1min", 10));
  });

  test("from a time on, so many of them: those that follow it", async () => {
    const since = bucketAt("60min", 30) * 1000;
    const all = await rows("60min", 40);
    expect(await client.fetchOHLCV("BTC/USDT", "1h", since, 5)).toEqual(all.slice(9, 14));
    expect(await client.fetchOHLCV("BTC/USDT", "1h", since)).toEqual(all.slice(9));
    expect(await client.fetchOHLCV("BTC/USDT", "1h", since, 100)).toEqual(all.slice(9));
    expect(
      await client.fetchOHLCV("BTC/USDT", "1h", since, undefined, { until: since + 7_200_000 }),
    ).toEqual(all.slice(9, 12));
    expect(await client.fetchOHLCV("BTC/USDT", "1h", undefined, 3, { until: since })).toEqual(
      all.slice(7, 10),
    );
  });

  test("from a time within a candle on: as many of them, from the next one", async () => {
    const since = bucketAt("60min", 30) * 1000 + 1_234_567;
    const all = await rows("60min", 40);
    expect(await client.fetchOHLCV("BTC/USDT", "1h", since, 5)).toEqual(all.slice(10, 15));
    expect(await client.fetchOHLCV("BTC/USDT", "1h", since)).toEqual(all.slice(10));
    expect(
      await client.fetchOHLCV("BTC/USDT", "1h", since, 3, { until: since + 36_000_000 }),
    ).toEqual(all.slice(10, 13));
  });
});

describe("refusals", () => {
  test("an unknown symbol, a wrong period, no market", async () => {
    await client.loadMarkets();
    await expect(client.fetchTicker("NO/USDT")).rejects.toThrow(
      "does not have market symbol NO/USDT",
    );
    await expect(client.fetchOHLCV("BTC/USDT", "3m")).rejects.toThrow("invalid period");
    await expect(client.fetchTrades("BTC/USDT", undefined, 0)).rejects.toThrow("invalid size");
    source.setUnavailable(true);
    await expect(client.fetchTickers()).rejects.toMatchObject({ name: "OnMaintenance" });
    await expect(client.loadMarkets(true)).rejects.toMatchObject({ name: "OnMaintenance" });
  });

  test("too many requests are a matter of pace", async () => {
    const slow = await serveVenue({
      source: new FixedSource(),
      limits: { publicPerSecond: 1, publicBurst: 1 },
    });
    const eager = new htx(ccxtSettings(slow.host));
    await eager.fetchTime();
    await expect(eager.fetchTime()).rejects.toMatchObject({ name: "RateLimitExceeded" });
  });

  test("so are candles that wait behind others of one's own, in HTX's words and in ours", async () => {
    source.klines = () => Promise.reject(new TooMany(3));
    await expect(client.fetchOHLCV("BTC/USDT", "1h")).rejects.toMatchObject({
      name: "RateLimitExceeded",
    });
    const answer = await fetch(
      `http://${served.host}/api/htx/getKline?symbol=btcusdt&period=60min`,
    );
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "3"]);
    expect(await answer.json()).toMatchObject({ status: codes.busy, data: { wait: 3 } });
  });
});

describe("the stream", () => {
  /** ccxt asks for this before it opens a clear ws://; with TLS it does not. */
  async function watcher(): Promise<proHtx> {
    const watching = new proHtx(ccxtSettings(served.host));
    onTestFinished(() => watching.close());
    await watching.loadHttpProxyAgent();
    return watching;
  }

  test("watchTicker by each of its topics", async () => {
    for (const name of [
      "market.{marketId}.detail",
      "market.{marketId}.ticker",
      "market.{marketId}.bbo",
    ]) {
      const watching = await watcher();
      watching.options["watchTicker"] = { name };
      const first = await watching.watchTicker("BTC/USDT");
      if (!name.endsWith("bbo"))
        expect(first).toMatchObject({ symbol: "BTC/USDT", last: 60_000.29, baseVolume: 12.345678 });
      if (!name.endsWith("detail"))
        expect(first).toMatchObject({ bid: 59_999, bidVolume: 1.5, ask: 60_001, askVolume: 0.25 });
      const next = watching.watchTicker("BTC/USDT");
      source.setTicker("btcusdt", { close: 6_000_500 + name.length, bid: 5_999_950 + name.length });
      await served.venue.wind(1000);
      const { last, bid } = await next;
      if (!name.endsWith("bbo")) expect(last).toBe((6_000_500 + name.length) / 100);
      if (!name.endsWith("detail")) expect(bid).toBe((5_999_950 + name.length) / 100);
      source.setTicker("btcusdt", { close: 6_000_029, bid: 5_999_900 });
    }
  });

  test("a ticker that is stale when it is subscribed to has its own time", async () => {
    source.setTicker("btcusdt", { ts: fixedStart - 45_000 });
    source.setHealth("stale");
    const watching = await watcher();
    expect((await watching.watchTicker("BTC/USDT")).timestamp).toBe(fixedStart - 45_000);
  });

  test("watchTrades", async () => {
    const watching = await watcher();
    const heard = watching.watchTrades("BTC/USDT");
    const pushed = [
      { price: 6_000_100, amount: 5000, direction: "sell" as const },
      { price: 6_000_200, amount: 7000, direction: "buy" as const },
    ];
    // The subscription must be there first: what was before it is not pushed.
    await served.venue.wind(1000);
    let isHeard = false;
    void heard.then(() => (isHeard = true));
    while (!isHeard) {
      for (const trade of pushed)
        source.addTrade("btcusdt", { ...trade, ts: served.venue.now() + 1000 });
      await served.venue.wind(1000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const trades = await heard;
    expect(trades.slice(-2).map(({ price, amount, side }) => [price, amount, side])).toEqual([
      [60_001, 0.005, "sell"],
      [60_002, 0.007, "buy"],
    ]);
  });

  test.each(periods)("watchOHLCV %s", async (period) => {
    const watching = await watcher();
    const [last] = (await watching.watchOHLCV("BTC/USDT", timeframes[period])).slice(-1);
    const [row] = await ours().ask(market.kline, { symbol: "btcusdt", period, size: 1 });
    expect(last).toEqual([
      (row?.id ?? 0) * 1000,
      row?.open,
      row?.high,
      row?.low,
      row?.close,
      row?.amount,
    ]);
  });

  test.each([5, 20, 150])(
    "watchOrderBook, %i levels: snapshot and increments make our book",
    async (limit) => {
      const watching = await watcher();
      let size = 3_000_000;
      const change = async () => {
        const { bids, asks } = await source.depth("btcusdt");
        source.setBook("btcusdt", {
          bids: bids.map(([price], at) => [price + (at === 0 ? 1 : 0), size++] as const),
          asks: asks.map(([price]) => [price, size++] as const),
        });
        await served.venue.wind(100);
      };
      let isThere = false;
      const first = watching.watchOrderBook("BTC/USDT", limit).then(() => (isThere = true));
      while (!isThere) {
        await change();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await first;
      await change();
      const wanted = (await source.depth("btcusdt")).version;
      const held = () => watching.orderbooks["BTC/USDT"];
      while (held()?.nonce !== wanted) await watching.watchOrderBook("BTC/USDT", limit);
      const book = held() ?? { bids: [], asks: [] };
      const { tick } = await ours().ask(market.depth, {
        symbol: "btcusdt",
        type: "step0",
        depth: limit,
      });
      expect([book.bids.slice(0, limit), book.asks.slice(0, limit)]).toEqual([
        tick.bids,
        tick.asks,
      ]);
    },
  );

  test("a topic that is none is refused in HTX's words", async () => {
    await expect((await watcher()).watchOrderBook("BTC/USDT", 400)).rejects.toMatchObject({
      name: "BadRequest",
    });
  });
});

test("every public call that ccxt knows of HTX is tried here or with the contracts", () => {
  const ofAnAccount =
    /^fetch(Accounts|Balance|BorrowInterest|(Canceled|Closed|Open)?Orders?$|OrderTrades|Deposit(Address|s$)|FundingHistory|IsolatedBorrow|Ledger|MyTrades|Position|TradingFee$|Transfers|Withdraw)/;
  const twins = new Map([
    ["fetchCurrenciesWs", "fetchCurrencies"],
    ["fetchMarkets", "loadMarkets"],
    ["fetchDepositWithdrawFee", "fetchDepositWithdrawFees"],
  ]);
  const known = Object.entries(client.has as Record<string, unknown>).flatMap(([name, has]) =>
    has === true && name.startsWith("fetch") && !ofAnAccount.test(name) ? [name] : [],
  );
  expect(known.length).toBeGreaterThan(20);
  const tried = ["ccxt.test.ts", "ccxt-contracts.test.ts"]
    .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
    .join("");
  expect(
    known.filter((name) => !new RegExp(`\\.${twins.get(name) ?? name}\\(`).test(tried)),
  ).toEqual([]);
});
