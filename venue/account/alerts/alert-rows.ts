/** SQL of the price alerts. */
import type { Generated, Selectable } from "kysely";
import type { AlertKind } from "#protocol/api/price-alerts.ts";
import type { Db } from "../../store/schema.ts";

export interface PriceAlertTable {
  id: Generated<number>;
  user_id: number;
  market: "spot" | "contract";
  symbol: string;
  kind: AlertKind;
  /** As it was asked for; empty for a rise or fall. */
  price: string;
  /** Where it waits: a price in 10^-(pricePrecision+2), or a change in hundredths of a per cent. */
  level: bigint;
  /** Reached by a price (or change) of `level` or more, or of `level` or less. */
  way: "up" | "down";
  /** 0 for a price. */
  window_minutes: number;
  again: number;
  state: "active" | "off" | "done";
  count: number;
  /** Not judged before this, Unix ms: one that comes again pauses. */
  rests_at: number;
  reached_at: number;
  reached_price: string;
  created_at: number;
  /** When it was added, switched or reached last, Unix ms. */
  changed_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    price_alert: PriceAlertTable;
  }
}

export type PriceAlertRow = Selectable<PriceAlertTable>;
/** Alerts that one comparison decides: of a market, by price or by the change of a time. */
export type AlertGroup = Pick<PriceAlertRow, "market" | "symbol" | "window_minutes">;

export async function selectAlerts(db: Db, userId: number): Promise<PriceAlertRow[]> {
  return db
    .selectFrom("price_alert")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .execute();
}

export async function insertAlert(
  db: Db,
  row: Omit<
    PriceAlertRow,
    "id" | "count" | "reached_at" | "reached_price" | "rests_at" | "changed_at"
  >,
): Promise<number> {
  const { id } = await db
    .insertInto("price_alert")
    .values({
      ...row,
      count: 0,
      rests_at: 0,
      reached_at: 0,
      reached_price: "",
      changed_at: row.created_at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateAlert(
  db: Db,
  userId: number,
  id: number,
  change: Pick<PriceAlertRow, "state" | "way" | "rests_at" | "changed_at">,
): Promise<void> {
  await db
    .updateTable("price_alert")
    .set(change)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .execute();
}

export async function findAlert(
  db: Db,
  userId: number,
  id: number,
): Promise<PriceAlertRow | undefined> {
  return db
    .selectFrom("price_alert")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function deleteAlert(db: Db, userId: number, id: number): Promise<void> {
  await db.deleteFrom("price_alert").where("id", "=", id).where("user_id", "=", userId).execute();
}

/** The groups of all alerts. It reads each alert's entry in the index: once, at the start. */
export async function alertGroups(db: Db): Promise<AlertGroup[]> {
  return db
    .selectFrom("price_alert")
    .select(["market", "symbol", "window_minutes"])
    .distinct()
    .where("state", "=", "active")
    .execute();
}

/**
 * The groups in which an alert was added, switched or reached since, or has rested until a time since. What it costs
 * depends on how many those are.
 * @param span Unix ms, both ends included
 */
export async function changedGroups(
  db: Db,
  { from, to }: { from: number; to: number },
): Promise<AlertGroup[]> {
  const groups = db.selectFrom("price_alert").select(["market", "symbol", "window_minutes"]);
  return groups
    .where("changed_at", ">=", from)
    .union(groups.where("rests_at", ">=", from).where("rests_at", "<=", to))
    .execute();
}

/** The level of a group's alert that is reached first on a way; undefined where none waits, but for those that rest. */
export async function nearestLevel(
  db: Db,
  group: AlertGroup,
  { way, now }: { way: "up" | "down"; now: number },
): Promise<bigint | undefined> {
  const row = await ofGroup(db, group, way)
    .select("level")
    .where("rests_at", "<=", now)
    .orderBy("level", way === "up" ? "asc" : "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.level;
}

/** Active alerts of a group that a level reaches, nearest first, those that rest left out. */
export async function reachedAlerts(
  db: Db,
  group: AlertGroup,
  at: { way: "up" | "down"; level: bigint; now: number; limit: number },
): Promise<PriceAlertRow[]> {
  const { way, level, now, limit } = at;
  return ofGroup(db, group, way)
    .selectAll()
    .where("level", way === "up" ? "<=" : ">=", level)
    .where("rests_at", "<=", now)
    .orderBy("level", way === "up" ? "asc" : "desc")
    .limit(limit)
    .execute();
}

function ofGroup(db: Db, { market, symbol, window_minutes }: AlertGroup, way: "up" | "down") {
  return db
    .selectFrom("price_alert")
    .where("state", "=", "active")
    .where("market", "=", market)
    .where("symbol", "=", symbol)
    .where("window_minutes", "=", window_minutes)
    .where("way", "=", way);
}

/** Notes that an alert was reached. Answers whether it still was as it was read: one process alone reports it. */
export async function noteReached(
  db: Db,
  { id, count }: Pick<PriceAlertRow, "id" | "count">,
  change: Pick<PriceAlertRow, "state" | "way" | "rests_at" | "reached_at" | "reached_price">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("price_alert")
    .set({ ...change, changed_at: change.reached_at, count: count + 1 })
    .where("id", "=", id)
    .where("count", "=", count)
    .where("state", "=", "active")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
