import type { DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import type { Trade } from "../../market-source.ts";
import { fillMinuteTape, minuteTape } from "./day-minutes.ts";
import { sideAt } from "./order-book.ts";
import { fillSecondPrints } from "./second-prints.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/**
 * The prints of seconds `from` to `to - 1` of the day that starts at `start` (Unix s), oldest first. All
 * prints of a second carry its full second as time, and its last one the path's price; the id is the second
 * and two digits.
 */
export function printsOf(
  symbol: SimulatedSymbol,
  path: DayPath,
  start: number,
  from: number,
  to: number,
): Trade[] {
  const trades: Trade[] = [];
  const tape = minuteTape();
  const { split } = tape;
  let filled = -1;
  for (let second = from; second < to; second++) {
    const minute = Math.floor(second / 60);
    if (minute !== filled) fillMinuteTape(symbol, path, minute, tape);
    filled = minute;
    const at = second - minute * 60;
    const count = tape.prints[at] ?? 0;
    if (count === 0) continue;
    fillSecondPrints(symbol, path, second, tape.amounts[at] ?? 0, count, split);
    const direction = sideAt(path, second);
    const ts = (start + second) * 1000;
    for (let n = 0; n < count; n++)
      trades.push({
        id: `${start + second}${String(n).padStart(2, "0")}`,
        ts,
        price: split.prices[n] ?? 0,
        amount: split.sizes[n] ?? 0,
        direction,
      });
  }
  return trades;
}
