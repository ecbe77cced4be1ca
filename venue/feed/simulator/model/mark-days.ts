import { lastOfIndex } from "#protocol/proof/simulated-day/day-path.ts";
import type { DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import { fundingSeconds } from "../../funding.ts";
import { markPrice } from "../../mark-price.ts";
import type { DayCache } from "./day-cache.ts";
import { candleColumns } from "./day-minutes.ts";
import type { CandleColumns } from "./day-minutes.ts";
import type { FundingDays } from "./funding-days.ts";
import { bestPrices } from "./order-book.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

const basisSeconds = 30;
/** So much of the premium stands in the basis: a tenth, which is 0.012 % at most. It liquidates nobody by itself. */
const premiumInBasis = 0.1;

/** Mark prices in index units. The basis looks back 30 s, or to the start of the day. */
export interface MarkDays {
  markAt(symbol: SimulatedSymbol, day: number, second: number): number;
  /**
   * Mark candles in ticks of the minutes that `seconds` seconds of the day reach; nothing is traded in
   * them. The columns of a running day are the same ones at the next call, and longer.
   */
  minutes(symbol: SimulatedSymbol, day: number, seconds: number): CandleColumns;
}

/** A day as far as it was asked for, so that each second is computed once. */
interface Running {
  day: number;
  seconds: number;
  columns: CandleColumns;
  window: Float64Array;
  basis: number;
  rate: number;
}

export function createMarkDays(days: DayCache, funding: FundingDays): MarkDays {
  const running = new Map<string, Running>();

  function runningOf({ spec }: SimulatedSymbol, day: number, seconds: number): Running {
    const known = running.get(spec.symbol);
    if (known?.day === day && known.seconds <= seconds) return known;
    const fresh = {
      day,
      seconds: 0,
      columns: candleColumns(1440),
      window: new Float64Array(basisSeconds),
      basis: 0,
      rate: 0,
    };
    // Who waited asks for an earlier second than others did meanwhile: theirs is the state to go on from.
    if (known?.day !== day) running.set(spec.symbol, fresh);
    return fresh;
  }
  return {
    markAt(symbol, day, second) {
      const path = days.path(symbol, day);
      const from = Math.max(0, second - basisSeconds + 1);
      let basis = 0;
      for (let s = from; s <= second; s++) basis += basisAt(symbol, path, s);
      const rate = funding.rateSoFar(symbol, day, second);
      const premium = funding.premiumAt(symbol, day, second);
      return markOf(path, second, { rate, premium, basis: basis / (second - from + 1) });
    },
    minutes(symbol, day, seconds) {
      const path = days.path(symbol, day);
      const state = runningOf(symbol, day, seconds);
      for (let second = state.seconds; second < seconds; second++) {
        // A minute's sample counts from its last second on, and a period starts with its first.
        if (second % 60 === 59 || second % fundingSeconds === 0)
          state.rate = funding.rateSoFar(symbol, day, second);
        const newest = basisAt(symbol, path, second);
        state.basis += newest - (state.window[second % basisSeconds] ?? 0);
        state.window[second % basisSeconds] = newest;
        const mark = markOf(path, second, {
          rate: state.rate,
          premium: funding.premiumAt(symbol, day, second),
          basis: state.basis / Math.min(second + 1, basisSeconds),
        });
        widen(state.columns, Math.floor(second / 60), lastOfIndex(mark), second % 60 === 0);
      }
      state.seconds = seconds;
      return state.columns;
    },
  };
}

/** Mid - index, in index units. */
function basisAt(symbol: SimulatedSymbol, path: DayPath, second: number): number {
  const { bid, ask } = bestPrices(symbol, path, second);
  return (bid + ask) * 50 - (path.index[second] ?? 0);
}

/** `basis` is the mean of mid - index. */
function markOf(
  path: DayPath,
  second: number,
  { rate, premium, basis }: { rate: number; premium: number; basis: number },
): number {
  const index = path.index[second] ?? 0;
  return markPrice({
    index,
    fundingRate: rate,
    secondsLeft: fundingSeconds - (second % fundingSeconds),
    periodSeconds: fundingSeconds,
    basis: basis + (index * premium * premiumInBasis) / 100_000_000,
    last: lastOfIndex(index) * 100,
  });
}

function widen(columns: CandleColumns, row: number, price: number, first: boolean): void {
  if (first) columns.open[row] = price;
  columns.high[row] = first ? price : Math.max(columns.high[row] ?? 0, price);
  columns.low[row] = first ? price : Math.min(columns.low[row] ?? 0, price);
  columns.close[row] = price;
}
