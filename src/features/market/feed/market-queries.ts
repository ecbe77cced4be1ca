import type { QueryClient } from "@tanstack/react-query";
import { type Period, type SymbolRow, marketEndpoints } from "#protocol/api/market.ts";
import { read } from "../../../api/query.ts";
import type { MarketStore } from "./market-store.ts";

const hourMs = 3600_000;

export const symbolsQuery = () => ({ ...read(marketEndpoints.symbols, {}), staleTime: hourMs });
/** Not persisted as an answer: the device stores candles by series, in `chart/candle-cache.ts`. */
export const klineQuery = (symbol: string, period: Period, size = 500) => ({
  ...read(marketEndpoints.kline, { symbol, period, size, order: "asc" }),
  meta: { private: false, persisted: false },
  // A chart that got no answer asks again by itself: after 3 s, then later and later.
  refetchInterval: ({ state }: { state: { status: string; errorUpdateCount: number } }) =>
    state.status === "error" && Math.min(3000 * 2 ** (state.errorUpdateCount - 1), 60_000),
});
export const tradesQuery = (symbol: string) => read(marketEndpoints.trades, { symbol, size: 30 });
/** Funding rate, mark price and index price of a contract, with the venue's time of each. */
export const fundingQuery = (contractCode: string) =>
  read(marketEndpoints.funding, { contract_code: contractCode });
export const fundingHistoryQuery = (contractCode: string) =>
  read(marketEndpoints.fundingHistory, { contract_code: contractCode, page_size: 6 });
export const collectQuery = () => read(marketEndpoints.collect, {}, { quiet: true });

/** Passes the markets that are not traded to the store whenever trading rules arrive. Returns a function that stops it. */
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
