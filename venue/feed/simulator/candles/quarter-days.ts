import { candleColumns, foldRows, type CandleColumns } from "../model/day-minutes.ts";
import type { SimulatedSymbol } from "../model/symbol-table.ts";
import type { FinishedMinutes } from "./finished-minutes.ts";
import type { CandlePrice } from "./past-minutes.ts";

export const quarterSeconds = 900;
export const quartersPerDay = 96;

/**
 * Finished days as 96 candles of a quarter of an hour, of which those of 30 and 60 minutes are made: a day takes
 * 3.5 kB, a fourteenth of its minutes.
 */
export interface QuarterDays {
  /** @throws TooMany where the caller has too much waiting */
  get(
    symbol: SimulatedSymbol,
    day: number,
    price: CandlePrice,
    caller?: string,
  ): CandleColumns | Promise<CandleColumns>;
}

/** @param limit days that are kept; those asked for longest ago go first */
export function createQuarterDays(minutesOf: FinishedMinutes, limit: number): QuarterDays {
  const cached = new Map<string, CandleColumns>();

  function keep(key: string, minutes: CandleColumns): CandleColumns {
    const columns = candleColumns(quartersPerDay);
    for (let quarter = 0; quarter < quartersPerDay; quarter++)
      foldRows(minutes, quarter * 15, quarter * 15 + 15, columns, quarter);
    cached.delete(key);
    cached.set(key, columns);
    for (const oldest of cached.keys()) {
      if (cached.size <= limit) break;
      cached.delete(oldest);
    }
    return columns;
  }

  return {
    get(symbol, day, price, caller) {
      const key = `${price}|${day}|${symbol.spec.symbol}`;
      const known = cached.get(key);
      if (known) {
        cached.delete(key);
        cached.set(key, known);
        return known;
      }
      const minutes = minutesOf(symbol, day, price, caller);
      return minutes instanceof Promise
        ? minutes.then((columns) => keep(key, columns))
        : keep(key, minutes);
    },
  };
}
