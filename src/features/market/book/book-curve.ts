import { formatAmount } from "#protocol/wire/amount.ts";
import type { BookLevel, BookLevels } from "./book-levels.ts";
import { unitsToDecimal } from "./book-rows.ts";

export type BookSide = "bid" | "ask";

/** What trading through a level takes: sums from the best price up to and including that level. */
export interface CurvePoint {
  side: BookSide;
  /** 1 is the best. */
  level: number;
  price: string;
  /** Base currency on offer, plain decimal. */
  size: string;
  /** Cost or proceeds in the quote currency, plain decimal. */
  value: string;
  /** Distance of the average price from the best price, in percent: the slippage a ticket estimates. */
  slippagePercent: string;
}

/** The book as two running sums to draw: `x` rises from the lowest bid to the highest ask. */
export interface BookCurve {
  x: number[];
  bids: (number | null)[];
  asks: (number | null)[];
}

/** The numbers a depth chart draws, which may be rounded. Figures shown as text come from {@link curvePoint}. */
export function bookCurve({ bids, asks, scale }: BookLevels): BookCurve {
  const sums = (side: readonly BookLevel[]) => {
    let total = 0;
    return side.map(([, lots]) => (total += lots) / 10 ** scale.amount);
  };
  const x = (side: readonly BookLevel[]) => side.map(([ticks]) => ticks / 10 ** scale.price);
  return {
    x: [...x(bids).toReversed(), ...x(asks)],
    bids: [...sums(bids).toReversed(), ...asks.map(() => null)],
    asks: [...bids.map(() => null), ...sums(asks)],
  };
}

/** The level at index `at` of the curve, counted from the lowest bid. */
export function curvePoint(book: BookLevels, at: number, decimals: number): CurvePoint | undefined {
  const isBid = at < book.bids.length;
  return levelPoint(
    book,
    isBid ? "bid" : "ask",
    isBid ? book.bids.length - at : at - book.bids.length + 1,
    decimals,
  );
}

/** Level `level` of a side; the best is 1. */
export function levelPoint(
  book: BookLevels,
  side: BookSide,
  level: number,
  decimals: number,
): CurvePoint | undefined {
  const levels = side === "bid" ? book.bids : book.asks;
  const [best, here] = [levels[0], levels[level - 1]];
  if (!best || !here) return undefined;
  const { price, amount } = book.scale;
  let [size, value] = [0n, 0n];
  for (const [ticks, lots] of levels.slice(0, level)) {
    size += BigInt(lots);
    value += BigInt(ticks) * BigInt(lots);
  }
  const atBest = BigInt(best[0]) * size;
  const drift = side === "ask" ? value - atBest : atBest - value;
  return {
    side,
    level,
    price: unitsToDecimal(here[0], price, decimals),
    size: formatAmount(size, amount),
    value: formatAmount(value, price + amount),
    // In millionths of the best price, as in a ticket's estimate, half up.
    slippagePercent: formatAmount((drift * 2_000_000n + atBest) / (atBest * 2n), 4),
  };
}

/** The levels that the depth table lists, up to the deepest of the book. */
export function tableLevels(book: BookLevels): number[] {
  const deepest = Math.max(book.bids.length, book.asks.length);
  return [1, 2, 3, 5, 10, 20, 50, 100, 150]
    .filter((level, at, all) => level <= deepest || (all[at - 1] ?? 0) < deepest)
    .map((level) => Math.min(level, deepest))
    .filter((level) => level > 0);
}
