import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { marketEndpoints as rows, periods } from "#protocol/api/market.ts";
import { bucketStart, shiftBucket } from "../../../venue/feed/candle-buckets.ts";
import type { MarketSource } from "../../../venue/feed/market-source.ts";
import { createSimulator } from "../../../venue/feed/simulator/create-simulator.ts";
import { createMarketHandlers } from "../../../venue/market/handlers.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import type { Store } from "../../../venue/store/store.ts";
import { ask } from "../../harness/venue/ask-handler.ts";

/** The contract over the real simulator: `ask` holds each answer against its row. */
const now = Date.parse("2026-03-01T12:34:56Z");
let source: MarketSource;
let store: Store;
let market: ReturnType<typeof createMarketHandlers>;

beforeAll(async () => {
  source = createSimulator({ master: "test", symbols: ["btcusdt", "pepeusdt"] });
  await source.start(now);
  source.tick(now);
  store = openStore({ dataDir: ":memory:", log: () => undefined, random: () => 0 });
  market = createMarketHandlers({
    source,
    store,
    clock: { now: () => now },
    currencies: { scaleOf: () => 8 },
    figures: { openInterest: async () => new Map() },
  });
});
afterAll(async () => {
  await source.close();
  await store.close();
});

const at = { now };
/** Months and years take the simulator's whole past, which its own tests pay for. */
const shortPeriods = periods.filter((period) => period !== "1mon" && period !== "1year");
const symbols = ["btcusdt", "pepeusdt"] as const;

describe.each(symbols)("%s", (symbol) => {
  test.each(shortPeriods)(
    "%s candles are whole, aligned and a suffix of more of them",
    async (period) => {
      const few = await ask(rows.kline, market.kline, { symbol, period, size: 5 }, at);
      const more = await ask(rows.kline, market.kline, { symbol, period, size: 8 }, at);
      const live = bucketStart(period, now / 1000);
      expect(few.map(({ id }) => id)).toEqual(
        [0, 1, 2, 3, 4].map((back) => shiftBucket(period, live, -back)),
      );
      expect(more.slice(0, 5)).toEqual(few);
      const ranged = await ask(
        rows.kline,
        market.kline,
        { symbol, period, from: few[4]?.id, to: few[1]?.id },
        at,
      );
      expect(ranged).toEqual(few.slice(1));
      for (const { open, close, low, high, amount, vol } of more) {
        expect(low).toBeLessThanOrEqual(Math.min(open, close));
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
        // Turnover is rounded to its own unit.
        expect(vol).toBeGreaterThanOrEqual(low * amount - 0.01);
        expect(vol).toBeLessThanOrEqual(high * amount + 0.01);
      }
    },
  );

  test.each(["last", "index"] as const)(
    "%s candles close where the ticker is",
    async (price_type) => {
      const [live] = await ask(
        rows.kline,
        market.kline,
        { symbol, period: "1min", size: 1, price_type },
        at,
      );
      const merged = await ask(rows.mergedTicker, market.mergedTicker, { symbol }, at);
      if (Array.isArray(merged)) throw new Error("one ticker was asked for");
      expect(live?.close).toBe(merged.tick.close);
      expect(Number(merged.index)).toBeCloseTo(merged.tick.close, 1);
      expect(merged.ts).toBe(now - (now % 1000));
    },
  );

  test("the book is not crossed at any step, and trades lead to the last price", async () => {
    for (const type of ["step0", "step1", "step2"] as const) {
      const { tick } = await ask(rows.depth, market.depth, { symbol, type, depth: 150 }, at);
      expect(tick.bids[0]?.[0]).toBeLessThan(tick.asks[0]?.[0] ?? 0);
    }
    const [last] = await ask(rows.trades, market.trades, { symbol, size: 20 }, at);
    const merged = await ask(rows.mergedTicker, market.mergedTicker, { symbol }, at);
    expect(merged).toHaveProperty("tick.close", last?.data[0]?.price);
  });
});

test("lists, rules, funding and status keep the contract", async () => {
  expect(
    (await ask(rows.mergedTickerRank, market.mergedTickerRank, {}, at)).map(({ symbol }) => symbol),
  ).toEqual(symbols);
  expect(await ask(rows.symbols, market.symbols, { scope: "contract" }, at)).toHaveLength(2);
  expect(await ask(rows.funding, market.funding, { contract_code: "BTC-USDT" }, at)).toMatchObject({
    contract_code: "BTC-USDT",
  });
  expect(
    (
      await ask(
        rows.fundingHistory,
        market.fundingHistory,
        { contract_code: "BTC-USDT", page_size: 3 },
        at,
      )
    ).data,
  ).toHaveLength(3);
});
