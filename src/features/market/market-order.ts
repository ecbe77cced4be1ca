import type { TickerRow } from "#protocol/market.ts";
import { directionOf } from "../../lib/format.ts";

export type SortKey = "symbol" | "vol" | "close" | "change";

export interface Sort {
  key: SortKey;
  descending: boolean;
}

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

/** The sort a tapped column gets: the other direction on a second tap, figures from the top first. */
export function nextSort(current: Sort | null, key: SortKey): Sort {
  if (current?.key === key) return { key, descending: !current.descending };
  return { key, descending: key !== "symbol" };
}

function compare(a: TickerRow, b: TickerRow, key: SortKey): number {
  if (key === "symbol") return a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0;
  return a[key] - b[key];
}
