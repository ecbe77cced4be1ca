import { beforeAll, describe, expect, test } from "vitest";
import { dayStart, genesis } from "#protocol/proof/simulated-day/calendar.ts";
import { fundingRate, premiumIndex } from "../../../../venue/feed/funding.ts";
import { markPrice } from "../../../../venue/feed/mark-price.ts";
import type { MarketSource } from "../../../../venue/feed/market-source.ts";
import { periods } from "../../../../venue/feed/market-source.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";
import { bestPrices, impactPrice } from "../../../../venue/feed/simulator/model/order-book.ts";
import { premiumAt } from "../../../../venue/feed/simulator/model/funding-days.ts";
import { freshModel, simulated, testMaster } from "./simulated-days.ts";

describe("rules.md, 4", () => {
  test.each([
    [30_000, 10_000],
    [100_000, 50_000],
    [-80_000, -30_000],
    [10_000, 10_000],
    [900_000, 300_000],
    [-900_000, -300_000],
  ])("a mean premium of %i e-8 gives a rate of %i e-8", (premium, rate) => {
    expect(fundingRate(premium)).toBe(rate);
  });

  test("the premium counts an impact bid above the index and an impact ask below it", () => {
    expect(premiumIndex(50_050, 50_060, 50_000)).toBe(100_000);
    expect(premiumIndex(49_900, 49_950, 50_000)).toBe(-100_000);
    expect(premiumIndex(49_999, 50_001, 50_000)).toBe(0);
    expect(premiumIndex(undefined, undefined, 50_000)).toBe(0);
  });

  test("the mark is the median of three prices", () => {
    const inputs = {
      index: 5_000_000_0,
      fundingRate: 10_000,
      secondsLeft: 4 * 3600,
      periodSeconds: 8 * 3600,
      basis: 12_00_0,
      last: 50_030_00_0,
    };
    expect(markPrice(inputs)).toBe(50_012_000);
    expect(markPrice({ ...inputs, last: 49_000_000 })).toBe(50_002_500);
    expect(markPrice({ ...inputs, last: 50_010_000 })).toBe(50_010_000);
  });
});

describe("the simulated contract", () => {
  const now = dayStart(500) + 9 * 3600 + 125;
  const code = "SHIB-USDT";
  const symbol = simulated("shibusdt");
  let source: MarketSource;
  beforeAll(async () => {
    source = createSimulator({ master: testMaster, symbols: ["shibusdt", "enjusdt"] });
    await source.start(now * 1000);
  });

  test("tells its prices and the settlements at 00, 08 and 16 UTC", () => {
    const funding = source.funding(code);
    const index = source.index("shibusdt", now) ?? 0;
    const mark = source.mark("shibusdt") ?? 0;
    expect(funding?.fundingTime).toBe((dayStart(500) + 16 * 3600) * 1000);
    expect((funding?.fundingTime ?? 1) % (8 * 3_600_000)).toBe(0);
    expect(funding?.nextFundingTime).toBe((funding?.fundingTime ?? 0) + 8 * 3_600_000);
    expect(funding?.indexPrice).toBe((index / 1e12).toFixed(12));
    expect(funding?.markPrice).toBe((mark / 1e12).toFixed(12));
    expect(Math.abs(mark / index - 1)).toBeLessThan(0.001);
    expect(funding?.ts).toBe(now * 1000);
    expect(funding?.fundingRate).toMatch(/^-?0\.00[0-3]\d{5}$/);
    expect(source.funding("ENJ-USDT")).toBeUndefined();
    expect(source.mark("enjusdt")).toBeUndefined();
  });

  test("samples the book: the premium is what the impact prices say, and what the walk may leave out is 0", () => {
    const path = freshModel().path(symbol, 500);
    let seen = 0;
    for (let second = 59; second < 86400; second += 60) {
      const index = path.index[second] ?? 0;
      const { bid, ask } = bestPrices(symbol, path, second);
      const premium = premiumIndex(
        impactPrice(symbol, path, second, "buy", 20_000),
        impactPrice(symbol, path, second, "sell", 20_000),
        index,
      );
      expect(premiumAt(symbol, path, second)).toBe(premium);
      if (bid * 100 > index || ask * 100 < index) seen++;
    }
    expect(seen).toBeGreaterThan(100);
  });

  test("what was settled is what was last published, newest first, page by page, and no further than a year back", async () => {
    const rates: string[] = [];
    for (const period of [2, 3, 4]) {
      source.tick((dayStart(500) + period * 8 * 3600 - 1) * 1000);
      rates.unshift(source.funding(code)?.fundingRate ?? "");
    }
    source.tick((dayStart(501) + 8 * 3600) * 1000);
    expect(source.funding(code)?.realizedRate).toBe(rates[0]);
    const { total, list } = await source.fundingHistory(code, 3, 0);
    expect(total).toBe(1095);
    expect(list.map(({ realizedRate }) => realizedRate)).toEqual(rates);
    expect(list.map(({ fundingTime }) => fundingTime / 1000 - dayStart(501))).toEqual([
      8 * 3600,
      0,
      -8 * 3600,
    ]);
    expect((await source.fundingHistory(code, 2, 1)).list).toEqual(list.slice(1));
    expect((await source.fundingHistory(code, 5, 1093)).list.length).toBe(2);
    expect(await source.fundingHistory("NONE-USDT", 5, 0)).toEqual({ total: 0, list: [] });
  });

  test("nothing is settled before the market opened", async () => {
    const young = createSimulator({ master: testMaster, symbols: ["shibusdt"] });
    await young.start(genesis * 1000);
    expect(young.funding(code)).toMatchObject({
      fundingRate: "0.00010000",
      realizedRate: "0.00000000",
    });
    expect(await young.fundingHistory(code, 5, 0)).toEqual({ total: 0, list: [] });
    young.tick((genesis + 8 * 3600) * 1000);
    expect((await young.fundingHistory(code, 5, 0)).total).toBe(1);
  });

  test("mark candles hold the mark of every second, index candles the last price without trades", async () => {
    const from = dayStart(502) - 120;
    const marks = new Map<number, number[]>();
    for (let second = from; second < from + 200; second++) {
      source.tick(second * 1000);
      const bucket = second - (second % 60);
      marks.set(bucket, [
        ...(marks.get(bucket) ?? []),
        Math.floor(((source.mark("shibusdt") ?? 0) + 50) / 100),
      ]);
    }
    const expected = [...marks].map(([id, prices]) => ({
      id,
      open: prices[0],
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1),
      amount: 0,
      vol: 0,
      count: 0,
    }));
    expect(await source.klines("shibusdt", "1min", { size: 4 }, "mark")).toEqual(expected);
    const [last, index] = await Promise.all([
      source.klines("shibusdt", "5min", { size: 50 }),
      source.klines("shibusdt", "5min", { size: 50 }, "index"),
    ]);
    expect(index).toEqual(last.map((candle) => ({ ...candle, amount: 0, vol: 0, count: 0 })));
    expect(await source.klines("enjusdt", "5min", { size: 5 }, "mark")).toEqual([]);
  });

  test.each(periods)("%s mark candles agree with those of a minute", async (period) => {
    const young = createSimulator({ master: testMaster, symbols: ["shibusdt"] });
    await young.start((genesis + 2 * 86400 + 4000) * 1000);
    const minutes = await young.klines(
      "shibusdt",
      "1min",
      { from: genesis, to: genesis + 3 * 86400 },
      "mark",
    );
    const newest = (await young.klines("shibusdt", period, { size: 1 }, "mark"))[0];
    const parts = minutes.filter(({ id }) => id >= (newest?.id ?? Infinity));
    expect(newest?.high).toBe(parts.reduce((high, part) => Math.max(high, part.high), 0));
    expect(newest?.close).toBe(parts.at(-1)?.close);
  });
});
