import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { scopes, SymbolRow, TickerRow } from "#protocol/market.ts";
import { ofCourse, orderSymbols, type Course, type Sort } from "./market-order.ts";
import { searchSymbols } from "./market-search.ts";
import { symbolsQuery } from "./queries.ts";
import { settledMarkets } from "./settled-markets.ts";
import { rowOf } from "./use-ticker.ts";

export type Scope = (typeof scopes)[number];

export interface MarketQuestion {
  scope: Scope;
  sort: Sort;
  /** Looks through the whole scope: while something is typed, `only` and `course` do not count. */
  search: string;
  only?: readonly string[] | undefined;
  /** Those alone that rose, or fell, in the last 24 hours, as far as the shown two decimals tell. */
  course?: Course | undefined;
}

/**
 * The markets of a scope as an ordered list of symbols. It is made anew at calm moments and when the
 * question changes, not at each tick: rows do not jump under the thumb.
 */
export function useMarketList(question: MarketQuestion): {
  symbols: readonly string[];
  /** Markets there are before search and choice; 0 while nothing has arrived. */
  known: number;
} {
  const { scope, sort, search, only, course } = question;
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
    const ordered = (tickers: readonly TickerRow[]) => orderSymbols(tickers, { key, descending });
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
    return { symbols: ordered(course ? ofCourse(chosen, course) : chosen), known };
  }, [rows, rules, scope, key, descending, search, only, course]);
}

function belongs(symbol: string, scope: Scope, rules: readonly SymbolRow[] | undefined): boolean {
  if (scope === "coin") return true;
  const row = rowOf(rules, symbol);
  return scope === "contract"
    ? row !== undefined && row.contract !== null
    : row?.second.enabled === true;
}
