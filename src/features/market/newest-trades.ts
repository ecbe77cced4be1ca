import type { TradeRow } from "#protocol/market.ts";

/** The newest `count` trades, each once; those of one moment keep the order they were given in. */
export function newestTrades(trades: readonly TradeRow[], count: number): TradeRow[] {
  const seen = new Map(trades.toReversed().map((trade) => [String(trade["trade-id"]), trade]));
  return [...seen.values()].toReversed().sort((a, b) => b.ts - a.ts).slice(0, count);
}
