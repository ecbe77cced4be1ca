import * as v from "valibot";
import { isRecord } from "#protocol/api/endpoint.ts";
import { marketEndpoints, type TradeRow } from "#protocol/api/market.ts";

const tradeSchema = marketEndpoints.trades.data.item.entries.data.item;

/** The newest `count` trades without duplicates. Trades of the same time keep their order. */
export function newestTrades(trades: readonly TradeRow[], count: number): TradeRow[] {
  const seen = new Map(trades.toReversed().map((trade) => [String(trade["trade-id"]), trade]));
  return [...seen.values()]
    .toReversed()
    .sort((a, b) => b.ts - a.ts)
    .slice(0, count);
}

/** Trades of a stream message, newest first. As at HTX, the message lists the oldest first and has `tradeId` where a read has `trade-id`. */
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

/** How many of `trades`, newest first, came after `last`; all of them where `last` is no longer in the list. */
export function tradesSince(trades: readonly TradeRow[], last: TradeRow | undefined): number {
  const at = trades.findIndex((trade) => trade["trade-id"] === last?.["trade-id"]);
  return at === -1 ? trades.length : at;
}
