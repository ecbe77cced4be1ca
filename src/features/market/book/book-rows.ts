import { formatAmount } from "#protocol/wire/amount.ts";
import { bookDepth, type BookLevel, type BookLevels } from "./book-levels.ts";

export interface BookRow {
  /** Plain decimals: the price with the requested decimals, the size with its own. */
  price: string;
  size: string;
  /** Size up to and including this level. */
  total: string;
  /** `total` of the deepest side shown: 0 to 1. */
  share: number;
}

export interface BookSides {
  /** Best first, like `bids`. */
  asks: BookRow[];
  bids: BookRow[];
}

/**
 * The best `count` levels of each side with running sums, merged into groups of 10^`group` ticks. Bids are
 * rounded down to their group and asks up, so that no group shows a better price than its levels and the sides
 * never meet. All sums are sums of integers.
 * @param decimals decimals of the symbol's prices, which define a tick
 */
export function bookRows(book: BookLevels, count: number, decimals: number, group = 0): BookSides {
  const [asks, bids] = [
    grouped(book, "asks", decimals, group),
    grouped(book, "bids", decimals, group),
  ].map((side) => running(side.slice(0, count)));
  const deepest = Math.max(asks?.at(-1)?.total ?? 0, bids?.at(-1)?.total ?? 0);
  const amount = (lots: number) => unitsToDecimal(lots, book.scale.amount);
  const rows = (side: typeof asks = []) =>
    side.map(({ ticks, lots, total }): BookRow => ({
      price: unitsToDecimal(ticks, book.scale.price, Math.max(0, decimals - group)),
      size: amount(lots),
      total: amount(total),
      share: deepest > 0 ? total / deepest : 0,
    }));
  return { asks: rows(asks), bids: rows(bids) };
}

/** The groups offered at about this price, as powers n of 10^n ticks: up to a five-thousandth of the price. */
export function groupsFor(price: number | undefined, decimals: number): number[] {
  const most =
    price === undefined || !(price > 0)
      ? 0
      : Math.floor(Math.log10((price / 5000) * 10 ** decimals));
  return Array.from({ length: Math.min(5, Math.max(0, most)) + 1 }, (_, step) => step);
}

/** A group of 10^n ticks as a plain decimal: 0.01, 0.1, 1, 10. */
export function groupStep(group: number, decimals: number): string {
  return group >= decimals
    ? `1${"0".repeat(group - decimals)}`
    : unitsToDecimal(1, decimals - group);
}

export interface BookMiddle {
  /** Best ask less best bid, and the middle price, as plain decimals; the middle with one decimal more where it needs it. */
  spread: string;
  mid: string;
  midDecimals: number;
  /** Spread in percent of the middle. */
  percent: number;
}

/** Spread and middle price; undefined while a side is empty. */
export function bookMiddle(book: BookLevels, decimals: number): BookMiddle | undefined {
  const {
    asks: [ask],
    bids: [bid],
    scale,
  } = book;
  if (!ask || !bid) return undefined;
  const [low, high] = [BigInt(bid[0]), BigInt(ask[0])];
  const isWhole = (low + high) % 2n === 0n;
  const shown = Math.max(decimals, scale.price + (isWhole ? 0 : 1));
  return {
    spread: unitsToDecimal(ask[0] - bid[0], scale.price, decimals),
    mid: padded(formatAmount((low + high) * 5n, scale.price + 1), shown),
    midDecimals: shown,
    percent: (Number(high - low) / Number(low + high)) * 200,
  };
}

/** An integer of 10^-scale as a plain decimal with `decimals` places, or with more where it needs them. */
export function unitsToDecimal(units: number, scale: number, decimals = 0): string {
  return padded(formatAmount(BigInt(units), scale), decimals);
}

function padded(text: string, decimals: number): string {
  const [whole = "0", fraction = ""] = text.split(".");
  const digits = fraction.replace(/0+$/, "").padEnd(decimals, "0");
  return digits === "" ? whole : `${whole}.${digits}`;
}

function grouped(
  book: BookLevels,
  side: "asks" | "bids",
  decimals: number,
  group: number,
): readonly BookLevel[] {
  const levels = book[side];
  const exponent = group + book.scale.price - decimals;
  if (group === 0 || exponent <= 0) return levels;
  const width = 10 ** exponent;
  const round = side === "bids" ? Math.floor : Math.ceil;
  const groups: [ticks: number, lots: number][] = [];
  for (const [ticks, lots] of levels) {
    const at = round(ticks / width) * width;
    const last = groups.at(-1);
    if (last?.[0] === at) last[1] += lots;
    else groups.push([at, lots]);
  }
  // The book was cut off within its last group: that sum would be too small.
  return levels.length < bookDepth || groups.length < 2 ? groups : groups.slice(0, -1);
}

function running(levels: readonly BookLevel[]) {
  let total = 0;
  return levels.map(([ticks, lots]) => ({ ticks, lots, total: (total += lots) }));
}
