import { beforeEach, describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { contractTiers } from "#protocol/rules/contracts/contract-tiers.ts";
import { bucketStart, shiftBucket } from "../../../venue/feed/candle-buckets.ts";
import { createSimulator } from "../../../venue/feed/simulator/create-simulator.ts";
import type { Period, PriceType } from "../../../venue/feed/market-source.ts";
// The package offers only all its exchanges at once, which take seconds to load.
import htx from "../../../node_modules/ccxt/js/src/htx.js";
import { ccxtSettings } from "../../harness/venue/ccxt-settings.ts";
import { FixedSource, fixedStart } from "../../harness/venue/fixed-source.ts";
import { serveVenue, type ServedVenue } from "../../harness/venue/served-venue.ts";

const swap = "BTC/USDT:USDT";
const eightHours = 8 * 3_600_000;
/** 2023-11-15T00:00:00Z */
const nextFunding = 1_700_006_400_000;

let source: FixedSource;
let served: ServedVenue;
let client: htx;

beforeEach(async () => {
  source = new FixedSource();
  served = await serveVenue({ source });
  client = new htx(ccxtSettings(served.host));
  // The venue's clock is not that of this machine, which ccxt reads.
  client.seconds = () => Math.floor(served.venue.now() / 1000);
  source.setTicker("btcusdt", {
    open: 5_900_000,
    high: 6_100_000,
    low: 5_800_000,
    close: 6_000_000,
    amount: 12_345_678,
    vol: 74_074_068_000_000,
    count: 99,
    bid: 5_999_900,
    bidSize: 1_500_000,
    ask: 6_000_100,
    askSize: 250_500,
    ts: fixedStart - 700,
  });
  source.setBook("btcusdt", {
    bids: Array.from({ length: 150 }, (_, n) => [5_999_900 - n * 10, 1_000_000 + n] as const),
    asks: Array.from({ length: 150 }, (_, n) => [6_000_100 + n * 10, 2_000_000 + n] as const),
  });
  source.setFunding({
    contractCode: "BTC-USDT",
    fundingRate: "0.00012345",
    estimatedRate: "0.0002",
    realizedRate: "0.0001",
    fundingTime: nextFunding,
    nextFundingTime: nextFunding + eightHours,
    indexPrice: "60000.1234",
    markPrice: "60001.5000",
    lastPrice: "60000.00",
    ts: fixedStart,
  });
  for (let n = 150; n > 0; n--)
    source.addFundingSettled({
      contractCode: "BTC-USDT",
      fundingRate: `0.${String(n).padStart(8, "0")}`,
      realizedRate: "0.0001",
      fundingTime: nextFunding - n * eightHours,
    });
});

/** Forty candles of a period, the last one live. */
function fill(period: Period, priceType: PriceType, first: number): number[] {
  const live = bucketStart(period, fixedStart / 1000);
  const ids = Array.from({ length: 40 }, (_, at) => shiftBucket(period, live, at - 39));
  source.setCandles(
    "btcusdt",
    period,
    ids.map((id, at) => ({
      id,
      open: first + at * 100,
      high: first + at * 100 + 500,
      low: first + at * 100 - 500,
      close: first + at * 100 + 100,
      amount: priceType === "last" ? 1_000_500 + at : 0,
      vol: priceType === "last" ? 6_000_000_000 : 0,
      count: at,
    })),
    priceType,
  );
  return ids;
}

/** What ccxt makes of the `at`-th candle. */
const row = (id: number, at: number, first: number, amount: number) => [
  id * 1000,
  (first + at * 100) / 100,
  (first + at * 100 + 500) / 100,
  (first + at * 100 - 500) / 100,
  (first + at * 100 + 100) / 100,
  amount,
];

describe("quotes", () => {
  test("fetchTicker and fetchTickers: figures, and the time of the quote however old", async () => {
    source.setHealth("stale");
    const wanted = {
      symbol: swap,
      timestamp: fixedStart - 700,
      open: 59_000,
      high: 61_000,
      low: 58_000,
      last: 60_000,
      bid: 59_999,
      bidVolume: 1500,
      ask: 60_001,
      askVolume: 250.5,
      baseVolume: 12.345678,
    };
    expect(await client.fetchTicker(swap)).toMatchObject(wanted);
    const tickers = await client.fetchTickers([swap]);
    expect(tickers).toMatchObject({ [swap]: wanted });
    expect(Object.keys(await client.fetchTickers(undefined, { type: "swap" }))).toEqual([swap]);
    expect(tickers[swap]?.info).toMatchObject({ vol: "12345.678", trade_turnover: "740740.68" });
  });

  test("fetchLastPrices", async () => {
    source.addTrade("btcusdt", { price: 6_000_050, amount: 5000, direction: "sell" });
    expect(await client.fetchLastPrices([swap])).toMatchObject({
      [swap]: { price: 60_000.5, side: "sell" },
    });
  });

  test("fetchOrderBook, its sizes in contracts", async () => {
    const book = await client.fetchOrderBook(swap);
    const { version, ts } = await source.depth("btcusdt");
    expect(book).toMatchObject({ symbol: swap, nonce: version, timestamp: ts });
    expect(book.bids).toHaveLength(150);
    expect(book.bids.slice(0, 2)).toEqual([
      [59_999, 1000],
      [59_998.9, 1000.001],
    ]);
    expect(book.asks[0]).toEqual([60_001, 2000]);
    const short = await client.fetchOrderBook(swap, undefined, { type: "step6" });
    expect(short.asks).toHaveLength(20);
  });

  test("fetchTrades, since and limit", async () => {
    for (let n = 0; n < 30; n++)
      source.addTrade("btcusdt", {
        price: 6_000_000 + n,
        amount: 1000 + n,
        direction: n % 3 === 0 ? "sell" : "buy",
        ts: fixedStart - 3000 + n * 100,
      });
    const trades = await client.fetchTrades(swap);
    expect(trades).toHaveLength(30);
    expect(trades[0]).toMatchObject({
      id: "1",
      timestamp: fixedStart - 3000,
      side: "sell",
      price: 60_000,
      amount: 1,
      cost: 60,
    });
    expect(trades[29]).toMatchObject({ side: "buy", price: 60_000.29, amount: 1.029 });
    expect(await client.fetchTrades(swap, undefined, 7)).toEqual(trades.slice(-7));
    expect(await client.fetchTrades(swap, fixedStart - 1000)).toEqual(trades.slice(20));
  });
});

describe("candles", () => {
  const first = 6_000_000;
  const last = (ids: number[]) => ids.map((id, at) => row(id, at, first, (1_000_500 + at) / 1e6));

  test.each(["1min", "60min", "1day", "1week", "1mon"] as const)(
    "fetchOHLCV %s: so many from a time on, aligned or not",
    async (period) => {
      const frames = { "1min": "1m", "60min": "1h", "1day": "1d", "1week": "1w", "1mon": "1M" };
      const frame = frames[period];
      const all = last(fill(period, "last", first));
      const startOf = (at: number) => all[at]?.[0] ?? 0;
      expect(await client.fetchOHLCV(swap, frame)).toEqual(all);
      expect(await client.fetchOHLCV(swap, frame, undefined, 5)).toEqual(all.slice(-5));
      for (const off of [0, 1, 31_234]) {
        const skipped = off === 0 ? 0 : 1;
        const since = startOf(20) + off;
        const from = 20 + skipped;
        expect(await client.fetchOHLCV(swap, frame, since, 5)).toEqual(all.slice(from, from + 5));
        expect(await client.fetchOHLCV(swap, frame, since)).toEqual(all.slice(from));
        expect(await client.fetchOHLCV(swap, frame, since, 100)).toEqual(all.slice(from));
        const until = startOf(30) + off;
        expect(await client.fetchOHLCV(swap, frame, since, 4, { until })).toEqual(
          all.slice(from, from + 4),
        );
        expect(await client.fetchOHLCV(swap, frame, since, undefined, { until })).toEqual(
          all.slice(from, 31),
        );
      }
      expect(await client.fetchOHLCV(swap, frame, undefined, 5, { until: startOf(30) })).toEqual(
        all.slice(26, 31),
      );
    },
  );

  test("of the mark price; `since` cuts what the last five hundred hold", async () => {
    const ids = fill("60min", "mark", 6_100_000);
    const all = ids.map((id, at) => row(id, at, 6_100_000, 0));
    expect(await client.fetchMarkOHLCV(swap, "1h")).toEqual(all);
    expect(await client.fetchMarkOHLCV(swap, "1h", undefined, 5)).toEqual(all.slice(-5));
    const since = (all[20]?.[0] ?? 0) + 1;
    expect(await client.fetchMarkOHLCV(swap, "1h", since)).toEqual(all.slice(21));
  });

  test("of the premium, where mark and index are both there; of the index ccxt asks nobody", async () => {
    fill("60min", "mark", 6_060_000);
    const ids = fill("60min", "index", 6_000_000);
    const rows = await client.fetchPremiumIndexOHLCV(swap, "1h", undefined, 3);
    expect(rows.map(([time]) => time)).toEqual(ids.slice(-3).map((id) => id * 1000));
    expect(rows[2]?.[1]).toBeCloseTo(60_639 / 60_039 - 1, 8);
    expect(rows[2]?.[4]).toBeCloseTo(60_640 / 60_040 - 1, 8);
    await expect(client.fetchIndexOHLCV(swap, "1h")).rejects.toThrow(
      "has no api endpoint for index",
    );
    fill("60min", "last", 6_030_000);
    expect(
      await client.contractPublicGetIndexMarketHistoryLinearSwapBasis({
        contract_code: "BTC-USDT",
        period: "60min",
        basis_price_type: "close",
        size: 1,
      }),
    ).toMatchObject({
      data: [{ id: ids[39], contract_price: "60340", index_price: "60040", basis: "300" }],
    });
  });
});

describe("funding", () => {
  test("fetchFundingRate, its time and interval", async () => {
    expect(await client.fetchFundingRate(swap)).toMatchObject({
      symbol: swap,
      fundingRate: 0.000_123_45,
      fundingTimestamp: nextFunding,
      nextFundingTimestamp: nextFunding + eightHours,
      interval: "8h",
      info: { max_funding_rate: "0.003", min_funding_rate: "-0.003" },
    });
    await expect(client.fetchFundingRates()).rejects.toMatchObject({ name: "NotSupported" });
    await expect(client.fetchFundingInterval(swap)).rejects.toMatchObject({ name: "NotSupported" });
  });

  test("fetchFundingRateHistory: the last ones, and from a time on the first ones", async () => {
    const times = async (since?: number, limit?: number) =>
      (await client.fetchFundingRateHistory(swap, since, limit)).map(
        ({ timestamp }) => (nextFunding - (timestamp ?? 0)) / eightHours,
      );
    expect(await times()).toEqual(Array.from({ length: 100 }, (_, n) => 100 - n));
    expect(await times(undefined, 3)).toEqual([3, 2, 1]);
    expect(await times(nextFunding - 140 * eightHours, 3)).toEqual([140, 139, 138]);
    expect(await times(nextFunding - 140 * eightHours - 1, 3)).toEqual([140, 139, 138]);
    expect(await times(nextFunding - 140 * eightHours + 1, 3)).toEqual([139, 138, 137]);
    expect(await times(nextFunding - 2 * eightHours, 5)).toEqual([2, 1]);
    expect(await times(nextFunding)).toEqual([]);
    expect(await client.fetchFundingRateHistory(swap, undefined, 1)).toMatchObject([
      { symbol: swap, fundingRate: 1e-8 },
    ]);
  });

  test("fetchSettlementHistory: the index of each settlement that is known", async () => {
    await client.loadMarkets();
    const ids = fill("60min", "index", 6_000_000);
    const at = ids.indexOf(nextFunding / 1000 - 8 * 3600);
    expect(await client.fetchSettlementHistory(swap, undefined, 2)).toMatchObject(
      [16, 8].map((ago) => ({
        symbol: swap,
        timestamp: nextFunding - ago * 3_600_000,
        price: 60_000 + at + 8 - ago,
      })),
    );
  });
});

describe("positions of this venue", () => {
  /** Opens a long of so many contracts, as a user of the app does. */
  async function open(volume: number) {
    source.setPrice("btcusdt", 6_000_000);
    const user = await served.venue.user();
    await user.ask(api.contracts.contractPlaceOrder, {
      contract_code: "BTC-USDT",
      direction: "buy",
      lever_rate: 20,
      volume,
      order_type: "market",
      client_order_id: crypto.randomUUID(),
    });
    for (let n = 0; n < 3; n++) await served.venue.wind(1000);
  }

  test("fetchOpenInterest and its history", async () => {
    expect(await client.fetchOpenInterest(swap)).toMatchObject({ openInterestAmount: 0 });
    await open(25);
    expect(await client.fetchOpenInterest(swap)).toMatchObject({
      symbol: swap,
      openInterestAmount: 25,
      openInterestValue: 1500,
      timestamp: served.venue.now(),
    });
    fill("60min", "last", 6_000_000);
    await served.venue.wind(3_600_000);
    fill("60min", "last", 6_000_000);
    const live = bucketStart("60min", served.venue.now() / 1000);
    source.setCandles("btcusdt", "60min", [
      {
        id: live,
        open: 6_200_000,
        high: 6_200_000,
        low: 6_200_000,
        close: 6_200_000,
        amount: 0,
        vol: 0,
        count: 0,
      },
    ]);
    expect(await client.fetchOpenInterestHistory(swap, "1h", undefined, 2)).toMatchObject([
      { symbol: swap, timestamp: (live - 3600) * 1000, openInterestAmount: 0 },
      { timestamp: live * 1000, openInterestAmount: 0.025, openInterestValue: 1550 },
    ]);
    expect(
      await client.fetchOpenInterestHistory(swap, "12h", undefined, 5, { amount_type: 1 }),
    ).toHaveLength(5);
    await expect(client.fetchOpenInterests()).rejects.toMatchObject({ name: "NotSupported" });
  });

  test("fetchLiquidations", async () => {
    expect(await client.fetchLiquidations(swap)).toEqual([]);
    await open(25);
    source.setPrice("btcusdt", 5_500_000);
    for (let n = 0; n < 3; n++) await served.venue.wind(1000);
    const [only, ...more] = await client.fetchLiquidations(swap, fixedStart);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ symbol: swap, contracts: 25, price: 54_999.99, side: "sell" });
    expect(only?.timestamp).toBeGreaterThan(fixedStart);
  });
});

describe("terms", () => {
  test("fetchLeverageTiers and fetchMarketLeverageTiers", async () => {
    const tiers = (await client.fetchLeverageTiers([swap]))[swap] ?? [];
    expect(tiers.map(({ maxLeverage, maxNotional }) => [maxLeverage, maxNotional])).toEqual(
      contractTiers.map(({ maxLeverage, cap }) => [maxLeverage, Number(cap) / 1e8]),
    );
    expect(tiers[0]).toMatchObject({ minNotional: 0, maintenanceMarginRate: 0.004 });
    expect(await client.fetchMarketLeverageTiers(swap)).toEqual(tiers);
  });

  test("the band of limit prices and the risk limits, by HTX's present paths", async () => {
    source.setMark("btcusdt", 600_000_000);
    expect(
      await client.contractPublicGetV5MarketPriceLimit({ contract_code: "BTC-USDT" }),
    ).toMatchObject({ data: [{ high_limit: "63000", low_limit: "57000" }] });
    const answer = await served.venue.fetch("/htx/v5/market/risk/limit?contract_code=BTC-USDT");
    expect(await answer.json()).toMatchObject({
      code: 200,
      data: contractTiers.map(({ maxLeverage }, at) => ({
        tier: at + 1,
        max_lever: String(maxLeverage),
      })),
    });
  });

  test("fetchDepositWithdrawFees: paper money has no networks", async () => {
    expect(Object.keys(await client.fetchDepositWithdrawFees()).sort()).toEqual([
      "BTC",
      "DOGE",
      "USDT",
    ]);
  });
});

test("an outage and an unknown contract are errors, in both generations", async () => {
  await client.loadMarkets();
  const unknown = { contract_code: "NO-USDT" };
  for (const read of [
    () => client.fetchTicker(swap, unknown),
    () => client.fetchFundingRate(swap, unknown),
    () => client.fetchOpenInterest(swap, unknown),
  ])
    await expect(read()).rejects.toMatchObject({ name: "BadSymbol" });
  source.setUnavailable(true);
  for (const read of [
    () => client.fetchTicker(swap),
    () => client.fetchOHLCV(swap),
    () => client.fetchFundingRate(swap),
    () => client.fetchOpenInterest(swap),
  ])
    await expect(read()).rejects.toMatchObject({ name: "OnMaintenance" });
});

test("of the simulated market every call answers, in one scale of prices and sizes", async () => {
  const start = Date.parse("2026-03-01T12:34:56Z");
  const simulated = await serveVenue({
    source: createSimulator({ master: "test", symbols: ["btcusdt", "pepeusdt"] }),
    start,
  });
  await simulated.venue.wind(0);
  const trader = new htx(ccxtSettings(simulated.host));
  trader.seconds = () => Math.floor(simulated.venue.now() / 1000);
  for (const coin of ["BTC/USDT", "PEPE/USDT"]) {
    const contract = `${coin}:USDT`;
    const { last = 0, timestamp, baseVolume = 0 } = await trader.fetchTicker(coin);
    const isNear = (price: unknown) => Number(price) > last / 2 && Number(price) < last * 2;
    const ticker = await trader.fetchTicker(contract);
    expect(ticker).toMatchObject({ last, timestamp, baseVolume });
    const size = trader.market(contract).contractSize ?? 0;
    expect(Number(ticker.quoteVolume) * size).toBeCloseTo(baseVolume, 5);
    const [book, coinBook] = [
      await trader.fetchOrderBook(contract),
      await trader.fetchOrderBook(coin),
    ];
    expect(Number(book.bids[0]?.[1]) * size).toBeCloseTo(Number(coinBook.bids[0]?.[1]), 8);
    const since = start - 600_000 + 1234;
    for (const rows of [
      await trader.fetchOHLCV(coin, "1m", since, 5),
      await trader.fetchOHLCV(contract, "1m", since, 5),
      (await trader.fetchMarkOHLCV(contract, "1m", undefined, 5)).slice(-5),
    ]) {
      expect(rows).toHaveLength(5);
      expect(rows.every(([, ...prices]) => prices.slice(0, 4).every(isNear))).toBe(true);
    }
    expect((await trader.fetchOHLCV(contract, "1m", since, 5))[0]?.[0]).toBe(
      Math.ceil(since / 60_000) * 60_000,
    );
    const [trade] = await trader.fetchTrades(contract, undefined, 1);
    expect(trade?.cost).toBeCloseTo(Number(trade?.price) * Number(trade?.amount) * size, 6);
    expect(isNear((await trader.fetchLastPrices([contract]))[contract]?.price)).toBe(true);
    expect(isNear((await trader.fetchSettlementHistory(contract, undefined, 1))[0]?.price)).toBe(
      true,
    );
    const funding = await trader.fetchFundingRate(contract);
    expect(funding).toMatchObject({ interval: "8h", fundingTimestamp: Date.UTC(2026, 2, 1, 16) });
    const [settled] = await trader.fetchFundingRateHistory(contract, undefined, 1);
    expect(settled?.timestamp).toBe(Date.UTC(2026, 2, 1, 8));
    expect(await trader.fetchOpenInterest(contract)).toMatchObject({ openInterestAmount: 0 });
    expect(await trader.fetchOpenInterestHistory(contract, "1h", undefined, 3)).toHaveLength(3);
    expect(await trader.fetchLiquidations(contract)).toEqual([]);
  }
});
