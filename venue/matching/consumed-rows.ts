/** SQL of the liquidity that this venue's orders consumed: coin and contract orders share one book. */
import { sql } from "kysely";
import type { Db } from "../store/schema.ts";
import { refillMs, type TakenBy } from "./fill-model.ts";

/** What coin and contract orders consumed of a market recently, up to a snapshot's time, in lots of the coin. */
export function readTaken(db: Db, symbol: string, ts: number): Promise<TakenBy[]> {
  return readAllTaken(db, [symbol], ts - refillMs);
}

/** As {@link readTaken}, of several markets: what was consumed after `since`, Unix ms. */
export async function readAllTaken(
  db: Db,
  symbols: readonly string[],
  since: number,
): Promise<(TakenBy & { symbol: string })[]> {
  if (symbols.length === 0) return [];
  const coins = await db
    .selectFrom("spot_fill")
    .select([
      "symbol",
      "side",
      "snapshot_at",
      "market_trade",
      sql<bigint>`cast(sum(lots) as bigint)`.as("lots"),
    ])
    .where("symbol", "in", symbols)
    .where("side", "in", ["buy", "sell"])
    .where("snapshot_at", ">", since)
    .groupBy(["symbol", "side", "snapshot_at", "market_trade"])
    .execute();
  const contracts = await db
    .selectFrom("contract_fill")
    .select([
      "symbol",
      "direction as side",
      "snapshot_at",
      "market_trade",
      sql<bigint>`cast(sum(lots) as bigint)`.as("lots"),
    ])
    .where("symbol", "in", symbols)
    .where("direction", "in", ["buy", "sell"])
    .where("snapshot_at", ">", since)
    .groupBy(["symbol", "direction", "snapshot_at", "market_trade"])
    .execute();
  return [...coins, ...contracts].map(({ symbol, side, lots, snapshot_at, market_trade }) => ({
    symbol,
    side,
    lots,
    at: snapshot_at,
    trade: market_trade,
  }));
}
