import * as v from "valibot";
import { isRecord } from "#protocol/endpoint.ts";
import { marketEndpoints, type TradeRow } from "#protocol/market.ts";

const tradeSchema = marketEndpoints.trades.data.item.entries.data.item;

/** The newest `count` trades, each once; those of one moment keep the order they were given in. */
export function newestTrades(trades: readonly TradeRow[], count: number): TradeRow[] {
  const seen = new Map(trades.toReversed().map((trade) => [String(trade["trade-id"]), trade]));
  return [...seen.values()]
    .toReversed()
    .sort((a, b) => b.ts - a.ts)
    .slice(0, count);
}

/** Trades of a push of the stream, newest first. It lists them oldest first, and writes `tradeId` where a read has `trade-id`, as HTX does. */
export function pushedTrades(push: unknown): TradeRow[] {
  const rows = isRecord(push) && Array.isArray(push["data"]) ? push["data"] : [];
  return rows.toReversed().flatMap((row: unknown) => {
    const trade = v.safeParse(
      tradeSchema,
      isRecord(row) ? { ...row, "trade-id": row["trade-id"] ?? row["tradeId"] } : row,
    );
    return trade.success ? [trade.output] : [];
  });
}

/** How many of `trades`, newest first, came after `last`; all of them where it is no longer among them. */
export function tradesSince(trades: readonly TradeRow[], last: TradeRow | undefined): number {
  const at = trades.findIndex((trade) => trade["trade-id"] === last?.["trade-id"]);
  return at === -1 ? trades.length : at;
}
