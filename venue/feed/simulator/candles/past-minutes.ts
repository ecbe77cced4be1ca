import { daySeconds } from "#protocol/proof/simulated-day/calendar.ts";
import { createDayCache } from "../model/day-cache.ts";
import type { CandleColumns } from "../model/day-minutes.ts";
import { createFundingDays } from "../model/funding-days.ts";
import { createMarkDays } from "../model/mark-days.ts";
import type { MarketModel } from "../model/market-model.ts";
import { createPremiumDays } from "../model/premium-days.ts";
import type { SimulatedSymbol } from "../model/symbol-table.ts";

/** Index candles are made of those of the last price. */
export type CandlePrice = "last" | "mark";

/** The 1440 candles of a finished day, computed at each call, which takes some 2 ms, for the mark price some 17 ms. */
export type PastMinutes = (
  symbol: SimulatedSymbol,
  day: number,
  price: CandlePrice,
) => CandleColumns;

export function createPastMinutes(model: MarketModel): PastMinutes {
  // A mark day reads its path many times, and the paths of the days before it once.
  const days = createDayCache(model, 2, 2);
  const markDays = createMarkDays(days, createFundingDays(createPremiumDays(model.noise)));
  return (symbol, day, price) =>
    price === "last" ? model.minutes(symbol, day) : markDays.minutes(symbol, day, daySeconds);
}
