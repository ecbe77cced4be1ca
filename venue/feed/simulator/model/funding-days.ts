import type { DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import { fundingRate, fundingSeconds, premiumIndex } from "../../funding.ts";
import type { DayCache } from "./day-cache.ts";
import { computed } from "./memory.ts";
import { bestPrices, impactPrice } from "./order-book.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** Quote currency for which the impact prices are taken. */
const impactNotional = 20_000;
const minutesPerPeriod = fundingSeconds / 60;

/** Running sums of a day's premium samples, taken at the last second of each minute; three whole periods. */
interface PremiumDay {
  sums: Float64Array;
  minutes: number;
}

/** Funding rates in 1e-8. GMT+8 days begin at 16 UTC, so periods never straddle two of them. */
export interface FundingDays {
  /** The rate from the samples of the period that holds `second` of the day, up to that second. */
  rateSoFar(symbol: SimulatedSymbol, day: number, second: number): number;
  /** What the period would settle at if the latest premium stayed to its end. */
  estimate(symbol: SimulatedSymbol, day: number, second: number): number;
  /** Whether the rate of a finished period is cached. */
  isSettledKnown(symbol: SimulatedSymbol, day: number, period: number): boolean;
  /** The rate of a finished period, 0-2 in its day; some 3 ms for the first of a day. */
  settled(symbol: SimulatedSymbol, day: number, period: number): number;
}

const dayLimit = 400;

export function createFundingDays(days: DayCache): FundingDays {
  const premiums = new Map<string, PremiumDay>();
  const rates = new Map<string, number>();

  function sumsUpTo(symbol: SimulatedSymbol, day: number, minutes: number): Float64Array {
    const premium = computed(premiums, `${day}|${symbol.spec.symbol}`, () => ({
      sums: new Float64Array(1441),
      minutes: 0,
    }));
    for (const oldest of premiums.keys()) {
      if (premiums.size <= dayLimit) break;
      premiums.delete(oldest);
    }
    if (premium.minutes < minutes) {
      const path = days.path(symbol, day);
      for (let minute = premium.minutes; minute < minutes; minute++) {
        premium.sums[minute + 1] =
          (premium.sums[minute] ?? 0) + premiumAt(symbol, path, minute * 60 + 59);
      }
      premium.minutes = minutes;
    }
    return premium.sums;
  }
  function periodOf(symbol: SimulatedSymbol, day: number, second: number) {
    const start = Math.floor(second / fundingSeconds) * minutesPerPeriod;
    const end = Math.floor((second + 1) / 60);
    const sums = sumsUpTo(symbol, day, end);
    const total = (sums[end] ?? 0) - (sums[start] ?? 0);
    return {
      total,
      count: end - start,
      latest: end > start ? (sums[end] ?? 0) - (sums[end - 1] ?? 0) : 0,
    };
  }
  return {
    rateSoFar(symbol, day, second) {
      const { total, count } = periodOf(symbol, day, second);
      return fundingRate(count === 0 ? 0 : mean(total, count));
    },
    estimate(symbol, day, second) {
      const { total, count, latest } = periodOf(symbol, day, second);
      return fundingRate(mean(total + latest * (minutesPerPeriod - count), minutesPerPeriod));
    },
    isSettledKnown: (symbol, day, period) => rates.has(rateKey(symbol, day, period)),
    settled: (symbol, day, period) =>
      computed(rates, rateKey(symbol, day, period), () => {
        const { total, count } = periodOf(symbol, day, (period + 1) * fundingSeconds - 1);
        return fundingRate(mean(total, count));
      }),
  };
}

function rateKey({ spec }: SimulatedSymbol, day: number, period: number): string {
  return `${day}|${period}|${spec.symbol}`;
}

/** The premium index of one second, 1e-8. Costs a walk of the book only where a best price passes the index. */
export function premiumAt(symbol: SimulatedSymbol, path: DayPath, second: number): number {
  const index = path.index[second] ?? 0;
  const { bid, ask } = bestPrices(symbol, path, second);
  const bidSide =
    bid * 100 > index ? impactPrice(symbol, path, second, "buy", impactNotional) : undefined;
  const askSide =
    ask * 100 < index ? impactPrice(symbol, path, second, "sell", impactNotional) : undefined;
  return premiumIndex(bidSide, askSide, index);
}

function mean(total: number, count: number): number {
  return Math.floor(total / count + 0.5);
}
