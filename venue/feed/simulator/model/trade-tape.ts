import { lastOfIndex } from "#protocol/proof/simulated-day/day-path.ts";
import type { DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import { mix, readWord } from "#protocol/proof/simulated-day/portable-math.ts";
import type { Trade } from "../../market-source.ts";
import { fillMinuteTape, minuteTape } from "./day-minutes.ts";
import { sideAt } from "./order-book.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/**
 * The prints of seconds `from` to `to - 1` of the day that starts at `start` (Unix s), oldest first. All
 * prints of a second carry its path price and its full second as time; the id is the second and a digit.
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
  let filled = -1;
  for (let second = from; second < to; second++) {
    const minute = Math.floor(second / 60);
    if (minute !== filled) fillMinuteTape(symbol, path, minute, tape);
    filled = minute;
    const count = tape.prints[second - minute * 60] ?? 0;
    const sizes = splitLots(path, second, tape.amounts[second - minute * 60] ?? 0, count);
    const price = lastOfIndex(path.index[second] ?? 0);
    const direction = sideAt(path, second);
    const ts = (start + second) * 1000;
    sizes.forEach((amount, n) =>
      trades.push({ id: `${start + second}${n}`, ts, price, amount, direction }),
    );
  }
  return trades;
}

/** A lot for each print, the rest by hash; the sum is exact. */
function splitLots(path: DayPath, second: number, lots: number, count: number): number[] {
  const weights: number[] = [];
  let total = 0;
  for (let n = 0; n < count; n++) {
    const byte = mix(readWord(path.bookSeed, 4), readWord(path.bookSeed, 8), second, n + 1) & 0xff;
    const weight = 1 + ((byte * byte) >> 8);
    weights.push(weight);
    total += weight;
  }
  const rest = lots - count;
  let passed = 0;
  let given = 0;
  return weights.map((weight, n) => {
    passed += weight;
    const upTo = n === count - 1 ? rest : Math.floor((rest / total) * passed);
    const size = 1 + upTo - given;
    given = upTo;
    return size;
  });
}
