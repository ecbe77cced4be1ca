import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { scopes, SymbolRow } from "#protocol/market.ts";
import { marketStore } from "./market-store.ts";
import { ofCourse, orderSymbols, type Course, type Sort } from "./market-order.ts";
import { searchSymbols } from "./market-search.ts";
import { symbolsQuery } from "./queries.ts";
import { splitSymbol } from "./symbol-text.ts";
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
 * The markets of a scope as an ordered list of symbols. It is made anew when markets come or go, when a
 * whole rank arrives and when the question changes, not at each tick: rows do not jump under the thumb.
 */
export function useMarketList(question: MarketQuestion): {
  symbols: readonly string[];
  /** Markets there are before search and choice; 0 while nothing has arrived. */
  known: number;
} {
  const { scope, sort, search, only, course } = question;
  const { key, descending } = sort;
  const all = useSyncExternalStore(subscribeList, readList, readList);
  const rules = useQuery(symbolsQuery()).data;

  return useMemo(() => {
    const inScope = all.filter((symbol) => belongs(symbol, scope, rules));
    const known = inScope.length;
    const tickers = inScope.flatMap((symbol) => marketStore.ticker(symbol) ?? []);
    if (search.trim() !== "") {
      const ordered = orderSymbols(tickers, { key, descending });
      return { symbols: searchSymbols(ordered.map((symbol) => searchable(symbol, rules)), search), known };
    }
    const chosen = only ? tickers.filter(({ symbol }) => only.includes(symbol)) : tickers;
    return { symbols: orderSymbols(course ? ofCourse(chosen, course) : chosen, { key, descending }), known };
  }, [all, rules, scope, key, descending, search, only, course]);
}

function belongs(symbol: string, scope: Scope, rules: readonly SymbolRow[] | undefined): boolean {
  if (scope === "coin") return true;
  const row = rowOf(rules, symbol);
  return scope === "contract" ? row !== undefined && row.contract !== null : row?.second.enabled === true;
}

function searchable(symbol: string, rules: readonly SymbolRow[] | undefined) {
  const ticker = marketStore.ticker(symbol);
  return { symbol, name: rowOf(rules, symbol)?.name ?? "", ...(ticker?.base ? { base: ticker.base, quote: ticker.quote } : splitSymbol(symbol)) };
}

const subscribeList = (listener: () => void) => marketStore.subscribeList(listener);
const readList = () => marketStore.symbols();
