import type { ColdMinutes } from "./cold-minutes.ts";
import type { DayCache } from "../model/day-cache.ts";
import { candleColumns, type CandleColumns } from "../model/day-minutes.ts";
import type { EarlyDays } from "../model/early-days.ts";
import type { SimulatedSymbol } from "../model/symbol-table.ts";
import type { CandlePrice } from "./past-minutes.ts";

/** The minutes of a finished day, for a caller that may have to wait. */
export type FinishedMinutes = (
  symbol: SimulatedSymbol,
  day: number,
  price: CandlePrice,
  caller: string | undefined,
) => CandleColumns | Promise<CandleColumns>;

/** @param openingDay the first day that is made second by second */
export function createFinishedMinutes(
  days: DayCache,
  coldMinutes: ColdMinutes,
  early: EarlyDays,
  openingDay: number,
): FinishedMinutes {
  return (symbol, day, price, caller) => {
    if (day < openingDay) {
      const minutes = early.minutes(symbol, day);
      return price === "mark" ? withoutTrades(minutes) : minutes;
    }
    return price === "last" && days.hasMinutes(symbol, day)
      ? days.minutes(symbol, day)
      : coldMinutes.get(symbol, day, price, caller);
  };
}

function withoutTrades(columns: CandleColumns): CandleColumns {
  const none = candleColumns(columns.open.length);
  return { ...columns, amount: none.amount, vol: none.vol, count: none.count };
}
