import { beforeEach, describe, expect, test } from "vitest";
import { dayStart } from "#protocol/proof/simulated-day/calendar.ts";
import type { MarketSource, Tick } from "../../../../venue/feed/market-source.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";
import { testMaster } from "./simulated-days.ts";

const start = dayStart(900) + 86400 - 90;
const name = "ethusdt";
let source: MarketSource;

beforeEach(async () => {
  source = createSimulator({ master: testMaster, symbols: [name, "pepeusdt"] });
  await source.start(start * 1000);
});

describe("P7: nothing lies after the clock", () => {
  test.each([0, 1, 29, 59, 89, 90, 91, 200])("%i s later", async (later) => {
    const now = start + later;
    source.tick(now * 1000 + 500);
    const before = await picture(now);
    expect(before.live).toEqual(foldTrades(before.minuteTrades, now));
    expect(before.trades.every(({ ts }) => ts <= now * 1000)).toBe(true);
    expect(before.book.ts).toBe(now * 1000);
    expect(source.ticker(name)?.close).toBe(before.trades[0]?.price);
    expect(source.index(name, now)).toBeDefined();
    expect(source.index(name, now + 1)).toBeUndefined();
    expect(await source.tradesBetween(name, (now + 1) * 1000, (now + 100) * 1000)).toEqual([]);
    expect((await source.klines(name, "1min", { from: now - 300, to: now + 3000 })).at(-1)).toEqual(
      before.live,
    );
    source.tick((now + 3700) * 1000);
    expect(
      await source.klines(name, "1min", { from: now - 6000, to: now - (now % 60) - 60 }),
    ).toEqual(before.closed);
    expect(await source.tradesBetween(name, (now - 200) * 1000, now * 1000 + 1)).toEqual(
      before.passed,
    );
    expect(source.index(name, now)).toBe(before.index);
  });

  async function picture(now: number) {
    const minute = now - (now % 60);
    return {
      live: (await source.klines(name, "1min", { size: 1 }))[0],
      closed: await source.klines(name, "1min", { from: now - 6000, to: minute - 60 }),
      trades: await source.trades(name, 500),
      minuteTrades: await source.tradesBetween(name, minute * 1000, (minute + 60) * 1000),
      passed: await source.tradesBetween(name, (now - 200) * 1000, now * 1000 + 1),
      book: await source.depth(name),
      index: source.index(name, now),
    };
  }
  function foldTrades(trades: { price: number; amount: number }[], now: number) {
    const prices = trades.map(({ price }) => price);
    const value = trades.reduce(
      (sum, { price, amount }) => sum + BigInt(price) * BigInt(amount),
      0n,
    );
    return {
      id: now - (now % 60),
      open: prices[0],
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1),
      amount: trades.reduce((sum, { amount }) => sum + amount, 0),
      // Two price and four amount decimals to two of turnover.
      vol: Number(value / 10_000n),
      count: trades.length,
    };
  }
});

test("one tick tells its second and every symbol; the same second again tells nothing", () => {
  const ticks: Tick[] = [];
  const stop = source.onTick((tick) => ticks.push(tick));
  source.tick(start * 1000 + 1700);
  source.tick(start * 1000 + 1900);
  source.tick(start * 1000 + 1100);
  source.tick(start * 1000 + 86_400_000);
  stop();
  source.tick(start * 1000 + 86_401_000);
  expect(ticks).toEqual([
    { ts: (start + 1) * 1000, symbols: [name, "pepeusdt"] },
    { ts: (start + 86400) * 1000, symbols: [name, "pepeusdt"] },
  ]);
});

test("a clock that jumped shows what a clock that ticked shows", async () => {
  const jumped = createSimulator({ master: testMaster, symbols: [name, "pepeusdt"] });
  for (let second = start; second <= start + 700; second++) source.tick(second * 1000);
  await jumped.start((start + 700) * 1000);
  expect(jumped.tickers()).toEqual(source.tickers());
  expect(await jumped.depth(name)).toEqual(await source.depth(name));
  expect(await jumped.trades(name, 2000)).toEqual(await source.trades(name, 2000));
  expect(jumped.mark(name)).toBe(source.mark(name));
  expect(jumped.funding("ETH-USDT")).toEqual(source.funding("ETH-USDT"));
});

test("trades are newest first and as many as asked; a span takes its start and leaves its end", async () => {
  for (const size of [1, 3, 2000]) {
    const trades = await source.trades(name, size);
    expect(trades.length).toBe(size);
    expect(
      trades.every(({ id }, n) => n === 0 || BigInt(id) < BigInt(trades[n - 1]?.id ?? "0")),
    ).toBe(true);
  }
  const span = await source.tradesBetween(name, (start - 10) * 1000, (start - 5) * 1000);
  expect(new Set(span.map(({ ts }) => ts / 1000 - start))).toEqual(new Set([-10, -9, -8, -7, -6]));
});

test("health follows the ticks, and a closed market is halted", async () => {
  expect(source.health()).toEqual({
    source: "sim",
    state: "live",
    lastTickTs: start * 1000,
    lagMs: 0,
  });
  expect(createSimulator({ master: testMaster }).health().state).toBe("stale");
  await source.close();
  source.tick((start + 5) * 1000);
  expect(source.health()).toEqual({
    source: "sim",
    state: "halted",
    lastTickTs: start * 1000,
    lagMs: 0,
  });
});

test("unknown symbols have nothing, and a source without a tick says so", async () => {
  const quiet = createSimulator({ master: testMaster });
  expect(quiet.tickers()).toEqual([]);
  expect(await quiet.klines(name, "1min", { size: 5 })).toEqual([]);
  await expect(quiet.depth(name)).rejects.toThrow("no tick yet");
  expect(source.ticker("nonesuch")).toBeUndefined();
  expect(source.index("nonesuch", start)).toBeUndefined();
  await expect(source.klines("nonesuch", "1min", { size: 5 })).rejects.toThrow("nonesuch");
});
