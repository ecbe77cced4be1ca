import type { ComponentFacts } from "#protocol/proof/simulated-day/component-path.ts";
import {
  type DayDraw,
  dayDraw,
  jumpSum,
  mixedDraw,
  volatilityOf,
  volatilityTerms,
} from "./day-levels.ts";

/**
 * 2026-09-01 GMT+8. Every level is 0 at the end of this day and walks away from there in both directions,
 * so that a level says nothing about the next move. It must lie before every day on which somebody trades.
 */
export const pinDay = 2435;

const growth = 512;

/** The days of one component, computed where they are asked for; levels are cached from the pin on. */
export interface DaySeries {
  /** From day 0 on. */
  facts(day: number): ComponentFacts;
  /** The standard normal number behind the volatility of a day. */
  volatilityDraw(day: number): number;
}

export interface SeriesOptions {
  /** The HMAC of the component's noise of a day, which may lie before day 0. */
  digest: (day: number) => Uint8Array;
  /** The market's, whose volatility that of the others partly follows. */
  common?: DaySeries;
  /**
   * What a day's move has besides its draws. After the pin `level` is the component's at the start of the
   * day, else at its end.
   */
  drift?: (day: number, level: number, volatility: number) => number;
}

export function createDaySeries({ digest, common, drift }: SeriesOptions): DaySeries {
  // Row 0 is the earliest day that day 0 looks back on.
  let volatilityDraws = new Float64Array(0);
  /** Levels at the end of the days from the pin on, and back from it. */
  const after = [0];
  const before = [0];

  function volatilityDraw(day: number, own?: number): number {
    const row = day + volatilityTerms;
    if (row >= volatilityDraws.length) volatilityDraws = extended(volatilityDraws, row + growth);
    const known = volatilityDraws[row];
    if (known !== undefined && !Number.isNaN(known)) return known;
    const draw = own ?? dayDraw(digest(day)).volatility;
    const mixed = common === undefined ? draw : mixedDraw(common.volatilityDraw(day), draw);
    volatilityDraws[row] = mixed;
    return mixed;
  }
  function volatility(day: number, own: number): number {
    volatilityDraw(day, own);
    for (let back = day - volatilityTerms + 1; back < day; back++) volatilityDraw(back);
    return volatilityOf(volatilityDraws, day + volatilityTerms, day);
  }
  function move(day: number, draw: DayDraw, level: number): number {
    const spread = volatility(day, draw.volatility);
    return spread * draw.shock + jumpSum(draw.jumps) + (drift?.(day, level, spread) ?? 0);
  }
  /** The level at the end of a day. */
  function levelAfter(day: number): number {
    for (let k = after.length; k <= day - pinDay; k++) {
      const level = after[k - 1] ?? 0;
      after.push(level + move(pinDay + k, dayDraw(digest(pinDay + k)), level));
    }
    for (let k = before.length; k <= pinDay - day; k++) {
      const level = before[k - 1] ?? 0;
      before.push(level - move(pinDay - k + 1, dayDraw(digest(pinDay - k + 1)), level));
    }
    return (day < pinDay ? before[pinDay - day] : after[day - pinDay]) ?? 0;
  }
  return {
    facts(day) {
      const draw = dayDraw(digest(day));
      return {
        open: levelAfter(day - 1),
        close: levelAfter(day),
        volatility: volatility(day, draw.volatility),
        jumps: draw.jumps,
      };
    },
    volatilityDraw,
  };
}

/** NaN marks a day not computed yet. */
function extended(values: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(length).fill(Number.NaN);
  longer.set(values);
  return longer;
}
