import { beforeAll, describe, expect, test } from "vitest";
import { dateOf, dayStart } from "#protocol/proof/simulated-day/calendar.ts";
import type { Candle, MarketSource, Period } from "../../../../venue/feed/market-source.ts";
import { mergeInto } from "../../../../venue/feed/simulator/candles/kline-query.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";
import { createEarlyDays } from "../../../../venue/feed/simulator/model/early-days.ts";
import { freshModel, simulated, testMaster } from "./simulated-days.ts";
import { correlation, mean, rms } from "./statistics.ts";

const opening = 2530;
const today = opening + 2;
const now = dayStart(today) + 5 * 3600 + 17;
// Kusama trades few lots, so that the rounding of its amounts would show.
const names = ["btcusdt", "pepeusdt", "ksmusdt"];
let source: MarketSource;

beforeAll(async () => {
  source = createSimulator({ master: testMaster, symbols: names, openingDay: opening });
  await source.start(now * 1000);
});

const read = (name: string, period: Period, from: number, to: number, price?: "mark" | "index") =>
  source.klines(name, period, { from, to: to - 1 }, price);

/** Candles merged by their start, as anybody may merge them. */
function merged(parts: readonly Candle[], startOf: (id: number) => number): Candle[] {
  const whole: Candle[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last?.id === startOf(part.id)) mergeInto(last, part);
    else whole.push({ ...part, id: startOf(part.id) });
  }
  return whole;
}

describe("days before the opening", () => {
  test.each(names)(
    "%s: all periods agree to the last unit, also over the opening",
    async (name) => {
      const [from, to] = [dayStart(opening - 3), dayStart(today)];
      const minutes: Candle[] = [];
      for (let day = opening - 3; day < today; day++)
        minutes.push(...(await read(name, "1min", dayStart(day), dayStart(day + 1))));
      expect(minutes).toHaveLength(5 * 1440);
      for (const [period, length] of [
        ["15min", 900],
        ["60min", 3600],
        ["4hour", 14_400],
        ["1day", 86_400],
      ] as const) {
        const startOf = (id: number) => from + Math.floor((id - from) / length) * length;
        expect(await read(name, period, from, to), period).toEqual(merged(minutes, startOf));
      }
    },
  );

  test("each candle is possible: its prices in order, its amount whole, its turnover at its price", async () => {
    for (const name of names) {
      const { spec } = simulated(name);
      const unit = 10 ** (spec.pricePrecision + spec.amountPrecision - spec.volPrecision);
      const minutes = await read(name, "1min", dayStart(opening - 1), dayStart(opening));
      let before = minutes[0]?.open;
      for (const { open, close, high, low, amount, vol, count } of minutes) {
        expect([open, high >= Math.max(open, close), low <= Math.min(open, close)]).toEqual([
          before,
          true,
          true,
        ]);
        expect(Number.isInteger(amount) && amount >= count && count > 0).toBe(true);
        const price = (vol * unit) / amount;
        expect(Math.abs(price / ((high + low) / 2) - 1)).toBeLessThan(0.02);
        before = close;
      }
    }
  });

  test("mark and index are the last price without trades, and no such day is revealed", async () => {
    const range = [dayStart(opening - 2), dayStart(opening - 1)] as const;
    const last = await read("btcusdt", "60min", ...range);
    const bare = last.map((candle) => ({ ...candle, amount: 0, vol: 0, count: 0 }));
    for (const price of ["mark", "index"] as const)
      for (const period of ["60min", "4hour"] as const)
        expect(await read("btcusdt", period, ...range, price)).toEqual(
          period === "60min" ? bare : merged(bare, (id) => id - ((id - range[0]) % 14_400)),
        );
    expect(source.simulatedDays?.reveal("btcusdt", dateOf(opening - 1))).toBeUndefined();
    expect(source.simulatedDays?.reveal("btcusdt", dateOf(opening))).toBeDefined();
  });

  test("they look like those that are made second by second: levels, ranges, turnover, and coins together", () => {
    const model = freshModel();
    const early = createEarlyDays(model);
    const moves = new Map<string, number[]>();
    for (const name of ["btcusdt", "ethusdt", "adausdt"]) {
      const symbol = simulated(name);
      const [ranges, exactRanges, vols, exactVols, hours]: number[][] = [[], [], [], [], []];
      for (let day = 2000; day < 2024; day++) {
        const [drawn, exact] = [early.minutes(symbol, day), model.minutes(symbol, day)];
        // The level of the day's end is the same walk's.
        expect(Math.abs((drawn.close[1439] ?? 0) - (exact.close[1439] ?? 0))).toBeLessThanOrEqual(
          1,
        );
        const rangeOf = ({ high, low }: typeof drawn, from: number) =>
          Math.log(
            Math.max(...high.subarray(from, from + 240)) /
              Math.min(...low.subarray(from, from + 240)),
          );
        for (let from = 0; from < 1440; from += 240) {
          ranges?.push(rangeOf(drawn, from));
          exactRanges?.push(rangeOf(exact, from));
        }
        vols?.push(mean([...drawn.vol]));
        exactVols?.push(mean([...exact.vol]));
        for (let from = 0; from < 1440; from += 60)
          hours?.push(Math.log((drawn.close[from + 59] ?? 1) / (drawn.open[from] ?? 1)));
      }
      expect(mean(ranges ?? []) / mean(exactRanges ?? [])).toBeGreaterThan(0.8);
      expect(mean(ranges ?? []) / mean(exactRanges ?? [])).toBeLessThan(1.25);
      expect(mean(vols ?? []) / mean(exactVols ?? [])).toBeGreaterThan(0.7);
      expect(mean(vols ?? []) / mean(exactVols ?? [])).toBeLessThan(1.4);
      expect(rms(hours ?? []) * Math.sqrt(24)).toBeGreaterThan(0.6 * symbol.dailySd);
      moves.set(name, hours ?? []);
    }
    const [btc, eth, ada] = [...moves.values()];
    expect(correlation(btc ?? [], eth ?? [])).toBeGreaterThan(0.7);
    expect(correlation(btc ?? [], ada ?? [])).toBeGreaterThan(0.4);
  });
});
