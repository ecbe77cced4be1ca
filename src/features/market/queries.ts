import type { Period } from "#protocol/market.ts";
import { contract } from "#protocol/contract.ts";
import { read, send } from "../../api/query.ts";

const { market } = contract;

const hourMs = 3600_000;

export const tickerRankQuery = () => read(market.mergedTickerRank, { sort: "vol", limit: 5000 });
export const symbolsQuery = () => ({ ...read(market.symbols, {}), staleTime: hourMs });
export const klineQuery = (symbol: string, period: Period, size = 500) => read(market.kline, { symbol, period, size, order: "asc" });
export const depthQuery = (symbol: string, depth = 20) => read(market.depth, { symbol, depth });
export const tradesQuery = (symbol: string) => read(market.trades, { symbol, size: 30 });
export const fundingQuery = (contractCode: string) => read(market.funding, { contract_code: contractCode });
export const statusQuery = () => read(market.status, {});
export const collectQuery = () => read(market.collect, {}, { quiet: true });
export const setCollectMutation = () => send(market.setCollect, { quiet: true });
