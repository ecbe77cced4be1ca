import type { TickerRow } from "#protocol/market.ts";
import { directionOf } from "../../lib/format.ts";

export const sortKeys = ["symbol", "vol", "close", "change"] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sort {
  key: SortKey;
  descending: boolean;
}

/** As the venue ranks. */
export const byVolume: Sort = { key: "vol", descending: true };

export type Course = "risen" | "fallen";

/** Those that rose, or fell, in the last 24 hours; what reads as 0.00 % did neither. */
export function ofCourse(tickers: readonly TickerRow[], course: Course): TickerRow[] {
  const wanted = course === "risen" ? 1 : -1;
  return tickers.filter((ticker) => directionOf(ticker.change * 100, 2) === wanted);
}

/** Symbols in the wished order; equal figures by turnover, then by name, so that rows do not swap at random. */
export function orderSymbols(tickers: readonly TickerRow[], { key, descending }: Sort): string[] {
  const sign = descending ? -1 : 1;
  return tickers
    .toSorted((a, b) => sign * compare(a, b, key) || b.vol - a.vol || compare(a, b, "symbol"))
    .map((ticker) => ticker.symbol);
}

/**
 * The sort that a tapped column gets, in three steps: its own direction (figures from the top, names from
 * A), turned round, and none (null), which is the order the list has by itself. `own` is what was chosen
 * before; `usual` is the list's own order.
 */
export function nextSort(own: Sort | null, usual: Sort, key: SortKey): Sort | null {
  const shown = own ?? usual;
  const first = key !== "symbol";
  if (shown.key !== key) return { key, descending: first };
  // What the list does by itself is a first step already.
  const isFirst = own === null || own.descending === (usual.key === key ? usual.descending : first);
  return isFirst ? { key, descending: !shown.descending } : null;
}

function compare(a: TickerRow, b: TickerRow, key: SortKey): number {
  if (key === "symbol") return a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0;
  return a[key] - b[key];
}
