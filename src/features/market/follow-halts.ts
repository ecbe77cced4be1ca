import type { QueryClient } from "@tanstack/react-query";
import type { SymbolRow } from "#protocol/market.ts";
import type { MarketStore } from "./market-store.ts";
import { symbolsQuery } from "./queries.ts";

/** Tells the store which markets are not traded, whenever trading rules arrive; answers the way to stop. */
export function followHalts(
  client: QueryClient,
  store: Pick<MarketStore, "setHalted">,
): () => void {
  const key = symbolsQuery().queryKey;
  const take = (rows: readonly SymbolRow[] | undefined) => {
    if (rows)
      store.setHalted(
        new Set(rows.filter(({ state }) => state !== "online").map(({ symbol }) => symbol)),
      );
  };
  take(client.getQueryData(key));
  return client.getQueryCache().subscribe(({ type, query }) => {
    if ((type === "added" || type === "updated") && query.queryKey[0] === key[0])
      take(query.state.data as readonly SymbolRow[] | undefined);
  });
}
