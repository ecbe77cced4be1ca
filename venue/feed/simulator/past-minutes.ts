import { daySeconds } from "#protocol/simulated-day/calendar.ts";
import { createDayCache } from "./day-cache.ts";
import type { CandleColumns } from "./day-minutes.ts";
import { createFundingDays } from "./funding-days.ts";
import { createMarkDays } from "./mark-days.ts";
import type { MarketModel } from "./market-model.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** Index candles are made of those of the last price. */
export type CandlePrice = "last" | "mark";

/** The 1440 candles of a finished day, computed anew at each call: some 2 ms, for the mark price some 17. */
export type PastMinutes = (
  symbol: SimulatedSymbol,
  day: number,
  price: CandlePrice,
) => CandleColumns;

export function createPastMinutes(model: MarketModel): PastMinutes {
  // A mark day asks for its path again and again; the days before it are never asked for again.
  const days = createDayCache(model, 2, 2);
  const markDays = createMarkDays(days, createFundingDays(days));
  return (symbol, day, price) =>
    price === "last" ? model.minutes(symbol, day) : markDays.minutes(symbol, day, daySeconds);
}
