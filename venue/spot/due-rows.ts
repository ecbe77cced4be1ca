/** SQL of what the engine finds due. */
import { sql } from "kysely";
import type { Side } from "#protocol/spot-fill.ts";
import { isPostgres } from "../store/migrate.ts";
import type { Db } from "../store/schema.ts";
import { overlayMs, type Taken } from "./fill-model.ts";
import { type HeldOrder, withHeld } from "./rows.ts";

const isDue = sql<boolean>`state = 'submitted' and seen_at is null`;

/** Symbols with market orders that wait for a snapshot. */
export async function readDueSymbols(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("spot_order").select("symbol").distinct().where(isDue).orderBy("symbol").execute();
  return rows.map((row) => row.symbol);
}

/** Which market orders are due: of one symbol, accepted until `until` or after `ahead` (Unix ms), the oldest `limit`. */
export interface Due {
  symbol: string;
  until: number;
  ahead: number;
  limit: number;
}

export async function readDueIds(db: Db, { symbol, until, ahead, limit }: Due): Promise<number[]> {
  const rows = await db.selectFrom("spot_order").select("id").where(isDue)
    .where("symbol", "=", symbol).where((is) => is.or([is("accepted_at", "<=", until), is("accepted_at", ">", ahead)])).orderBy("id").limit(limit).execute();
  return rows.map((row) => row.id);
}

/** Takes these orders for this command, unless another process has them or they are no longer due. */
export async function claimDue(db: Db, ids: readonly number[]): Promise<HeldOrder[]> {
  if (ids.length === 0) return [];
  const orders = await db.selectFrom("spot_order").selectAll().where("id", "in", ids).where(isDue).orderBy("id")
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()).execute();
  if (orders.length === 0) return [];
  return withHeld(db, orders);
}

/** What was taken from one side of a book lately, up to a snapshot's time. */
export async function readTaken(db: Db, symbol: string, side: Side, ts: number): Promise<Taken[]> {
  const rows = await db.selectFrom("spot_fill")
    .select(["level_price", "snapshot_at", sql<bigint>`cast(sum(lots) as bigint)`.as("lots")])
    .where("symbol", "=", symbol).where("side", "=", side).where("snapshot_at", ">", ts - overlayMs)
    .groupBy(["level_price", "snapshot_at"]).execute();
  return rows.map(({ level_price, lots, snapshot_at }) => ({ price: level_price, lots, at: snapshot_at }));
}
