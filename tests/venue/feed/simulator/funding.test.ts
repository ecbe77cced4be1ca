import { beforeAll, describe, expect, test } from "vitest";
import { dayStart, genesis } from "#protocol/proof/simulated-day/calendar.ts";
import { fundingRate } from "../../../../venue/feed/funding.ts";
import { markPrice } from "../../../../venue/feed/mark-price.ts";
import type { MarketSource } from "../../../../venue/feed/market-source.ts";
import { periods } from "../../../../venue/feed/market-source.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";
import { bestPrices } from "../../../../venue/feed/simulator/model/order-book.ts";
import { createDayCache } from "../../../../venue/feed/simulator/model/day-cache.ts";
import { createFundingDays } from "../../../../venue/feed/simulator/model/funding-days.ts";
import { createMarkDays } from "../../../../venue/feed/simulator/model/mark-days.ts";
import { createPremiumDays } from "../../../../venue/feed/simulator/model/premium-days.ts";
import { pinDay } from "../../../../venue/feed/simulator/model/day-series.ts";
import { symbolTable } from "../../../../venue/feed/simulator/model/symbol-table.ts";
import { contractFees } from "#protocol/rules/contracts/contract-tiers.ts";
import { judge } from "../../attack/riskless/judge.ts";
import { freshModel, simulated, testMaster } from "./simulated-days.ts";
import { correlation } from "./statistics.ts";

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
      fundingRate: expect.stringMatching(/^-?0\.000\d{5}$/),
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

describe("the premium", () => {
  const days = 150;
  const model = freshModel();
  const contracts = symbolTable.filter(({ spec }) => spec.contract !== null);
  const funding = createFundingDays(createPremiumDays(model.noise));
  /** Settled rates of each contract, one after the other. */
  const rates = contracts.map((symbol) =>
    Array.from({ length: 3 * days }, (_, n) =>
      funding.settled(symbol, pinDay + 5 + Math.floor(n / 3), n % 3),
    ),
  );
  const daily = (gains: readonly number[]) =>
    Array.from({ length: days }, (_, d) =>
      [0, 1, 2].reduce((sum, p) => sum + (gains[3 * d + p] ?? 0), 0),
    );

  test("no settlement pays more than what a maker's and a taker's fee come to", () => {
    const fees = (Number(contractFees.maker) + Number(contractFees.taker)) * 1e8;
    const largest = Math.max(...rates.flat().map(Math.abs));
    expect(largest).toBeGreaterThan(40_000);
    expect(largest).toBeLessThanOrEqual(fees);
    const wild = { ...simulated("pepeusdt"), dailySd: 1 };
    for (let day = 0; day < 20; day++)
      for (const period of [0, 1, 2])
        expect(
          Math.abs(createFundingDays(createPremiumDays(model.noise)).settled(wild, day, period)),
        ).toBeLessThanOrEqual(fees);
  });

  test("holding coins against a contract that pays, always or while it pays, gains nothing after fees", () => {
    // A taker's fee for the coins and the contract, at the start and at the end.
    const cost = (0.002 + Number(contractFees.taker)) * 1e8;
    const always = (of: readonly number[]) =>
      of.map((rate, n) => rate - (n === 0 || n === of.length - 1 ? cost : 0));
    const whilePaid = (enter: number, leave: number) => (of: readonly number[]) => {
      let isHeld = false;
      return of.map((rate) => {
        const got = isHeld ? rate : 0;
        const turns = isHeld ? rate < leave : rate > enter;
        if (turns) isHeld = !isHeld;
        return got - (turns ? cost : 0);
      });
    };
    for (const play of [
      always,
      whilePaid(9000, -10_000),
      whilePaid(30_000, 0),
      whilePaid(45_000, 9000),
    ]) {
      const gains = rates.map((of) => daily(play(of)));
      const ofAll = Array.from({ length: days }, (_, d) =>
        gains.reduce((sum, of) => sum + (of[d] ?? 0), 0),
      );
      expect(judge(ofAll).isRiskless).toBe(false);
    }
    // Without fees, taking each side when it was just paid would gain: the rates do last.
    const free = rates.map((of) => daily(of.map((rate, n) => Math.sign(of[n - 1] ?? 0) * rate)));
    const ofAll = Array.from({ length: days }, (_, d) =>
      free.reduce((sum, of) => sum + (of[d] ?? 0), 0),
    );
    expect(judge(ofAll).isRiskless).toBe(true);
  });

  test("says nothing about the move of the day that follows", () => {
    const pairs = contracts.flatMap((symbol, at) =>
      daily(rates[at] ?? []).map((rate, d) => {
        const [close, next] = [0, 1].map((on) => model.closeLevel(symbol, pinDay + 5 + d + on));
        return { rate, move: ((next ?? 0) - (close ?? 0)) / symbol.dailySd };
      }),
    );
    const [ofRates, ofMoves] = [pairs.map(({ rate }) => rate), pairs.map(({ move }) => move)];
    expect(Math.abs(correlation(ofRates, ofMoves))).toBeLessThan(0.06);
  });

  test("moves the mark by a tenth of itself, and the mark stays by the index", () => {
    const cache = createDayCache(model, 2, 2);
    const symbol = simulated("shibusdt");
    const path = cache.path(symbol, 500);
    const marks = [120_000, -110_000].map((premium) =>
      createMarkDays(
        cache,
        createFundingDays({ minutes: () => new Float64Array(1440).fill(premium) }),
      ),
    );
    for (let second = 0; second < 86400; second += 977) {
      const index = path.index[second] ?? 0;
      const { bid, ask } = bestPrices(symbol, path, second);
      const [above = 0, below = 0] = marks.map((of) => of.markAt(symbol, 500, second) / index - 1);
      const spread = (ask / bid - 1) * 2 + 100 / index;
      expect(above).toBeGreaterThanOrEqual(below);
      expect(above).toBeLessThan(0.00012 + spread);
      expect(below).toBeGreaterThan(-0.00011 - spread);
    }
    const [above = 0, below = 0] = marks.map((of) => of.markAt(symbol, 500, 3600));
    expect(above / below - 1).toBeGreaterThan(0.0001);
  });
});
