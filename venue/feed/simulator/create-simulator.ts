import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import {
  daySeconds,
  dayOf,
  dayOfDate,
  dayStart,
  genesis,
} from "#protocol/proof/simulated-day/calendar.ts";
import { lastOfIndex } from "#protocol/proof/simulated-day/day-path.ts";
import { decimalText } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import { fundingSeconds } from "../funding.ts";
import { aheadMs } from "../market-source.ts";
import type { Candle, Funding, MarketSource, Tick, Ticker, Trade } from "../market-source.ts";
import type { SeedKind } from "../../settings/settings.ts";
import { SourceUnavailable } from "../source-unavailable.ts";
import { createCandleSupplies } from "./candles/candle-supplies.ts";
import { createColdMinutes } from "./candles/cold-minutes.ts";
import { createColdQueue } from "./candles/cold-queue.ts";
import { createDayCache } from "./model/day-cache.ts";
import { revealDay } from "./model/day-commitment.ts";
import { createLocalEngine, createWorkerEngine, withFallback } from "./candles/day-engine.ts";
import { createEarlyDays } from "./model/early-days.ts";
import { createFundingDays } from "./model/funding-days.ts";
import { queryKlines } from "./candles/kline-query.ts";
import { createLiveTicker } from "./live-ticker.ts";
import { createMarkDays } from "./model/mark-days.ts";
import { createMarketModel } from "./model/market-model.ts";
import { createNodeNoise } from "./model/node-noise.ts";
import { bookSide } from "./model/order-book.ts";
import { createFinishedMinutes } from "./candles/finished-minutes.ts";
import { createFiveMinuteDays } from "./candles/five-minute-days.ts";
import { createPastMinutes } from "./candles/past-minutes.ts";
import { createLastDays } from "./candles/last-days.ts";
import { createRollupStore } from "./candles/rollup-store.ts";
import { createSimulatorFacts } from "./simulator-facts.ts";
import { symbolTable } from "./model/symbol-table.ts";
import type { SimulatedSymbol } from "./model/symbol-table.ts";
import { createPremiumDays } from "./model/premium-days.ts";
import { printsOf } from "./model/trade-tape.ts";

export interface SimulatorOptions {
  /** The venue's secret: anybody who knows it can compute every future price. */
  master: Uint8Array | string;
  /** Who knows it, for the facts; `given` where absent. */
  seedKind?: SeedKind;
  /** Folder for candles of this master that are made once; they are in memory alone where it is null or absent. */
  rollupDir?: string | null;
  /** Fill the rollups of all symbols in a worker thread after `start`. Without it they are filled on demand. */
  warm?: boolean;
  /**
   * The first day that anybody may trade on: it and all after it are made second by second. Those before it are
   * drawn by the 4-hour candle (docs/simulator.md, "Before the opening"). Where absent every day is exact.
   */
  openingDay?: number;
  /** Only these symbols of the table. */
  symbols?: readonly string[];
}

const maxPaths = 12;
const maxMinutes = 320;
const maxColdMinutes = 256;
/** About 16 MB: a month of every market. */
const maxFiveMinuteDays = 1536;
/** Made ahead and kept over restarts: what 500 candles of an hour take. */
const daysAhead = 21;
/** Between two files that are written in the background. */
const restMs = 100;
/** Computations of uncached days that may wait: of one caller some 2 s of work, of all half a minute. */
const coldLimits = { ofOne: 32, inAll: 512, pieceMs: 60 };
/** Near midnight both days are cached; the next day is prepared by one symbol a tick. */
const edgeSeconds = 600;
const fundingHistoryPeriods = 3 * 365;
const periodsPerDay = daySeconds / fundingSeconds;

/**
 * The deterministic market `factors1-v1` (docs/simulator.md) behind the market interface. Everything answered
 * lies at or before the second of the last tick. Candles of `priceType` index are the last-price candles
 * without amounts, since the last price is the index rounded; mark exists for contracts only, and its
 * candles cost some 17 ms a day the first time, so that they reach back `markReachSec` and no further.
 * Days that are not cached are computed in the worker thread, one at a time for the whole venue, callers in turn.
 */
export function createSimulator(options: SimulatorOptions): MarketSource {
  const table = symbolTable.filter(({ spec }) => options.symbols?.includes(spec.symbol) ?? true);
  const bySymbol = new Map(table.map((symbol) => [symbol.spec.symbol, symbol]));
  const byContract = new Map(table.map((symbol) => [symbol.spec.contract?.contractCode, symbol]));
  const model = createMarketModel(createNodeNoise(options.master));
  const days = createDayCache(model, maxPaths, maxMinutes);
  const fundingDays = createFundingDays(createPremiumDays(model.noise));
  const markDays = createMarkDays(days, fundingDays);
  const openingDay = options.openingDay ?? 0;
  const early = createEarlyDays(model);
  const localEngine = createLocalEngine(createPastMinutes(model));
  const engine =
    options.warm === true
      ? withFallback(createWorkerEngine(options.master), localEngine)
      : localEngine;
  const queue = createColdQueue(coldLimits);
  const coldMinutes = createColdMinutes(engine, queue, maxColdMinutes);
  const minutesOf = createFinishedMinutes(days, coldMinutes, early, openingDay);
  const fiveMinuteDays = createFiveMinuteDays({
    model,
    minutesOf,
    openingDay,
    limit: maxFiveMinuteDays,
    directory: options.rollupDir ?? null,
  });
  // All of today is also what is still to come. A seed that is no file of the venue's leaves none of it on the disk.
  const mayStoreToday = options.seedKind === "own" || options.seedKind === "public";
  const lastDays = createLastDays(model, days, (mayStoreToday && options.rollupDir) || null);
  const rollups = createRollupStore({
    model,
    engine,
    queue,
    price: "last",
    early,
    openingDay,
    finerOf: (symbol, day) => fiveMinuteDays.peek(symbol, day),
    directory: options.rollupDir ?? null,
  });
  const markRollups = createRollupStore({
    model,
    engine,
    queue,
    price: "mark",
    early,
    openingDay,
    finerOf: () => undefined,
    directory: null,
  });
  const supplyOf = createCandleSupplies({
    days,
    markDays,
    minutesOf,
    fiveMinuteDays,
    rollups,
    markRollups,
  });
  const live = table.map((symbol) => createLiveTicker(symbol, days));
  const names = table.map(({ spec }) => spec.symbol);
  const listeners = new Set<(tick: Tick) => void>();
  const facts = createSimulatorFacts(model, table, options.seedKind ?? "given");
  let now = -1;
  let clockMs = 0;
  let closed = false;
  let latest: Ticker[] = [];
  let latestBySymbol = new Map<string, Ticker>();
  let warming: Promise<void> | undefined;
  let warmFailure: string | undefined;

  function known(name: string): SimulatedSymbol {
    const symbol = bySymbol.get(name);
    if (symbol === undefined) throw new RangeError(`Unknown symbol ${name}`);
    return symbol;
  }
  function holdDays(second: number): void {
    const day = dayOf(second);
    const inDay = second - dayStart(day);
    if (inDay < edgeSeconds && day > 0) days.keep([day - 1, day]);
    else if (inDay < daySeconds - edgeSeconds) days.keep([day]);
    else {
      days.keep([day, day + 1]);
      const next = table[inDay - (daySeconds - edgeSeconds)];
      if (next === undefined) return;
      days.path(next, day + 1);
      days.minutes(next, day + 1);
    }
  }
  /** What hours are made of, then what longer periods are made of; both are kept for the next start. */
  async function warmDays(until: number): Promise<void> {
    const from = Math.max(0, until - daysAhead);
    for (const symbol of table) {
      for (let day = from; day < until && !closed; day++)
        await fiveMinuteDays.get(symbol, day, "last");
      if (closed) return;
      if (await fiveMinuteDays.save(symbol, from, until)) await pause(restMs);
    }
    await rollups.warm(table, until);
  }
  function warmUp(): void {
    if (options.warm !== true || closed || warming !== undefined) return;
    const until = dayOf(now);
    warming = warmDays(until).then(
      () => {
        warming = undefined;
        if (dayOf(now) > until) warmUp();
      },
      (cause: unknown) => {
        warming = undefined;
        warmFailure = cause instanceof Error ? cause.message : String(cause);
      },
    );
  }
  /** Prints of seconds `from` to `to` inclusive (Unix s), oldest first. */
  function prints(symbol: SimulatedSymbol, from: number, to: number): Trade[] {
    const trades: Trade[] = [];
    for (let day = dayOf(Math.max(from, genesis)); day <= dayOf(to); day++) {
      const start = dayStart(day);
      const path = days.path(symbol, day);
      trades.push(
        ...printsOf(
          symbol,
          path,
          start,
          Math.max(0, from - start),
          Math.min(daySeconds, to - start + 1),
        ),
      );
    }
    return trades;
  }
  function fundingOf(symbol: SimulatedSymbol, contractCode: string): Funding {
    const { pricePrecision } = symbol.spec;
    const day = dayOf(now);
    const inDay = now - dayStart(day);
    const period = Math.floor(inDay / fundingSeconds);
    const settlesAt = dayStart(day) + (period + 1) * fundingSeconds;
    const index = days.path(symbol, day).index[inDay] ?? 0;
    const before = day * periodsPerDay + period - 1;
    return {
      contractCode,
      fundingRate: decimalText(fundingDays.rateSoFar(symbol, day, inDay), 8),
      estimatedRate: decimalText(fundingDays.estimate(symbol, day, inDay), 8),
      realizedRate: decimalText(settledRate(symbol, before), 8),
      fundingTime: settlesAt * 1000,
      nextFundingTime: (settlesAt + fundingSeconds) * 1000,
      indexPrice: decimalText(index, pricePrecision + 2),
      markPrice: decimalText(markDays.markAt(symbol, day, inDay), pricePrecision + 2),
      lastPrice: decimalText(lastOfIndex(index), pricePrecision),
      ts: now * 1000,
    };
  }
  /** The rate of a period, numbered from genesis; before genesis nothing was settled. */
  function settledRate(symbol: SimulatedSymbol, period: number): number {
    if (period < 0) return 0;
    return fundingDays.settled(symbol, Math.floor(period / periodsPerDay), period % periodsPerDay);
  }

  /** As `settledRate`, but a period that is not cached waits in the queue of uncached days. */
  function settledInTurn(
    symbol: SimulatedSymbol,
    period: number,
    caller: string | undefined,
  ): number | Promise<number> {
    const isKnown = fundingDays.isSettledKnown(
      symbol,
      Math.floor(period / periodsPerDay),
      period % periodsPerDay,
    );
    if (period < 0 || isKnown) return settledRate(symbol, period);
    return queue.run(caller, async () => {
      await nextTurn();
      return settledRate(symbol, period);
    });
  }

  /**
   * The time never goes back: after the clock was set back, users would trade on prices that they have seen.
   * The market is halted until the clock has caught up, or the venue is restarted.
   */
  function tick(nowMs: number): void {
    const second = Math.floor(nowMs / 1000);
    clockMs = nowMs;
    if (second <= now || closed) return;
    if (second < genesis) throw new RangeError("The simulated market opens 2020-01-01 00:00 GMT+8");
    const newDay = now >= genesis && dayOf(second) > dayOf(now);
    holdDays(second);
    latest = live.map((ticker) => ticker.at(second));
    latestBySymbol = new Map(latest.map((ticker) => [ticker.symbol, ticker]));
    now = second;
    if (newDay) warmUp();
    for (const listener of listeners) listener({ ts: second * 1000, symbols: names });
  }

  return {
    symbols: () => table.map(({ spec }) => spec),
    spec: (symbol) => bySymbol.get(symbol)?.spec,
    tickers: () => latest,
    ticker: (symbol) => latestBySymbol.get(symbol),
    async klines(name, period, range, priceType = "last", caller) {
      const symbol = known(name);
      if (now < genesis || (priceType === "mark" && symbol.spec.contract === null)) return [];
      const supply = supplyOf(symbol, priceType, now, caller);
      const candles = await queryKlines(supply, period, range, now);
      return priceType === "index" ? candles.map(withoutAmounts) : candles;
    },
    async depth(name) {
      const symbol = known(name);
      if (now < genesis) throw new SourceUnavailable("The simulator has had no tick yet");
      const day = dayOf(now);
      const path = days.path(symbol, day);
      const inDay = now - dayStart(day);
      return {
        symbol: name,
        version: now,
        ts: now * 1000,
        bids: bookSide(symbol, path, inDay, "buy"),
        asks: bookSide(symbol, path, inDay, "sell"),
      };
    },
    async trades(name, size) {
      const symbol = known(name);
      if (now < genesis || size < 1) return [];
      const newest: Trade[] = [];
      // Some seconds have no print, others many.
      for (let to = now; newest.length < size && to >= genesis; to -= size)
        newest.push(...prints(symbol, Math.max(genesis, to - size + 1), to).toReversed());
      return newest.slice(0, size);
    },
    async tradesBetween(name, fromTs, toTs) {
      const symbol = known(name);
      const from = Math.max(Math.ceil(fromTs / 1000), genesis);
      const to = Math.min(Math.ceil(toTs / 1000) - 1, now);
      return from > to ? [] : prints(symbol, from, to);
    },
    index(name, second) {
      const symbol = bySymbol.get(name);
      if (symbol === undefined || second > now || second < genesis) return undefined;
      const day = dayOf(second);
      return days.path(symbol, day).index[second - dayStart(day)];
    },
    mark(name) {
      const symbol = bySymbol.get(name);
      if (symbol === undefined || symbol.spec.contract === null || now < genesis) return undefined;
      const day = dayOf(now);
      return markDays.markAt(symbol, day, now - dayStart(day));
    },
    funding(contractCode) {
      const symbol = byContract.get(contractCode);
      return symbol === undefined || now < genesis ? undefined : fundingOf(symbol, contractCode);
    },
    async fundingHistory(contractCode, size, offset, caller) {
      const symbol = byContract.get(contractCode);
      if (symbol === undefined || now < genesis) return { total: 0, list: [] };
      const running = Math.floor((now - genesis) / fundingSeconds);
      const total = Math.min(running, fundingHistoryPeriods);
      const list = [];
      for (let n = offset; n < Math.min(total, offset + size); n++) {
        const rate = decimalText(await settledInTurn(symbol, running - 1 - n, caller), 8);
        const fundingTime = (genesis + (running - n) * fundingSeconds) * 1000;
        list.push({ contractCode, fundingRate: rate, realizedRate: rate, fundingTime });
      }
      return { total, list };
    },
    simulatedDays: {
      reveal(name, date) {
        const symbol = bySymbol.get(name);
        const day = dayOfDate(date);
        return symbol === undefined ||
          day === undefined ||
          day < openingDay ||
          now < dayStart(day + 1)
          ? undefined
          : revealDay(model, symbol, day);
      },
    },
    health: () => ({
      source: "sim",
      state: closed || now * 1000 - clockMs > aheadMs ? "halted" : now < genesis ? "stale" : "live",
      lastTickTs: now < genesis ? 0 : now * 1000,
      lagMs: 0,
    }),
    facts: () => ({
      ...(now < genesis ? {} : facts.at(dayOf(now))),
      rollups:
        warmFailure ??
        (options.warm !== true ? "on demand" : warming === undefined ? "ready" : "filling"),
    }),
    onTick(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tick,
    async start(nowMs) {
      await lastDays.load(table, dayOf(Math.floor(nowMs / 1000)));
      tick(nowMs);
      if (options.warm === true) {
        await rollups.prepare(table);
        const today = dayOf(now);
        for (const symbol of table) {
          await fiveMinuteDays.load(symbol);
          for (const day of [today - 1, today]) if (day >= 0) days.minutes(symbol, day);
          const from = Math.max(0, today - daysAhead);
          for (let day = from; day < today; day++) await fiveMinuteDays.get(symbol, day, "last");
          await rollups.rows(symbol, Math.min(openingDay, today), today);
          await nextTurn();
        }
      }
      warmUp();
    },
    async close() {
      closed = true;
      listeners.clear();
      await Promise.all([
        rollups.close(),
        markRollups.close(),
        warming,
        // What is not stored, as on a full disk, is made again.
        now < genesis ? undefined : lastDays.save(table, dayOf(now)).catch(() => undefined),
      ]);
    },
  };
}

function withoutAmounts(candle: Candle): Candle {
  return { ...candle, amount: 0, vol: 0, count: 0 };
}
