import type { DayFacts } from "#protocol/proof/simulated-day/day-path.ts";
import { dayDraw, levelOf, levelReach, levelTerms, volatilityOf } from "./day-levels.ts";

const growth = 512;

/** The day-level noise of one symbol, computed where it is asked for and kept. */
export interface DaySeries {
  /** From day 0 on. */
  facts(day: number): DayFacts;
}

/** `digests(day)` are the HMACs of the market's and the symbol's noise of a day, which may lie before day 0. */
export function createDaySeries(
  dailySd: number,
  digests: (day: number) => readonly [market: Uint8Array, own: Uint8Array],
): DaySeries {
  // Row 0 is the earliest day that day 0 looks back on.
  let volatilityDraws = new Float64Array(0);
  let shocks = new Float64Array(0);
  let volatilities = new Float64Array(0);
  let weighted = new Float64Array(0);

  function fill(last: number): void {
    if (last >= shocks.length) {
      const length = last + growth;
      volatilityDraws = extended(volatilityDraws, length);
      shocks = extended(shocks, length);
      volatilities = extended(volatilities, length);
      weighted = extended(weighted, length);
    }
    for (let row = last - levelReach; row <= last; row++) {
      if (!Number.isNaN(shocks[row])) continue;
      const draw = dayDraw(...digests(row - levelReach));
      volatilityDraws[row] = draw.volatility;
      shocks[row] = draw.shock;
    }
    for (let row = last - levelTerms; row <= last; row++) {
      if (!Number.isNaN(weighted[row])) continue;
      const volatility = volatilityOf(volatilityDraws, row);
      volatilities[row] = volatility;
      weighted[row] = volatility * (shocks[row] ?? 0);
    }
  }
  return {
    facts(day) {
      const row = day + levelReach;
      fill(row);
      return {
        open: levelOf(dailySd, weighted, row - 1),
        close: levelOf(dailySd, weighted, row),
        volatility: volatilities[row] ?? 0,
      };
    },
  };
}

/** NaN marks a day not computed yet. */
function extended(values: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(length).fill(Number.NaN);
  longer.set(values);
  return longer;
}
