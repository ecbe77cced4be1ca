import { beforeAll, describe, expect, test } from "vitest";
import { dayStart, genesis } from "#protocol/proof/simulated-day/calendar.ts";
import type { Candle, MarketSource, Period } from "../../../../venue/feed/market-source.ts";
import { periods } from "../../../../venue/feed/market-source.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";
import { candleAt } from "../../../../venue/feed/simulator/model/day-minutes.ts";
import { isProof } from "../../../harness/trials.ts";
import { calendarStart } from "../calendar-start.ts";
import { freshModel, simulated, testMaster } from "./simulated-days.ts";

/** How many whole days there are: two months have gone, so that every period but the year has an edge behind it. */
const days = 65;
/** 2020-03-06, 13:37:42 GMT+8. */
const now = dayStart(days) + 13 * 3600 + 37 * 60 + 42;
const name = "dogeusdt";
let source: MarketSource;
let minutes: Candle[];

beforeAll(async () => {
  source = createSimulator({ master: testMaster, symbols: [name] });
  await source.start(now * 1000 + 137);
  minutes = await allMinutes();
});

/** Every minute from genesis to now, the past straight from the model. */
async function allMinutes(): Promise<Candle[]> {
  const model = freshModel();
  const symbol = simulated(name);
  const past = Array.from({ length: days }, (_, day) => {
    const columns = model.minutes(symbol, day);
    return Array.from({ length: 1440 }, (__, minute) =>
      candleAt(columns, minute, dayStart(day) + minute * 60),
    );
  });
  const today = await source.klines(name, "1min", { from: dayStart(days), to: now });
  return [...past.flat(), ...today];
}

function aggregate(period: Period, candles: readonly Candle[]): Candle[] {
  const buckets = new Map<number, Candle[]>();
  for (const candle of candles) {
    const id = calendarStart(period, candle.id);
    const bucket = buckets.get(id);
    if (bucket === undefined) buckets.set(id, [candle]);
    else bucket.push(candle);
  }
  return [...buckets].map(([id, parts]) => fold(id, parts));
}

function fold(id: number, parts: Candle[]): Candle {
  const sum = (field: "amount" | "vol" | "count") =>
    parts.reduce((total, part) => total + part[field], 0);
  return {
    id,
    open: parts[0]?.open ?? 0,
    high: parts.reduce((high, part) => Math.max(high, part.high), 0),
    low: parts.reduce((low, part) => Math.min(low, part.low), Infinity),
    close: parts.at(-1)?.close ?? 0,
    amount: sum("amount"),
    vol: sum("vol"),
    count: sum("count"),
  };
}

describe.each(periods)("%s", (period) => {
  let all: Candle[];
  beforeAll(() => {
    all = aggregate(period, minutes);
  });

  test("P3: is the aggregate of the minutes, the live one included", async () => {
    expect(await source.klines(name, period, { size: 2000 })).toEqual(all.slice(-2000));
  });

  test("P10: a shorter answer is the end of a longer one", async () => {
    const long = await source.klines(name, period, { size: 300 });
    for (const size of [1, 2, 7, 299])
      expect(await source.klines(name, period, { size })).toEqual(long.slice(-size));
  });

  test("a range holds the buckets that start in it, both ends included", async () => {
    const [first, last] = [all.at(-5) ?? all[0], all.at(-2) ?? all[0]];
    if (first === undefined || last === undefined) throw new Error("No candles");
    const expected = all.filter(({ id }) => id >= first.id && id <= last.id);
    expect(await source.klines(name, period, { from: first.id, to: last.id })).toEqual(expected);
    expect(await source.klines(name, period, { from: first.id + 1, to: last.id + 1 })).toEqual(
      expected.slice(1),
    );
    expect(await source.klines(name, period, { from: last.id + 1, to: first.id })).toEqual([]);
  });
});

test.runIf(isProof)(
  "P3: a year is the aggregate of its days, and begins where the one before it ends",
  async () => {
    const later = createSimulator({ master: testMaster, symbols: [name] });
    await later.start((dayStart(372) + 13 * 3600) * 1000);
    const daily = await later.klines(name, "1day", { size: 2000 });
    const years = await later.klines(name, "1year", { size: 9 });
    expect(years.map(({ id }) => id)).toEqual([genesis, genesis + 366 * 86400]);
    expect(years).toEqual(aggregate("1year", daily));
  },
);

test("genesis: the first candles begin with the market, weeks with their Monday", async () => {
  expect((await source.klines(name, "1day", { size: 2000 }))[0]?.id).toBe(genesis);
  expect((await source.klines(name, "1mon", { size: 9 })).map(({ id }) => id)).toEqual([
    genesis,
    genesis + 31 * 86400,
    genesis + 60 * 86400,
  ]);
  expect((await source.klines(name, "1week", { size: 2000 }))[0]?.id).toBe(genesis - 2 * 86400);
  expect(await source.klines(name, "1min", { from: genesis - 600, to: genesis - 1 })).toEqual([]);
});

test("P11: the ticker is the aggregate of the last 1,440 minutes, as the clock moves on", async () => {
  for (const second of [
    now,
    now + 1,
    now + 18,
    now + 4000,
    dayStart(days + 1) - 1,
    dayStart(days + 1),
    dayStart(days + 1) + 61,
    dayStart(days + 2) + 86399,
  ]) {
    source.tick(second * 1000 + 999);
    const { open, high, low, close, amount, vol, count } = source.ticker(name) ?? {};
    const window = fold(0, await source.klines(name, "1min", { size: 1440 }));
    expect({ id: 0, open, high, low, close, amount, vol, count }).toEqual(window);
  }
});
