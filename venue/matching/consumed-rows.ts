/** SQL of the liquidity that this venue's orders consumed: coin and contract orders share one book. */
import { sql } from "kysely";
import type { Db } from "../store/schema.ts";
import { refillMs, type TakenBy } from "./fill-model.ts";

/** What coin and contract orders consumed of a market recently, up to a snapshot's time, in lots of the coin. */
export async function readTaken(db: Db, symbol: string, ts: number): Promise<TakenBy[]> {
  const coins = await db
    .selectFrom("spot_fill")
    .select([
      "side",
      "snapshot_at",
      "market_trade",
      sql<bigint>`cast(sum(lots) as bigint)`.as("lots"),
    ])
    .where("symbol", "=", symbol)
    .where("side", "in", ["buy", "sell"])
    .where("snapshot_at", ">", ts - refillMs)
    .groupBy(["side", "snapshot_at", "market_trade"])
    .execute();
  const contracts = await db
    .selectFrom("contract_fill")
    .select([
      "direction as side",
      "snapshot_at",
      "market_trade",
      sql<bigint>`cast(sum(lots) as bigint)`.as("lots"),
    ])
    .where("symbol", "=", symbol)
    .where("direction", "in", ["buy", "sell"])
    .where("snapshot_at", ">", ts - refillMs)
    .groupBy(["direction", "snapshot_at", "market_trade"])
    .execute();
  return [...coins, ...contracts].map(({ side, lots, snapshot_at, market_trade }) => ({
    side,
    lots,
    at: snapshot_at,
    trade: market_trade,
  }));
}
