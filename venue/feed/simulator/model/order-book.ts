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

/** Average distance of two levels near the middle as a share of the price. */
const levelSpacing = 8e-6;
/** How far from the best price a side reaches, as a share of the price. */
const bookReach = 0.02;
/** Levels of the first, second, third and last part of a side; each has wider cells than the one before. */
const partLevels = [50, 33, 34, 32] as const;
/** A best level holds about this many seconds of average trading. */
const bestSeconds = 0.4;

/** The taker's side of a second's prints: the sign of its move, else a coin. */
export function sideAt(path: DayPath, second: number): Side {
  const last = lastOfIndex(path.index[second] ?? 0);
  const before = lastOfIndex(second === 0 ? path.openIndex : (path.index[second - 1] ?? 0));
  if (last !== before) return last > before ? "buy" : "sell";
  return (secondHash(path, second) & 0x100) === 0 ? "buy" : "sell";
}

/** Best prices in ticks: the last price is the ask after a buy, the bid after a sell. */
export function bestPrices(
  symbol: SimulatedSymbol,
  path: DayPath,
  second: number,
): { bid: number; ask: number } {
  const last = lastOfIndex(path.index[second] ?? 0);
  const spread = spreadAt(symbol, path, second);
  if (sideAt(path, second) === "sell") return { bid: last, ask: last + spread };
  return last > spread ? { bid: last - spread, ask: last } : { bid: last, ask: last + spread };
}

/** In ticks: the symbol's usual spread, from half of it to twice, for 16 seconds, and wider in a wild regime. */
function spreadAt(symbol: SimulatedSymbol, path: DayPath, second: number): number {
  const draw = mix(readWord(path.bookSeed, 8), readWord(path.bookSeed, 12), second >> 4, 1) & 0xff;
  const factor = 0.5 + (1.5 * draw * draw) / 65536;
  const usual = lastOfIndex(path.openIndex) * symbol.usualSpread * path.volatility;
  return Math.max(1, Math.floor(usual * factor + 0.5));
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
 * each cell of a fixed price grid holds one order, and the further out, the wider are the cells. Each order
 * changes every 16 seconds, at its own moment, so that the book moves gradually and does not change
 * completely each second.
 */
function walkBook(
  symbol: SimulatedSymbol,
  path: DayPath,
  second: number,
  side: Side,
  visit: (level: Level) => boolean,
): void {
  const best = bestPrices(symbol, path, second)[side === "buy" ? "bid" : "ask"];
  const step = side === "buy" ? -1 : 1;
  const seedA = readWord(path.bookSeed, 0);
  const seedB = readWord(path.bookSeed, 4);
  const openTicks = lastOfIndex(path.openIndex);
  const finest = Math.max(1, Math.floor(openTicks * levelSpacing + 0.5));
  const widening = wideningOf((openTicks * bookReach) / finest);
  const lots = baseLots(symbol, path, openTicks);
  if (!visit([best, sizeOf(lots, 0, mix(seedA, seedB, second, side === "buy" ? -1 : -2) >>> 9)]))
    return;
  let rank = 0;
  let reached = best;
  let width = finest;
  for (const [part, levels] of partLevels.entries()) {
    const partSeed = seedA + part;
    const partLots = lots * Math.sqrt(Math.max(1, width / (openTicks * levelSpacing)));
    let cell = Math.floor(reached / width);
    for (let k = 0; k < levels; k++) {
      cell += step;
      rank++;
      const phase = mix(partSeed, seedB, cell, 0) & 15;
      const hash = mix(partSeed, seedB, cell, 1 + ((second + phase) >> 4));
      reached = cell * width + ((hash & 0xffff) % width);
      if (reached < 1 || !visit([reached, sizeOf(partLots, rank, hash >>> 9)])) return;
    }
    width *= widening;
  }
}

/** By how much the cells of each part are wider, so that a side reaches over so many of the finest. */
function wideningOf(cells: number): number {
  const [, second, third, last] = partLevels;
  let widening = 1;
  while (
    widening < 8 &&
    partLevels[0] + widening * (second + widening * (third + widening * last)) < cells
  )
    widening++;
  return widening;
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
