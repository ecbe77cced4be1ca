import type { Ticker } from "../feed/market-store.ts";
import { directionOf } from "../../../lib/format.ts";

export const sortKeys = ["symbol", "vol", "close", "change"] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sort {
  key: SortKey;
  descending: boolean;
}

/** The venue's own order. */
export const byVolume: Sort = { key: "vol", descending: true };

export type Course = "risen" | "fallen";

/** The tickers that rose, or fell, in the last 24 hours. A change shown as 0.00 % is neither. */
export function ofCourse(tickers: readonly Ticker[], course: Course): Ticker[] {
  const wanted = course === "risen" ? 1 : -1;
  return tickers.filter((ticker) => directionOf(ticker.change * 100, 2) === wanted);
}

/** Symbols in the given order; ties by turnover, then by name, so that the order is stable. */
export function orderSymbols(tickers: readonly Ticker[], { key, descending }: Sort): string[] {
  const sign = descending ? -1 : 1;
  return tickers
    .toSorted((a, b) => sign * compare(a, b, key) || b.vol - a.vol || compare(a, b, "symbol"))
    .map((ticker) => ticker.symbol);
}

/**
 * The sort after a tap on a column, in three steps: the column's first direction (figures descending, names
 * ascending), the reverse, then null for the list's default order. `own` is the sort chosen before; `usual` is
 * the default.
 */
export function nextSort(own: Sort | null, usual: Sort, key: SortKey): Sort | null {
  const shown = own ?? usual;
  const first = key !== "symbol";
  if (shown.key !== key) return { key, descending: first };
  // The default order counts as the first step.
  const isFirst = own === null || own.descending === (usual.key === key ? usual.descending : first);
  return isFirst ? { key, descending: !shown.descending } : null;
}

function compare(a: Ticker, b: Ticker, key: SortKey): number {
  if (key === "symbol") return a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0;
  return a[key] - b[key];
}
