import { lastOfIndex } from "#protocol/proof/simulated-day/day-path.ts";
import type { DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import { mix, readWord } from "#protocol/proof/simulated-day/portable-math.ts";
import { bestPrices } from "./order-book.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** Another number makes stored candles be made again: their amounts, turnovers and counts come from the tape. */
export const tapeVersion = 2;

/** Prints of a second at most, by pace. */
const mostPrints = [1, 2, 4, 8, 14, 24] as const;
/** Below this byte of the tape a second in which the price rests has no print, by pace. */
const silentBelow = [0, 180, 110, 30, 0, 0] as const;
/** No second has more prints. */
export const maxPrints = 24;

/**
 * How many prints a second of the day has: few have many, and where the last price rests a quiet coin has
 * seconds without any. A minute's first second always has one, so that its candle opens with a trade.
 */
export function printsAt(symbol: SimulatedSymbol, path: DayPath, second: number): number {
  const byte = path.tape[2 * second + 1] ?? 0;
  const { pace } = symbol;
  if (
    byte < (silentBelow[pace] ?? 0) &&
    second % 60 !== 0 &&
    lastOfIndex(path.index[second] ?? 0) === lastOfIndex(path.index[second - 1] ?? 0)
  )
    return 0;
  return 1 + Math.floor((byte * byte * byte * ((mostPrints[pace] ?? 1) - 1)) / 16777216);
}

/** The prints of one second in their order: prices in ticks, sizes in lots; only the first ones asked for are set. */
export interface SecondPrints {
  prices: Float64Array;
  sizes: Float64Array;
}

export function secondPrints(): SecondPrints {
  return { prices: new Float64Array(maxPrints), sizes: new Float64Array(maxPrints) };
}

/**
 * Splits a second's lots into its prints. Each has a lot, the rest goes by weights of which few are large; the
 * sum is exact. Prices go from the quote of the second before, which the takers meet first, to the last price.
 */
export function fillSecondPrints(
  symbol: SimulatedSymbol,
  path: DayPath,
  second: number,
  lots: number,
  count: number,
  into: SecondPrints,
): void {
  const { prices, sizes } = into;
  const last = lastOfIndex(path.index[second] ?? 0);
  const first = firstPrice(symbol, path, second, last);
  if (count === 1) {
    prices[0] = last;
    sizes[0] = lots;
    return;
  }
  const [a, b] = [readWord(path.bookSeed, 4), readWord(path.bookSeed, 8)];
  let total = 0;
  for (let n = 0; n < count; n++) {
    const draw = mix(a, b, second, n + 1);
    const byte = draw & 0xff;
    total += 1 + ((byte * byte * byte) >> 12);
    sizes[n] = total;
    const way = 256 * (n + 1) - ((draw >>> 8) & 0xff);
    prices[n] = n === count - 1 ? last : first + Math.trunc((last - first) * (way / (256 * count)));
  }
  const rest = lots - count;
  let given = 0;
  for (let n = 0; n < count; n++) {
    const upTo = n === count - 1 ? rest : Math.floor((rest / total) * (sizes[n] ?? 0));
    sizes[n] = 1 + upTo - given;
    given = upTo;
  }
}

/** A rise begins at the ask of the second before, a fall at its bid, as far as the price goes so far at all. */
function firstPrice(symbol: SimulatedSymbol, path: DayPath, second: number, last: number): number {
  if (second % 60 === 0) return last;
  const before = lastOfIndex(path.index[second - 1] ?? 0);
  if (before === last) return last;
  const { bid, ask } = bestPrices(symbol, path, second - 1);
  return last > before ? Math.min(ask, last) : Math.max(bid, last);
}
