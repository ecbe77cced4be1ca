import { portableLog } from "#protocol/proof/simulated-day/portable-math.ts";
import { powerOfTen } from "#protocol/proof/simulated-day/day-path.ts";
import type { DayNumbers } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import { jumpVariance } from "./day-levels.ts";
import { type DaySeries, pinDay } from "./day-series.ts";

/** A price of fewer ticks is too coarse to trade, one of more index units fits no 32 bits. */
const fewestTicks = 400;
const mostUnits = 2_300_000_000;
/** Share of the log distance beyond an edge that a day takes back. */
const pull = 0.01;

/**
 * The drift of a symbol, in its own component. It makes the price a martingale, not its logarithm: less half
 * the variance of the day. Far out, where ticks would be too coarse or numbers too long, it leads slowly
 * back (docs/simulator.md says how seldom). Before the pin nobody trades: the past needs the edges alone.
 */
export function ownDrift(
  { anchor, pricePrecision, loadings }: DayNumbers,
  market: DaySeries,
  group: DaySeries,
): (day: number, level: number, volatility: number) => number {
  const ticks = anchor * powerOfTen(pricePrecision);
  const lowest = portableLog(fewestTicks / ticks);
  const highest = portableLog(mostUnits / (ticks * 100));

  return (day, level, volatility) => {
    const isAfter = day > pinDay;
    const [ofMarket, ofGroup] = [market.facts(day), group.facts(day)];
    const logPrice =
      loadings.market * (isAfter ? ofMarket.open : ofMarket.close) +
      loadings.group * (isAfter ? ofGroup.open : ofGroup.close) +
      loadings.own * level;
    const beyond = logPrice < lowest ? logPrice - lowest : Math.max(0, logPrice - highest);
    if (!isAfter) return (pull * beyond) / loadings.own;
    const variance =
      part(loadings.market, ofMarket.volatility) +
      part(loadings.group, ofGroup.volatility) +
      part(loadings.own, volatility);
    return (-pull * beyond - variance / 2) / loadings.own;
  };
}

function part(loading: number, volatility: number): number {
  return loading * loading * (volatility * volatility + jumpVariance);
}
