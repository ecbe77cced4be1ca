import { dayOf, dayStart } from "#protocol/proof/simulated-day/calendar.ts";
import { markReachSec } from "../../market-source.ts";
import type { Candle, PriceType } from "../../market-source.ts";
import type { DayCache } from "../model/day-cache.ts";
import { candleAt, minuteCandle } from "../model/day-minutes.ts";
import type { FinishedMinutes } from "./finished-minutes.ts";
import type { CandleSupply } from "./kline-query.ts";
import type { MarkDays } from "../model/mark-days.ts";
import type { FiveMinuteDays } from "./five-minute-days.ts";
import type { RollupStore } from "./rollup-store.ts";
import type { SimulatedSymbol } from "../model/symbol-table.ts";

export interface SupplyParts {
  days: DayCache;
  markDays: MarkDays;
  minutesOf: FinishedMinutes;
  fiveMinuteDays: FiveMinuteDays;
  rollups: RollupStore;
  markRollups: RollupStore;
}

/** Where a symbol's candles of a price come from for a caller, up to the second `until` (Unix s) of the running day. */
export function createCandleSupplies({
  days,
  markDays,
  minutesOf,
  fiveMinuteDays,
  rollups,
  markRollups,
}: SupplyParts): (
  symbol: SimulatedSymbol,
  priceType: PriceType,
  until: number,
  caller: string | undefined,
) => CandleSupply {
  return (symbol, priceType, until, caller) => {
    const today = dayOf(until);
    const start = dayStart(today);
    const seconds = until - start + 1;
    if (priceType === "mark") {
      return {
        reach: until - markReachSec,
        minutes: (day) => minutesOf(symbol, day, "mark", caller),
        fiveMinutes: (day) => fiveMinuteDays.get(symbol, day, "mark", caller),
        rollups: (from, to) => markRollups.rows(symbol, from, to, caller),
        today(from) {
          const columns = markDays.minutes(symbol, today, seconds);
          return rowsFrom(from, start, seconds, (minute) =>
            candleAt(columns, minute, start + minute * 60),
          );
        },
      };
    }
    return {
      reach: -Infinity,
      minutes: (day) => minutesOf(symbol, day, "last", caller),
      fiveMinutes: (day) => fiveMinuteDays.get(symbol, day, "last", caller),
      rollups: (from, to) => rollups.rows(symbol, from, to, caller),
      today(from) {
        const columns = days.minutes(symbol, today);
        const path = days.path(symbol, today);
        return rowsFrom(from, start, seconds, (minute) =>
          minute * 60 + 60 <= seconds
            ? candleAt(columns, minute, start + minute * 60)
            : {
                ...minuteCandle(symbol, path, minute, seconds - minute * 60),
                id: start + minute * 60,
              },
        );
      },
    };
  };
}

/** Candles of the minutes from `from` on that the first `seconds` seconds of the day reach. */
function rowsFrom(
  from: number,
  start: number,
  seconds: number,
  candle: (minute: number) => Candle,
): Candle[] {
  const candles: Candle[] = [];
  for (let minute = Math.max(0, Math.floor((from - start) / 60)); minute * 60 < seconds; minute++) {
    candles.push(candle(minute));
  }
  return candles;
}
