import { queryOptions } from "@tanstack/react-query";
import type { Period } from "#protocol/market.ts";
import { contract } from "#protocol/contract.ts";
import { call } from "../../api/call.ts";
import { keyOf, read, send } from "../../api/query.ts";
import { venueNow } from "../../api/venue-clock.ts";

const { market } = contract;

const hourMs = 3600_000;

export const tickerRankQuery = () => read(market.mergedTickerRank, { sort: "vol", limit: 5000 });
export const symbolsQuery = () => ({ ...read(market.symbols, {}), staleTime: hourMs });
export const klineQuery = (symbol: string, period: Period, size = 500) => read(market.kline, { symbol, period, size, order: "asc" });
export const sparklineKey = "sparkline";

/** Closing prices of the last 24 hours, an hour apart: the shape in a row of the list. */
export const sparklineQuery = (symbol: string) =>
  queryOptions({
    queryKey: [sparklineKey, symbol],
    queryFn: async ({ signal }) => (await call(market.kline, { symbol, period: "60min", size: 24, order: "asc" }, { signal })).map((candle) => candle.close),
    staleTime: hourMs / 6,
    refetchOnWindowFocus: false,
    meta: { private: false },
  });
export const depthQuery = (symbol: string, depth = 20) => read(market.depth, { symbol, depth });
export const tradesQuery = (symbol: string) => read(market.trades, { symbol, size: 30 });
/** Funding, mark and index of a contract with the time they were read, Unix ms on the venue's clock. */
export const fundingQuery = (contractCode: string) =>
  queryOptions({
    queryKey: [...keyOf(market.funding, { contract_code: contractCode }), "read at"],
    queryFn: async ({ signal }) => ({ ...(await call(market.funding, { contract_code: contractCode }, { signal })), readAt: venueNow() }),
    meta: { private: false },
  });
export const fundingHistoryQuery = (contractCode: string) => read(market.fundingHistory, { contract_code: contractCode, page_size: 6 });
export const statusQuery = () => read(market.status, {});
export const collectQuery = () => read(market.collect, {}, { quiet: true });
export const setCollectMutation = () => send(market.setCollect, { quiet: true });
