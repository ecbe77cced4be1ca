import { lastOfIndex, powerOfTen } from "#protocol/proof/simulated-day/day-path.ts";
import type { DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import { mix, readWord } from "#protocol/proof/simulated-day/portable-math.ts";
import type { Level } from "../../market-source.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** Levels a side at most. */
export const bookDepth = 150;

export type Side = "buy" | "sell";

/** Best bid and ask of a second, [ticks, lots]. */
export interface Quotes {
  bid: Level;
  ask: Level;
}

/** Average distance of two levels as a share of the price. */
const levelSpacing = 8e-6;
/** A best level holds about this many seconds of average trading. */
const bestSeconds = 0.4;

/** The taker's side of a second's prints: the sign of its move, else a coin. */
export function sideAt(path: DayPath, second: number): Side {
  const last = lastOfIndex(path.index[second] ?? 0);
  const before = lastOfIndex(second === 0 ? path.openIndex : (path.index[second - 1] ?? 0));
  if (last !== before) return last > before ? "buy" : "sell";
  return (secondHash(path, second) & 0x100) === 0 ? "buy" : "sell";
}

/** Best prices in ticks: the last price is the ask after a buy, the bid after a sell; 1 to 3 ticks apart. */
export function bestPrices(path: DayPath, second: number): { bid: number; ask: number } {
  const last = lastOfIndex(path.index[second] ?? 0);
  const draw = secondHash(path, second) & 7;
  const spread = draw < 5 ? 1 : draw < 7 ? 2 : 3;
  if (sideAt(path, second) === "sell") return { bid: last, ask: last + spread };
  return last > spread ? { bid: last - spread, ask: last } : { bid: last, ask: last + spread };
}

/** The best level of both sides. */
export function quotesAt(symbol: SimulatedSymbol, path: DayPath, second: number): Quotes {
  let bid: Level = [0, 0];
  let ask: Level = [0, 0];
  walkBook(symbol, path, second, "buy", (level) => {
    bid = level;
    return false;
  });
  walkBook(symbol, path, second, "sell", (level) => {
    ask = level;
    return false;
  });
  return { bid, ask };
}

/** One side of the book of a second of the day, best first. */
export function bookSide(
  symbol: SimulatedSymbol,
  path: DayPath,
  second: number,
  side: Side,
): Level[] {
  const levels: Level[] = [];
  walkBook(symbol, path, second, side, (level) => levels.push(level) < bookDepth);
  return levels;
}

/**
 * Visits the levels of a side (buy: bids), best first, until `visit` answers false. Behind the best price
 * each cell of a fixed price grid holds one order. Each order changes every 16 seconds, at its own moment,
 * so that the book moves gradually and does not change completely each second.
 */
function walkBook(
  symbol: SimulatedSymbol,
  path: DayPath,
  second: number,
  side: Side,
  visit: (level: Level) => boolean,
): void {
  const best = bestPrices(path, second)[side === "buy" ? "bid" : "ask"];
  const step = side === "buy" ? -1 : 1;
  const seedA = readWord(path.bookSeed, 0);
  const seedB = readWord(path.bookSeed, 4);
  const openTicks = lastOfIndex(path.openIndex);
  const cellTicks = Math.max(1, Math.floor(openTicks * levelSpacing + 0.5));
  const lots = baseLots(symbol, path, openTicks);
  if (!visit([best, sizeOf(lots, 0, mix(seedA, seedB, second, side === "buy" ? -1 : -2) >>> 9)]))
    return;
  let cell = Math.floor(best / cellTicks);
  for (let k = 1; k < bookDepth; k++) {
    cell += step;
    const phase = mix(seedA, seedB, cell, 0) & 15;
    const hash = mix(seedA, seedB, cell, 1 + ((second + phase) >> 4));
    const price = cell * cellTicks + ((hash & 0xffff) % cellTicks);
    if (price < 1 || !visit([price, sizeOf(lots, k, hash >>> 9)])) return;
  }
}

/** Average quote paid or got per unit of base, in index units, for `notional` of the quote; else undefined. */
export function impactPrice(
  symbol: SimulatedSymbol,
  path: DayPath,
  second: number,
  side: Side,
  notional: number,
): number | undefined {
  let left = notional * powerOfTen(symbol.spec.pricePrecision + symbol.spec.amountPrecision);
  const whole = left;
  let lots = 0;
  walkBook(symbol, path, second, side, ([price, amount]) => {
    const taken = Math.min(amount, left / price);
    lots += taken;
    left -= taken * price;
    return left > 0;
  });
  return left > 0 ? undefined : (whole / lots) * 100;
}

/** Lots of an average best level: fixed for the day, smaller in a wild regime. */
function baseLots(symbol: SimulatedSymbol, path: DayPath, openTicks: number): number {
  const { pricePrecision, amountPrecision } = symbol.spec;
  const turnover =
    (symbol.dailyVolume / 86400) * bestSeconds * powerOfTen(pricePrecision + amountPrecision);
  return turnover / openTicks / path.volatility;
}

/** Grows with the root of the rank; `draw` has 23 bits. */
function sizeOf(lots: number, rank: number, draw: number): number {
  return Math.max(1, Math.floor(lots * Math.sqrt(1 + rank) * (0.3 + (1.4 * draw) / 8388608)));
}

function secondHash(path: DayPath, second: number): number {
  return mix(readWord(path.bookSeed, 8), readWord(path.bookSeed, 12), second, 0);
}
