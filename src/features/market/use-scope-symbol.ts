import { useQuery } from "@tanstack/react-query";
import { useMarketList, type Scope } from "./use-market-list.ts";
import { symbolsQuery } from "./queries.ts";
import { rowOf } from "./use-ticker.ts";

const usual = "btcusdt";

/**
 * The market a screen shows: the one the address names, else the usual one. `offered` is false once it is
 * known that the scope does not have it; `instead` is then the most traded one that it has.
 */
export function useScopeSymbol(
  scope: Scope,
  wanted: string | undefined,
): { symbol: string; offered: boolean; instead: string | undefined } {
  const symbol = wanted ?? usual;
  const rules = useQuery(symbolsQuery()).data;
  const { symbols } = useMarketList({ scope, sort: { key: "vol", descending: true }, search: "" });
  const row = rowOf(rules, symbol);
  const inScope =
    scope === "coin"
      ? row !== undefined
      : scope === "contract"
        ? row?.contract != null
        : row?.second.enabled === true;
  const offered = rules === undefined || inScope;
  // Without a wish in the address the usual market gives way by itself.
  const fallback = symbols[0];
  return !offered && wanted === undefined && fallback !== undefined
    ? { symbol: fallback, offered: true, instead: undefined }
    : { symbol, offered, instead: fallback };
}
