import type { DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import type { CandleColumns } from "./day-minutes.ts";
import { dayMinutes } from "./day-minutes.ts";
import { recent } from "./memory.ts";
import type { MarketModel } from "./market-model.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** Recently used symbol-days; a path takes about 0.5 MB, a day of minutes 50 kB. */
export interface DayCache {
  path(symbol: SimulatedSymbol, day: number): DayPath;
  minutes(symbol: SimulatedSymbol, day: number): CandleColumns;
  hasMinutes(symbol: SimulatedSymbol, day: number): boolean;
  /** Takes in minutes that were made before. */
  restore(symbol: SimulatedSymbol, day: number, made: CandleColumns): void;
  /** Pins the paths of these days and unpins all others. */
  keep(days: readonly number[]): void;
}

export function createDayCache(
  model: MarketModel,
  pathLimit: number,
  minutesLimit: number,
): DayCache {
  const pinned = new Map<string, DayPath>();
  let pinnedDays: readonly number[] = [];
  const paths = new Map<string, DayPath>();
  const minutes = new Map<string, CandleColumns>();
  const keyOf = (symbol: SimulatedSymbol, day: number) => `${day}|${symbol.spec.symbol}`;

  const cache: DayCache = {
    path(symbol, day) {
      const key = keyOf(symbol, day);
      if (!pinnedDays.includes(day))
        return recent(paths, key, pathLimit, () => model.path(symbol, day));
      const known = pinned.get(key) ?? paths.get(key) ?? model.path(symbol, day);
      pinned.set(key, known);
      return known;
    },
    minutes(symbol, day) {
      return recent(minutes, keyOf(symbol, day), minutesLimit, () => {
        const key = keyOf(symbol, day);
        const path = pinned.get(key) ?? paths.get(key);
        return path === undefined ? model.minutes(symbol, day) : dayMinutes(symbol, path);
      });
    },
    hasMinutes: (symbol, day) => minutes.has(keyOf(symbol, day)),
    restore(symbol, day, made) {
      recent(minutes, keyOf(symbol, day), minutesLimit, () => made);
    },
    keep(days) {
      pinnedDays = days;
      for (const key of pinned.keys())
        if (!days.includes(Number(key.slice(0, key.indexOf("|"))))) pinned.delete(key);
    },
  };
  return cache;
}
