/** SQL of the liquidity that this venue's orders consumed: coin and contract orders share one book. */
import { sql } from "kysely";
import type { Db } from "../store/schema.ts";
import { overlayMs, type TakenBy } from "./fill-model.ts";

/** What coin and contract orders consumed of a market recently, up to a snapshot's time, in lots of the coin. */
export async function readTaken(db: Db, symbol: string, ts: number): Promise<TakenBy[]> {
  const coins = await db
    .selectFrom("spot_fill")
    .select([
      "side",
      "level_price",
      "snapshot_at",
      "market_trade",
      sql<bigint>`cast(sum(lots) as bigint)`.as("lots"),
    ])
    .where("symbol", "=", symbol)
    .where("side", "in", ["buy", "sell"])
    .where("snapshot_at", ">", ts - overlayMs)
    .groupBy(["side", "snapshot_at", "level_price", "market_trade"])
    .execute();
  const contracts = await db
    .selectFrom("contract_fill")
    .select([
      "direction as side",
      "level_price",
      "snapshot_at",
      "market_trade",
      sql<bigint>`cast(sum(lots) as bigint)`.as("lots"),
    ])
    .where("symbol", "=", symbol)
    .where("direction", "in", ["buy", "sell"])
    .where("snapshot_at", ">", ts - overlayMs)
    .groupBy(["direction", "snapshot_at", "level_price", "market_trade"])
    .execute();
  return [...coins, ...contracts].map(({ side, level_price, lots, snapshot_at, market_trade }) => ({
    side,
    price: level_price,
    lots,
    at: snapshot_at,
    trade: market_trade,
  }));
}
