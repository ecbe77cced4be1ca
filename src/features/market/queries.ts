import { marketEndpoints, type Period } from "#protocol/market.ts";
import { read } from "../../api/query.ts";

const hourMs = 3600_000;

export const symbolsQuery = () => ({ ...read(marketEndpoints.symbols, {}), staleTime: hourMs });
/** The device keeps candles by series, in `kept-candles.ts`, and not the answers they came in. */
export const klineQuery = (symbol: string, period: Period, size = 500) => ({
  ...read(marketEndpoints.kline, { symbol, period, size, order: "asc" }),
  meta: { private: false, kept: false },
});
export const tradesQuery = (symbol: string) => read(marketEndpoints.trades, { symbol, size: 30 });
/** Funding, mark and index of a contract, with the venue's own time of them. */
export const fundingQuery = (contractCode: string) =>
  read(marketEndpoints.funding, { contract_code: contractCode });
export const fundingHistoryQuery = (contractCode: string) =>
  read(marketEndpoints.fundingHistory, { contract_code: contractCode, page_size: 6 });
export const collectQuery = () => read(marketEndpoints.collect, {}, { quiet: true });
