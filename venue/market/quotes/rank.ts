/** The ticker list: which symbols, in which order. */
import type { scopes, rankSorts, TickerRow } from "#protocol/api/market.ts";
import type { MarketSource, SymbolSpec } from "../../feed/market-source.ts";
import { toTickerRow } from "./quote-wire.ts";

export type Scope = (typeof scopes)[number];
export type RankSort = (typeof rankSorts)[number];

/** Whether a symbol trades in the given way; without a scope all that are not offline. */
export function isInScope(spec: SymbolSpec, scope: Scope | undefined): boolean {
  if (spec.state === "offline") return false;
  if (scope === "contract") return spec.contract !== null;
  return scope === "second" ? spec.second : true;
}

/** Every ticker of the scope in the source's order, rank 0. */
export function tickerRows(source: MarketSource, scope?: Scope): TickerRow[] {
  const { source: src } = source.health();
  return source.tickers().flatMap((ticker) => {
    const spec = source.spec(ticker.symbol);
    return spec && isInScope(spec, scope) ? [{ ...toTickerRow(ticker, spec, src), rank: 0 }] : [];
  });
}

/** The rows sorted, ties by symbol, ranks from 1. */
export function ranked(
  rows: readonly TickerRow[],
  sort: RankSort,
  order: "asc" | "desc",
): TickerRow[] {
  const sign = order === "asc" ? 1 : -1;
  const sorted = rows.toSorted(
    (a, b) => sign * (a[sort] - b[sort]) || (a.symbol < b.symbol ? -1 : 1),
  );
  return sorted.map((row, at) => ({ ...row, rank: at + 1 }));
}
