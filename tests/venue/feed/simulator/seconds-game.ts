import { breakEven as breakEvenText } from "#protocol/api/seconds.ts";
import { momentsOf, windowOf } from "#protocol/rules/seconds-settlement.ts";
import { lastOfIndex } from "#protocol/proof/simulated-day/day-path.ts";
import type { DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import { quotesAt } from "../../../../venue/feed/simulator/model/order-book.ts";
import type { SimulatedSymbol } from "../../../../venue/feed/simulator/model/symbol-table.ts";

/** Seconds of one day as a player sees them: nothing after `t` may be read at `t`. */
export interface PlayedDay {
  symbol: SimulatedSymbol;
  path: DayPath;
  index: ArrayLike<number>;
}

/** +1 bets up, -1 down, 0 stays out. `seen` are the seconds of the entry window that the player knows already. */
export type Strategy = (day: PlayedDay, t: number, seen: readonly number[]) => number;

const at = (values: ArrayLike<number>, t: number): number => values[t] ?? 0;
const moved = ({ index }: PlayedDay, t: number, seconds: number) =>
  Math.sign(at(index, t) - at(index, t - seconds));

/**
 * The eight simple strategies of rules.md, 7, P0, momentum further back, and betting on what is known of the
 * entry price. A losing one is a winning one turned round, so both sides count.
 */
export const strategies: Record<string, Strategy> = {
  "last tick": (day, t) => moved(day, t, 1),
  "last tick against the 5 s mean": ({ index }, t) => {
    let sum = 0;
    for (let s = t - 4; s <= t; s++) sum += at(index, s);
    return Math.sign(at(index, t) - sum / 5);
  },
  "momentum of 15 s": (day, t) => moved(day, t, 15),
  "momentum of a minute": (day, t) => moved(day, t, 60),
  "momentum of 5 minutes": (day, t) => moved(day, t, 300),
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
  "what is seen of the entry window": ({ index }, t, seen) => {
    const known = seen.reduce((sum, second) => sum + at(index, second), 0);
    return Math.sign(at(index, t) * seen.length - known);
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

/** Of the rules: seconds from a decision that is accepted at once, when a second begins, to the end of its entry window. */
const ruledDelay = momentsOf(0, 1).t0 / 1000;

/**
 * Bets one contract after another through the days. `entryDelay` is how long after the decision the entry
 * window ends: in the rules all of it lies ahead; less lets the player see part of it.
 */
export function play(
  days: readonly PlayedDay[],
  strategy: Strategy,
  seconds: number,
  entryDelay = ruledDelay,
): Score {
  const score: Score = { wins: 0, losses: 0, draws: 0 };
  const step = seconds + entryDelay + 1;
  const seen = windowOf(entryDelay * 1000).filter((second) => second <= 0);
  for (const day of days) {
    for (let t = 300; t + entryDelay + seconds < 86400; t += step) {
      const bet = strategy(day, t, seen.length === 0 ? seen : seen.map((second) => t + second));
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

/** Break-even hit rate at given odds, as the venue tells it. */
export const breakEven = (odds: string): number => Number(breakEvenText(odds));

/** The better of a strategy and its opposite. */
export const bestRate = (score: Score): number => Math.max(hitRate(score), 1 - hitRate(score));

/** The gate: neither the strategy nor its opposite may reach break-even, nor lie so close below it that chance may have kept it there. */
export function mayBeatVenue(score: Score, odds: string): boolean {
  return bestRate(score) + 2 * standardError(score) >= breakEven(odds);
}

/** A leak that no chance explains. */
export function beatsVenue(score: Score, odds: string): boolean {
  return bestRate(score) - 2 * standardError(score) >= breakEven(odds);
}

/** Share of right guesses of the sign of the next `horizon` seconds' move by the sign of the last `lookBack`. */
export function momentumHits(
  days: readonly { index: ArrayLike<number> }[],
  lookBack: number,
  horizon: number,
): Score {
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
