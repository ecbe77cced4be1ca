import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { Scope, SymbolRow } from "#protocol/api/market.ts";
import { symbolsQuery } from "../feed/market-queries.ts";
import type { Ticker } from "../feed/market-store.ts";
import { rowOf } from "../feed/use-ticker.ts";
import { type Course, type Sort, ofCourse, orderSymbols } from "./market-order.ts";
import { searchSymbols } from "./market-search.ts";
import { settledMarkets } from "./settled-markets.ts";

interface MarketListOptions {
  scope: Scope;
  sort: Sort;
  /** Searches the whole scope: while something is typed, `only` and `course` are ignored. */
  search: string;
  /** Lists these symbols only. */
  only?: readonly string[] | undefined;
  /** Lists only markets that rose, or fell, in the last 24 hours, judged by the two decimals shown. */
  course?: Course | undefined;
  /** These come before the others, in the same order among themselves. */
  first?: readonly string[] | undefined;
}

/**
 * The markets of a scope as an ordered list of symbols. The order is updated while the user does not touch
 * the list and when the options change, not at each tick, so rows do not move under the thumb.
 */
export function useMarketList(options: MarketListOptions): {
  symbols: readonly string[];
  /** Number of markets before search and filter; 0 while no ticker has arrived. */
  known: number;
} {
  const { scope, sort, search, only, course, first } = options;
  const { key, descending } = sort;
  const rows = useSyncExternalStore(
    settledMarkets.subscribe,
    settledMarkets.rows,
    settledMarkets.rows,
  );
  const rules = useQuery(symbolsQuery()).data;

  return useMemo(() => {
    const inScope = rows.filter(({ symbol }) => belongs(symbol, scope, rules));
    const known = inScope.length;
    const ordered = (tickers: readonly Ticker[]) => orderSymbols(tickers, { key, descending });
    if (search.trim() !== "") {
      const bySymbol = new Map(inScope.map((row) => [row.symbol, row]));
      const searchable = ordered(inScope).map((symbol) => ({
        symbol,
        base: bySymbol.get(symbol)?.base ?? "",
        quote: bySymbol.get(symbol)?.quote ?? "",
        name: rowOf(rules, symbol)?.name ?? "",
      }));
      return { symbols: searchSymbols(searchable, search), known };
    }
    const wanted = only && new Set(only);
    const chosen = wanted ? inScope.filter(({ symbol }) => wanted.has(symbol)) : inScope;
    const symbols = ordered(course ? ofCourse(chosen, course) : chosen);
    return { symbols: first?.length ? withFirst(symbols, first) : symbols, known };
  }, [rows, rules, scope, key, descending, search, only, course, first]);
}

function withFirst(symbols: readonly string[], first: readonly string[]): string[] {
  const isFirst = (symbol: string) => first.includes(symbol);
  return [...symbols.filter(isFirst), ...symbols.filter((symbol) => !isFirst(symbol))];
}

const usualSymbol = "btcusdt";

/**
 * The market that a screen shows: the one named in the address, else the usual one. `offered` is false once
 * the venue's rules say that the product does not have it; `instead` is then the most traded market it has.
 */
export function useScopeSymbol(
  scope: Scope,
  wanted: string | undefined,
): { symbol: string; offered: boolean; instead: string | undefined } {
  const symbol = wanted ?? usualSymbol;
  const rules = useQuery(symbolsQuery()).data;
  const { symbols } = useMarketList({ scope, sort: { key: "vol", descending: true }, search: "" });
  const row = rowOf(rules, symbol);
  const offered = rules === undefined || (row !== undefined && hasProduct(row, scope));
  const fallback = symbols[0];
  // The usual market is replaced silently; a market that the address names is not.
  return !offered && wanted === undefined && fallback !== undefined
    ? { symbol: fallback, offered: true, instead: undefined }
    : { symbol, offered, instead: fallback };
}

/** Markets of the coin product need no rules: each has a ticker. */
function belongs(symbol: string, scope: Scope, rules: readonly SymbolRow[] | undefined): boolean {
  const row = rowOf(rules, symbol);
  return scope === "coin" || (row !== undefined && hasProduct(row, scope));
}

function hasProduct({ contract, second }: SymbolRow, scope: Scope): boolean {
  return scope === "coin" || (scope === "contract" ? contract !== null : second.enabled);
}
