/** SQL of when each market was last there, and of its last standstill. */
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { readByKey } from "../store/by-key.ts";
import type { Db } from "../store/schema.ts";

/** Times in Unix ms; marks with `mark_scale` decimals. */
interface MarketPresenceTable {
  symbol: string;
  /** When the venue last saw it live. */
  seen_at: number;
  /** Its mark price then; null where it has none. */
  mark: bigint | null;
  mark_scale: number;
  /** Its last standstill: from when, and when it was there again; null where there was none. */
  left_at: number | null;
  reopened_at: number | null;
  mark_before: bigint | null;
  mark_after: bigint | null;
  /** 1 once every position has been through that standstill, 0 before. */
  is_settled: number;
}

declare module "../store/schema.ts" {
  interface Tables {
    /** A row for each market in which anything is open. */
    market_presence: MarketPresenceTable;
  }
}

export type MarketPresence = MarketPresenceTable;

export const standstillMigrations: Record<string, Migration> = {
  "0150-market-presence": {
    async up(db) {
      await db.schema
        .createTable("market_presence")
        .addColumn("symbol", "text", (column) => column.primaryKey())
        .addColumn("seen_at", "bigint", (column) => column.notNull())
        .addColumn("mark", "bigint")
        .addColumn("mark_scale", "integer", (column) => column.notNull())
        .addColumn("left_at", "bigint")
        .addColumn("reopened_at", "bigint")
        .addColumn("mark_before", "bigint")
        .addColumn("mark_after", "bigint")
        .addColumn("is_settled", "integer", (column) => column.notNull())
        .execute();
    },
  },
};

/** Each as it stands in a partial index. */
const openThings = [
  ["spot_order", sql<boolean>`state = 'created'`],
  ["spot_order", sql<boolean>`state in ('submitted', 'partial-filled') and seen_at is null`],
  ["spot_order", sql<boolean>`seen_at is not null and finished_at is null`],
  ["contract_order", sql<boolean>`seen_at is null and finished_at is null`],
  ["contract_order", sql<boolean>`seen_at is not null and finished_at is null`],
  ["contract_position", sql<boolean>`closed_at is null`],
] as const;

/** The coins' markets in which an order waits or a position is open. */
export async function readMarketsInUse(
  db: Db,
  symbolOf: (contractCode: string) => string | undefined,
): Promise<Set<string>> {
  const used = new Set<string>();
  for (const [table, isOpen] of openThings) {
    const isCoins = table === "spot_order";
    const found = await readByKey(
      db,
      { table, key: isCoins ? "symbol" : "contract_code" },
      isOpen,
      [],
    );
    for (const { key } of found) {
      const symbol = isCoins ? key : symbolOf(key);
      if (symbol !== undefined) used.add(symbol);
    }
  }
  return used;
}

export async function readPresences(db: Db): Promise<MarketPresence[]> {
  return db.selectFrom("market_presence").selectAll().execute();
}

export async function readPresence(db: Db, symbol: string): Promise<MarketPresence | undefined> {
  return db
    .selectFrom("market_presence")
    .selectAll()
    .where("symbol", "=", symbol)
    .executeTakeFirst();
}

export async function writePresence(db: Db, row: MarketPresence): Promise<void> {
  await db
    .insertInto("market_presence")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("symbol").doUpdateSet((eb) => ({
        seen_at: eb.ref("excluded.seen_at"),
        mark: eb.ref("excluded.mark"),
        mark_scale: eb.ref("excluded.mark_scale"),
        left_at: eb.ref("excluded.left_at"),
        reopened_at: eb.ref("excluded.reopened_at"),
        mark_before: eb.ref("excluded.mark_before"),
        mark_after: eb.ref("excluded.mark_after"),
        is_settled: eb.ref("excluded.is_settled"),
      })),
    )
    .execute();
}

/** Notes that these are there; of those that were known nothing else changes. */
export async function touchPresences(
  db: Db,
  rows: readonly Pick<MarketPresence, "symbol" | "seen_at" | "mark" | "mark_scale">[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto("market_presence")
    .values(rows.map((row) => ({ ...row, ...noStandstill })))
    .onConflict((conflict) =>
      conflict.column("symbol").doUpdateSet((eb) => ({
        seen_at: eb.ref("excluded.seen_at"),
        mark: eb.ref("excluded.mark"),
        mark_scale: eb.ref("excluded.mark_scale"),
      })),
    )
    .execute();
}

const noStandstill = {
  left_at: null,
  reopened_at: null,
  mark_before: null,
  mark_after: null,
  is_settled: 1,
} as const;

export async function forgetPresences(db: Db, symbols: readonly string[]): Promise<void> {
  if (symbols.length > 0)
    await db.deleteFrom("market_presence").where("symbol", "in", symbols).execute();
}

/** Whether a position of the contract is open. */
export async function hasPositions(db: Db, contractCode: string): Promise<boolean> {
  const found = await db
    .selectFrom("contract_position")
    .select("id")
    .where("contract_code", "=", contractCode)
    .where("closed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Every position of the market has been through its last standstill. */
export async function settleStandstill(db: Db, symbol: string, reopenedAt: number): Promise<void> {
  await db
    .updateTable("market_presence")
    .set({ is_settled: 1 })
    .where("symbol", "=", symbol)
    .where("reopened_at", "=", reopenedAt)
    .execute();
}

/** Lets the orders that rest in a market meet its book as if they were new: what they would have got is past. */
export async function meetBookAgain(db: Db, symbol: string): Promise<void> {
  for (const table of ["spot_order", "contract_order"] as const)
    await db
      .updateTable(table)
      .set({ seen_at: null })
      .where("symbol", "=", symbol)
      .where("seen_at", "is not", null)
      .where("finished_at", "is", null)
      .execute();
}

/** Those whose orders wait in a market. */
export async function readWaitingOwners(db: Db, symbol: string): Promise<number[]> {
  const owners = new Set<number>();
  for (const table of ["spot_order", "contract_order"] as const) {
    const rows = await db
      .selectFrom(table)
      .select("user_id")
      .distinct()
      .where("symbol", "=", symbol)
      .where("finished_at", "is", null)
      .execute();
    for (const { user_id } of rows) owners.add(user_id);
  }
  return [...owners].sort((a, b) => a - b);
}
