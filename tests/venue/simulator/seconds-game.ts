import { lastOfIndex } from "#protocol/simulated-day/day-path.ts";
import type { DayPath } from "#protocol/simulated-day/day-path.ts";
import { quotesAt } from "../../../venue/feed/simulator/order-book.ts";
import type { SimulatedSymbol } from "../../../venue/feed/simulator/symbol-table.ts";

/** Seconds of one day as a player sees them: nothing after `t` may be read at `t`. */
export interface PlayedDay {
  symbol: SimulatedSymbol;
  path: DayPath;
  index: ArrayLike<number>;
}

/** +1 bets up, -1 down, 0 stays out. */
export type Strategy = (day: PlayedDay, t: number) => number;

const at = (values: ArrayLike<number>, t: number): number => values[t] ?? 0;
const moved = ({ index }: PlayedDay, t: number, seconds: number) => Math.sign(at(index, t) - at(index, t - seconds));

/** The eight simple strategies of rules.md, 7, P0. A losing one is a winning one turned round, so both sides count. */
export const strategies: Record<string, Strategy> = {
  "last tick": (day, t) => moved(day, t, 1),
  "last tick against the 5 s mean": ({ index }, t) => {
    let sum = 0;
    for (let s = t - 4; s <= t; s++) sum += at(index, s);
    return Math.sign(at(index, t) - sum / 5);
  },
  "momentum of a minute": (day, t) => moved(day, t, 60),
  "contrarian to 5 s": (day, t) => -moved(day, t, 5),
  "phase of the minute": (day, t) => (t % 60 < 5 ? 0 : moved(day, t, t % 60)),
  "round numbers": ({ index }, t) => {
    const last = lastOfIndex(at(index, t));
    return Math.sign(Math.round(last / 100) * 100 - last);
  },
  "session of the day": (_, t) => (t < 6 * 3600 || t >= 21 * 3600 ? 1 : -1),
  "bid against ask size": ({ symbol, path }, t) => {
    const { bid, ask } = quotesAt(symbol, path, t);
    return Math.sign(bid[1] - ask[1]);
  },
};

/** tm5-v1: of the five samples up to `end` the middle three's mean, half up to one decimal fewer than the index. */
export function settlementPrice(index: ArrayLike<number>, end: number): number {
  let sum = 0;
  let high = -Infinity;
  let low = Infinity;
  for (let s = end - 4; s <= end; s++) {
    const sample = at(index, s);
    sum += sample;
    high = Math.max(high, sample);
    low = Math.min(low, sample);
  }
  return Math.floor((sum - high - low) / 30 + 0.5);
}

export interface Score {
  wins: number;
  losses: number;
  draws: number;
}

/**
 * Bets one contract after another through the days. `entryDelay` is how long after the decision the entry
 * window ends: 5 in the rules, so that all of it lies ahead; less lets the player see part of it.
 */
export function play(days: readonly PlayedDay[], strategy: Strategy, seconds: number, entryDelay = 5): Score {
  const score: Score = { wins: 0, losses: 0, draws: 0 };
  const step = seconds + entryDelay + 1;
  for (const day of days) {
    for (let t = 300; t + entryDelay + seconds < 86400; t += step) {
      const bet = strategy(day, t);
      if (bet === 0) continue;
      const entry = settlementPrice(day.index, t + entryDelay);
      const result = Math.sign(settlementPrice(day.index, t + entryDelay + seconds) - entry) * bet;
      if (result > 0) score.wins++;
      else if (result < 0) score.losses++;
      else score.draws++;
    }
  }
  return score;
}

export const hitRate = ({ wins, losses }: Score): number => wins / (wins + losses);

export const standardError = ({ wins, losses }: Score): number => 0.5 / Math.sqrt(wins + losses);

/** Break-even hit rate at given odds: 1 / (1 + odds). */
export const breakEven = (odds: number): number => 1 / (1 + odds);

/** The gate: neither the strategy nor its opposite reaches break-even at the best odds offered. */
export function beatsVenue(score: Score, odds: number): boolean {
  return Math.max(hitRate(score), 1 - hitRate(score)) >= breakEven(odds);
}

/** Share of right guesses of the sign of the next `horizon` seconds' move by the sign of the last `lookBack`. */
export function momentumHits(days: readonly { index: ArrayLike<number> }[], lookBack: number, horizon: number): Score {
  const score: Score = { wins: 0, losses: 0, draws: 0 };
  for (const { index } of days) {
    for (let t = 300; t + horizon < 86400; t += horizon) {
      const guess = Math.sign(at(index, t) - at(index, t - lookBack));
      const result = guess * Math.sign(at(index, t + horizon) - at(index, t));
      if (result > 0) score.wins++;
      else if (result < 0) score.losses++;
      else score.draws++;
    }
  }
  return score;
}
