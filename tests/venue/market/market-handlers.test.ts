import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { marketEndpoints as rows, periods } from "#protocol/api/market.ts";
import { secondsEndpoints } from "#protocol/api/seconds.ts";
import { bucketsWithin, shiftBucket, bucketStart } from "../../../venue/feed/candle-buckets.ts";
import type { Candle } from "../../../venue/feed/market-source.ts";
import { ledgerMigrations } from "../../../venue/ledger/migrations.ts";
import { createMarketHandlers } from "../../../venue/market/handlers.ts";
import { standstillMigrations } from "../../../venue/matching/standstill-rows.ts";
import { maxFavourites, marketMigrations } from "../../../venue/market/house-pnl/house-pnl-rows.ts";
import { createSecondsConfHandlers } from "../../../venue/seconds/handlers.ts";
import { defaultSettings } from "../../../venue/settings/settings.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import type { Store } from "../../../venue/store/store.ts";
import { alice, ask } from "../../harness/venue/ask-handler.ts";
import { btcusdt, dogeusdt, FixedSource } from "../../harness/venue/fixed-source.ts";

let source: FixedSource;
let store: Store;
let market: ReturnType<typeof createMarketHandlers>;

beforeEach(async () => {
  source = new FixedSource();
  store = openStore({ dataDir: ":memory:", log: () => undefined, random: () => 0.5 });
  await store.migrate({ ...ledgerMigrations, ...marketMigrations, ...standstillMigrations });
  market = createMarketHandlers({
    source,
    store,
    clock: { now: () => source.now },
    currencies: { scaleOf: () => 8 },
    figures: { openInterest: async () => new Map([["BTC-USDT", 42n]]) },
  });
});
afterEach(() => store.close());

const refused = (code: number) => expect.objectContaining({ code });
const asAlice = () => ({ now: source.now, user: alice, store });
const at = () => ({ now: source.now });

function candle(id: number, close: number): Candle {
  return {
    id,
    open: close,
    high: close + 5,
    low: close - 5,
    close,
    amount: 2_500_000,
    vol: 15_000_012_345_678,
    count: 3,
  };
}

describe("kline", () => {
  test.each(periods)(
    "%s: newest first, cut by size, ranges inclusive at both ends",
    async (period) => {
      const live = bucketStart(period, source.now / 1000);
      const ids = Array.from({ length: 30 }, (_, back) => shiftBucket(period, live, back - 29));
      source.setCandles(
        "btcusdt",
        period,
        ids.map((id, n) => candle(id, 6_000_000 + n)),
      );
      const kline = (input: object) =>
        ask(rows.kline, market.kline, { symbol: "BTCUSDT", period, ...input }, at());

      const newest = await kline({ size: 10 });
      expect(newest.map((row) => row.id)).toEqual(ids.slice(-10).toReversed());
      expect(newest[0]).toEqual({
        id: live,
        open: 60_000.29,
        high: 60_000.34,
        low: 60_000.24,
        close: 60_000.29,
        amount: 2.5,
        vol: 150_000.12345678,
        count: 3,
      });
      expect((await kline({ size: 10, order: "asc" })).map((row) => row.id)).toEqual(
        ids.slice(-10),
      );

      const [from = 0, to = 0] = [ids[4], ids[9]];
      expect((await kline({ from, to, order: "asc" })).map((row) => row.id)).toEqual(
        ids.slice(4, 10),
      );
      expect(await kline({ from: from + 1, to: to - 1 })).toHaveLength(4);
      expect((await kline({ to, size: 3, order: "asc" })).map((row) => row.id)).toEqual(
        ids.slice(7, 10),
      );
      expect((await kline({ from: ids[27] ?? 0 })).map((row) => row.id)).toEqual(
        ids.slice(27).toReversed(),
      );
      await expect(kline({ from: to, to: from })).rejects.toEqual(refused(100005));
    },
  );

  test("a span of 2000 buckets is answered, one more is refused", async () => {
    const to = bucketStart("1min", source.now / 1000);
    const kline = (from: number) =>
      ask(rows.kline, market.kline, { symbol: "btcusdt", period: "1min", from, to }, at());
    expect(await kline(to - 1999 * 60)).toEqual([]);
    await expect(kline(to - 2000 * 60)).rejects.toEqual(refused(100005));
  });

  test("mark candles reach back 400 days, to the second", async () => {
    const oldest = source.now / 1000 - 400 * 86_400;
    const kline = (input: object) =>
      ask(
        rows.kline,
        market.kline,
        { symbol: "btcusdt", period: "4hour", price_type: "mark", ...input },
        at(),
      );
    expect(await kline({ from: oldest, to: oldest + 1 })).toEqual([]);
    await expect(kline({ from: oldest - 1, to: oldest + 1 })).rejects.toEqual(refused(100005));
    await expect(kline({ to: oldest - 1 })).rejects.toEqual(refused(100005));
    expect(await kline({ from: oldest - 1, to: oldest, price_type: "last" })).toEqual([]);
    expect(await kline({ size: 2000 })).toEqual([]);
  });

  test("index candles are another series", async () => {
    source.setCandles("btcusdt", "1min", [candle(60, 100)]);
    source.setCandles("btcusdt", "1min", [candle(60, 200)], "index");
    const rowsOfIndex = await ask(
      rows.kline,
      market.kline,
      { symbol: "btcusdt", period: "1min", price_type: "index" },
      at(),
    );
    expect(rowsOfIndex[0]?.close).toBe(2);
  });

  test("buckets counted are buckets stepped through", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...periods),
        fc.integer({ min: 1e9, max: 2e9 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 59 }),
        (period, second, steps, inside) => {
          const start = bucketStart(period, second);
          expect(bucketStart(period, start)).toBe(start);
          expect(shiftBucket(period, start, 1)).toBeGreaterThan(second);
          const end = shiftBucket(period, start, steps);
          expect(bucketStart(period, end + inside)).toBe(end);
          expect(bucketsWithin(period, start, end + inside)).toBe(steps + 1);
          expect(bucketsWithin(period, start + 1, end)).toBe(steps);
          expect(shiftBucket(period, end, -steps)).toBe(start);
        },
      ),
    );
  });

  test.each([
    ["1day", "2017-07-04T16:00:00Z", "2017-07-05T15:59:59Z"],
    ["1week", "2023-11-12T16:00:00Z", "2023-11-19T15:59:59Z"],
    ["1mon", "2024-01-31T16:00:00Z", "2024-02-29T15:59:59Z"],
    ["1year", "2023-12-31T16:00:00Z", "2024-12-31T15:59:59Z"],
  ] as const)("a %s bucket of GMT+8 runs from %s to %s", (period, first, last) => {
    const start = Date.parse(first) / 1000;
    expect(bucketStart(period, start)).toBe(start);
    expect(bucketStart(period, Date.parse(last) / 1000)).toBe(start);
    expect(shiftBucket(period, start, 1)).toBe(Date.parse(last) / 1000 + 1);
  });
});

describe("tickers", () => {
  const rank = (input: object = {}) =>
    ask(rows.mergedTickerRank, market.mergedTickerRank, input, at());

  beforeEach(() => {
    source = new FixedSource([
      btcusdt,
      dogeusdt,
      { ...dogeusdt, symbol: "abcusdt" },
      { ...dogeusdt, symbol: "offusdt", state: "offline" },
    ]);
    market = createMarketHandlers({
      source,
      store,
      clock: { now: () => source.now },
      currencies: { scaleOf: () => 8 },
      figures: { openInterest: async () => new Map() },
    });
    source.setTicker("btcusdt", { open: 5_000_000, close: 5_061_500, vol: 900_000_000 });
    source.setTicker("dogeusdt", { open: 100, close: 90, vol: 700_000_000 });
    source.setTicker("abcusdt", { open: 0, close: 90, vol: 700_000_000 });
  });

  test("are ranked by turnover, ties by symbol, offline ones left out", async () => {
    expect(
      (await rank()).map(({ symbol, rank: place, change }) => [symbol, place, change]),
    ).toEqual([
      ["btcusdt", 1, 0.0123],
      ["abcusdt", 2, 0],
      ["dogeusdt", 3, -0.1],
    ]);
    expect((await rank({ order: "asc" })).map(({ symbol }) => symbol)).toEqual([
      "abcusdt",
      "dogeusdt",
      "btcusdt",
    ]);
    expect((await rank({ sort: "change", limit: "1" })).map(({ symbol }) => symbol)).toEqual([
      "btcusdt",
    ]);
    expect((await rank({ scope: "contract" })).map(({ symbol }) => symbol)).toEqual(["btcusdt"]);
    expect((await rank({ scope: "second" })).map(({ symbol }) => symbol)).toEqual(["btcusdt"]);
  });

  test("are one object until the next tick, so that they are serialised once", async () => {
    const [first, again, cut, cutAgain] = [
      await rank(),
      await rank({ limit: 5000 }),
      await rank({ limit: 1 }),
      await rank({ limit: 1 }),
    ];
    expect(again).toBe(first);
    expect(cutAgain).toBe(cut);
    source.advance(1000);
    expect(await rank()).not.toBe(first);
  });

  test("one symbol's has mark and index in two more decimals", async () => {
    source.setMark("btcusdt", 506_150_123);
    source.setIndex("btcusdt", source.now / 1000, [506_149_999]);
    const merged = await ask(rows.mergedTicker, market.mergedTicker, { symbol: "BTCusdt" }, at());
    expect(merged).toMatchObject({
      symbol: "btcusdt",
      ch: "market.btcusdt.detail.merged",
      change: 0.0123,
      mark: "50615.0123",
      index: "50614.9999",
      tick: { close: 50_615, bid: [59_999.99, 1] },
    });
    expect(
      await ask(rows.mergedTicker, market.mergedTicker, { symbol: "dogeusdt" }, at()),
    ).toMatchObject({ mark: null, index: null });
    expect(await ask(rows.mergedTicker, market.mergedTicker, {}, at())).toHaveLength(3);
  });
});

describe("book and trades", () => {
  test("a depth is merged, then cut", async () => {
    source.setBook("btcusdt", {
      bids: [
        [6_000_019, 1],
        [6_000_011, 2],
        [6_000_009, 4],
      ],
      asks: [
        [6_000_020, 8],
        [6_000_021, 16],
        [6_000_030, 32],
      ],
    });
    const depth = await ask(
      rows.depth,
      market.depth,
      { symbol: "btcusdt", type: "step1", depth: "1" },
      at(),
    );
    expect(depth).toEqual({
      ch: "market.btcusdt.depth.step1",
      ts: source.now,
      tick: {
        version: 2,
        ts: source.now,
        bids: [[60_000.1, 0.000003]],
        asks: [[60_000.2, 0.000008]],
      },
    });
  });

  test("trades are newest first, each in HTX's nest", async () => {
    source.addTrade("btcusdt", { price: 1, amount: 1 });
    const last = source.addTrade("btcusdt", {
      price: 6_000_001,
      amount: 1_500_000,
      direction: "sell",
    });
    const trades = await ask(rows.trades, market.trades, { symbol: "btcusdt", size: 1 }, at());
    expect(trades).toEqual([
      {
        id: last.id,
        ts: last.ts,
        data: [
          {
            id: last.id,
            "trade-id": last.id,
            price: 60_000.01,
            amount: 1.5,
            direction: "sell",
            ts: last.ts,
          },
        ],
      },
    ]);
  });
});

test("symbols carry HTX's keys, the contract with its tiers, fees and seconds", async () => {
  const [btc, doge] = await ask(rows.symbols, market.symbols, {}, at());
  expect(btc).toMatchObject({
    "base-currency": "btc",
    "price-precision": 2,
    "min-order-value": 5,
    state: "online",
    fee: { maker: "0.002", taker: "0.002" },
    second: { enabled: true },
    contract: {
      contract_code: "BTC-USDT",
      contract_size: "0.001",
      price_tick: "0.01",
      maker: "0.0002",
      taker: "0.0005",
    },
  });
  expect(
    btc?.contract?.tiers.map((tier) => [
      tier.floor,
      tier.cap,
      tier.mmr,
      tier.cum,
      tier.max_leverage,
    ]),
  ).toEqual([
    ["0", "50000", "0.004", "0", 125],
    ["50000", "600000", "0.005", "50", 100],
    ["600000", "3000000", "0.0065", "950", 75],
    ["3000000", "12000000", "0.01", "11450", 50],
    ["12000000", "70000000", "0.02", "131450", 25],
    ["70000000", "100000000", "0.025", "481450", 20],
  ]);
  expect(doge?.contract).toBeNull();
  expect(await ask(rows.symbols, market.symbols, { scope: "contract" }, at())).toHaveLength(1);
});

describe("funding", () => {
  const settled = (n: number) => ({
    contractCode: "BTC-USDT",
    fundingRate: `0.000${n}`,
    realizedRate: `0.000${n}`,
    fundingTime: n,
  });
  const current = {
    ...settled(1),
    estimatedRate: "0.0002",
    nextFundingTime: 2,
    indexPrice: "1.0000",
    markPrice: "1.0001",
    lastPrice: "1.00",
    ts: 5,
  };

  test("answers by contract code in any case", async () => {
    source.setFunding(current);
    expect(
      await ask(rows.funding, market.funding, { contract_code: "btc-usdt" }, at()),
    ).toMatchObject({
      contract_code: "BTC-USDT",
      estimated_rate: "0.0002",
      interval_h: 8,
      mark_price: "1.0001",
      ts: 5,
    });
    await expect(
      ask(rows.funding, market.funding, { contract_code: "DOGE-USDT" }, at()),
    ).rejects.toEqual(refused(300018));
  });

  test("and open interest of every contract stand together", async () => {
    const read = () => ask(rows.contractFigures, market.contractFigures, {}, at());
    const nothing = {
      contract_code: "BTC-USDT",
      symbol: "btcusdt",
      funding_rate: null,
      next_funding_time: null,
      open_interest: "42",
      open_interest_value: "2100",
    };
    source.setTicker("btcusdt", { close: 5_000_000 });
    expect(await read()).toEqual([nothing]);
    source.setFunding(current);
    source.advance(1000);
    expect(await read()).toEqual([{ ...nothing, funding_rate: "0.0001", next_funding_time: 2 }]);
  });

  test("has pages of history, newest first", async () => {
    for (const n of [1, 2, 3, 4, 5]) source.addFundingSettled(settled(n));
    const page = await ask(
      rows.fundingHistory,
      market.fundingHistory,
      { contract_code: "BTC-USDT", page_index: 2, page_size: 2 },
      at(),
    );
    expect(page).toMatchObject({ total_page: 3, current_page: 2, total_size: 5 });
    expect(page.data.map((row) => row.funding_time)).toEqual([3, 2]);
  });
});

describe("status", () => {
  test("tells the source's state, its facts and what the house made", async () => {
    await store.command(({ db }) =>
      db
        .insertInto("account")
        .values([
          {
            owner: "venue",
            kind: "liquidity",
            currency: "USDT",
            allow_negative: 1,
            balance: -150_000_000n,
            version: 0n,
          },
          {
            owner: "venue",
            kind: "second_pool",
            currency: "USDT",
            allow_negative: 1,
            balance: 400_000_000n,
            version: 0n,
          },
          {
            owner: "venue",
            kind: "insurance",
            currency: "USDT",
            allow_negative: 1,
            balance: -50_000_000n,
            version: 0n,
          },
          {
            owner: "venue",
            kind: "external",
            currency: "USDT",
            allow_negative: 1,
            balance: -999n,
            version: 0n,
          },
          {
            owner: "user:7",
            kind: "available",
            currency: "USDT",
            allow_negative: 0,
            balance: 999n,
            version: 0n,
          },
        ])
        .execute(),
    );
    source.setHealth("stale");
    source.tick(source.now + 4000);
    expect(await ask(rows.status, market.status, {}, at())).toEqual({
      source: "sim",
      state: "stale",
      last_tick_ts: source.started,
      lag_ms: 4000,
      sim: { model: "fixed" },
      house_pnl: { USDT: "2" },
      standstill: null,
      liquidity: { USDT: "-1.5" },
      insurance: { USDT: "-0.5" },
    });
    expect(await ask(rows.status, market.status, { brief: "1" }, at())).toEqual({
      source: "sim",
      state: "stale",
      last_tick_ts: source.started,
      lag_ms: 4000,
    });
    expect(await ask(rows.timestamp, market.timestamp, {}, { now: 42 })).toBe(42);
  });
});

describe("favourites", () => {
  const set = (symbol: string, collect: 0 | 1) =>
    ask(rows.setCollect, market.setCollect, { symbol, collect }, asAlice());

  test("are kept per user, once each, and taken back", async () => {
    expect(await set("btcusdt", 1)).toEqual(["btcusdt"]);
    source.advance(1);
    expect(await set("DOGEUSDT", 1)).toEqual(["btcusdt", "dogeusdt"]);
    expect(await set("btcusdt", 1)).toEqual(["btcusdt", "dogeusdt"]);
    expect(
      await ask(rows.collect, market.collect, {}, { ...asAlice(), user: { ...alice, id: "8" } }),
    ).toEqual([]);
    expect(await set("btcusdt", 0)).toEqual(["dogeusdt"]);
    expect(await set("btcusdt", 0)).toEqual(["dogeusdt"]);
    expect(await ask(rows.collect, market.collect, {}, asAlice())).toEqual(["dogeusdt"]);
    await expect(set("nousdt", 1)).rejects.toEqual(refused(300018));
  });

  test("are bounded, and a full list still answers for what it holds", async () => {
    const symbols = Array.from({ length: maxFavourites }, (_, n) => `s${n}usdt`);
    await store.command(({ db }) =>
      db
        .insertInto("collect")
        .values(symbols.map((symbol) => ({ user_id: 7, symbol, created_at: 1 })))
        .execute(),
    );
    await expect(set("btcusdt", 1)).rejects.toEqual(refused(100005));
    await set("s0usdt", 0);
    expect(await set("btcusdt", 1)).toHaveLength(maxFavourites);
    expect(await set("btcusdt", 1)).toHaveLength(maxFavourites);
  });
});

describe("refusals", () => {
  const reads = () => [
    ask(rows.kline, market.kline, { symbol: "nousdt", period: "1min" }, at()),
    ask(rows.depth, market.depth, { symbol: "nousdt" }, at()),
    ask(rows.trades, market.trades, { symbol: "nousdt" }, at()),
    ask(rows.mergedTicker, market.mergedTicker, { symbol: "nousdt" }, at()),
    ask(rows.funding, market.funding, { contract_code: "NO-USDT" }, at()),
    ask(rows.fundingHistory, market.fundingHistory, { contract_code: "NO-USDT" }, at()),
  ];
  const whole = [
    () => ask(rows.mergedTickerRank, market.mergedTickerRank, {}, at()),
    () => ask(rows.mergedTicker, market.mergedTicker, {}, at()),
    () => ask(rows.symbols, market.symbols, {}, at()),
  ];

  test("an unknown symbol is 300018, a source out of reach 100010", async () => {
    for (const read of reads()) await expect(read).rejects.toEqual(refused(300018));
    source.setUnavailable(true);
    for (const read of reads()) await expect(read).rejects.toEqual(refused(100010));
    for (const read of whole) await expect((async () => read())()).rejects.toEqual(refused(100010));
    expect(await ask(rows.status, market.status, {}, at())).toMatchObject({ state: "halted" });
  });

  test("a failed read is asked again, not remembered", async () => {
    const depth = source.depth.bind(source);
    source.depth = () => Promise.reject(new Error("broken"));
    await expect(ask(rows.depth, market.depth, { symbol: "btcusdt" }, at())).rejects.toThrow(
      "broken",
    );
    source.depth = depth;
    expect(await ask(rows.depth, market.depth, { symbol: "btcusdt" }, at())).toMatchObject({
      tick: { version: 1 },
    });
  });
});

describe("odds of seconds contracts", () => {
  const conf = (symbol: string, rowsOfConf = defaultSettings.secondsConf) =>
    ask(
      secondsEndpoints.secondConf,
      createSecondsConfHandlers({
        source,
        settings: { ...defaultSettings, secondsConf: rowsOfConf },
      }).secondConf,
      { symbol },
      at(),
    );

  test("come with break-even and expectation", async () => {
    const all = await conf("btcusdt");
    expect(all.map((row) => row.time)).toEqual([30, 60, 120, 180, 300]);
    expect(all[0]).toMatchObject({
      odds: "0.95",
      min: "10",
      max: "1000",
      break_even: "0.5128",
      expectation: "-0.0250",
    });
  });

  test("a symbol's own row goes before the general one, also to switch it off", async () => {
    const general = { symbol: "*", time: 30, odds: "0.95", min: "10", max: "1000", enabled: 1 };
    const own = { ...general, symbol: "btcusdt" };
    expect(await conf("btcusdt", [{ ...own, odds: "0.6" }, general])).toMatchObject([
      { odds: "0.6", break_even: "0.6250", expectation: "-0.2000" },
    ]);
    await expect(conf("btcusdt", [general, { ...own, enabled: 0 }])).rejects.toEqual(
      refused(300011),
    );
  });

  test("are missing where the symbol has none", async () => {
    await expect(conf("dogeusdt")).rejects.toEqual(refused(300011));
    await expect(conf("nousdt")).rejects.toEqual(refused(300018));
  });
});
