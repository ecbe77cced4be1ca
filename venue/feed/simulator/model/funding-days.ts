import { fundingRate, fundingSeconds } from "../../funding.ts";
import { computed, recent } from "./memory.ts";
import type { PremiumDays } from "./premium-days.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

const minutesPerPeriod = fundingSeconds / 60;

/** Funding rates in 1e-8. GMT+8 days begin at 16 UTC, so periods never straddle two of them. */
export interface FundingDays {
  /** The rate from the samples of the period that holds `second` of the day, up to that second. */
  rateSoFar(symbol: SimulatedSymbol, day: number, second: number): number;
  /** What the period would settle at if the latest premium stayed to its end. */
  estimate(symbol: SimulatedSymbol, day: number, second: number): number;
  /** Whether the rate of a finished period is cached. */
  isSettledKnown(symbol: SimulatedSymbol, day: number, period: number): boolean;
  /** The rate of a finished period, 0-2 in its day. */
  settled(symbol: SimulatedSymbol, day: number, period: number): number;
  /** The premium in 1e-8 at a second of the day: a line between the last two samples, so that nothing leaps. */
  premiumAt(symbol: SimulatedSymbol, day: number, second: number): number;
}

const dayLimit = 400;

export function createFundingDays(premiums: PremiumDays): FundingDays {
  const sums = new Map<string, Float64Array>();
  const rates = new Map<string, number>();

  /** The sum of the samples before each minute. */
  function sumsOf(symbol: SimulatedSymbol, day: number): Float64Array {
    return recent(sums, `${day}|${symbol.spec.symbol}`, dayLimit, () => {
      const before = new Float64Array(1441);
      for (const [minute, sample] of premiums.minutes(symbol, day).entries())
        before[minute + 1] = (before[minute] ?? 0) + sample;
      return before;
    });
  }
  function periodOf(symbol: SimulatedSymbol, day: number, second: number) {
    const start = Math.floor(second / fundingSeconds) * minutesPerPeriod;
    const end = Math.floor((second + 1) / 60);
    const before = sumsOf(symbol, day);
    const total = (before[end] ?? 0) - (before[start] ?? 0);
    return {
      total,
      count: end - start,
      latest: end > start ? (before[end] ?? 0) - (before[end - 1] ?? 0) : 0,
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
    premiumAt(symbol, day, second) {
      const samples = premiums.minutes(symbol, day);
      const minute = Math.floor((second + 1) / 60);
      const newest = samples[Math.max(0, minute - 1)] ?? 0;
      const before = samples[Math.max(0, minute - 2)] ?? 0;
      return before + ((newest - before) * ((second + 1) % 60)) / 60;
    },
  };
}

function rateKey({ spec }: SimulatedSymbol, day: number, period: number): string {
  return `${day}|${period}|${spec.symbol}`;
}

function mean(total: number, count: number): number {
  return Math.floor(total / count + 0.5);
}
