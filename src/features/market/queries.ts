import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { marketEndpoints, type Period } from "#protocol/market.ts";
import { call } from "../../api/call.ts";
import { read, send } from "../../api/query.ts";
import { keptAnswer } from "../../storage/kept-queries.ts";

const hourMs = 3600_000;
/** Told by the screen that asked, in the place of what did not come. */
const noSuchMarket = 300018;

export const symbolsQuery = () => ({ ...read(marketEndpoints.symbols, {}), staleTime: hourMs });
export const klineQuery = (symbol: string, period: Period, size = 500) => read(marketEndpoints.kline, { symbol, period, size, order: "asc" }, { handles: [noSuchMarket] });
export const sparklineKey = "sparkline";

/** Closing prices of the last 24 hours, an hour apart: the shape in a row of the list. */
export const sparklineQuery = (symbol: string) =>
  queryOptions({
    queryKey: [sparklineKey, symbol],
    ...keptAnswer([sparklineKey, symbol], v.array(v.number()), false),
    queryFn: async ({ signal }) => (await call(marketEndpoints.kline, { symbol, period: "60min", size: 24, order: "asc" }, { signal })).map((candle) => candle.close),
    staleTime: hourMs / 6,
    refetchOnWindowFocus: false,
    meta: { private: false },
  });
export const depthQuery = (symbol: string, depth = 20) => read(marketEndpoints.depth, { symbol, depth }, { handles: [noSuchMarket] });
export const tradesQuery = (symbol: string) => read(marketEndpoints.trades, { symbol, size: 30 }, { handles: [noSuchMarket] });
/** Funding, mark and index of a contract, with the venue's own time of them. */
export const fundingQuery = (contractCode: string) => read(marketEndpoints.funding, { contract_code: contractCode });
export const fundingHistoryQuery = (contractCode: string) => read(marketEndpoints.fundingHistory, { contract_code: contractCode, page_size: 6 });
export const collectQuery = () => read(marketEndpoints.collect, {}, { quiet: true });
export const setCollectMutation = () => send(marketEndpoints.setCollect, { quiet: true });
