/** SQL that every table of requests shares. */
import { type CreateTableBuilder, sql } from "kysely";
import type { MigrationDb } from "../store/migrate.ts";
import type { Db } from "../store/schema.ts";

/** The tables whose rows are a `RequestLife`. */
export type RequestTableName = "recharge" | "certification" | "withdrawal" | "bank_card";

/** Adds the columns of `RequestLife` to a table of requests. */
export function withLifeColumns<Name extends string, Columns extends string>(
  table: CreateTableBuilder<Name, Columns>,
): CreateTableBuilder<Name, Columns> {
  return table
    .addColumn("state", "text", (c) =>
      c.notNull().check(sql`state in ('pending', 'approved', 'rejected', 'canceled')`),
    )
    .addColumn("reason", "text")
    .addColumn("review_due_at", "bigint")
    .addColumn("decided_by", "text", (c) => c.notNull())
    .addColumn("decided_at", "bigint");
}

/** The indexes by which a table's pending rows are found, all of them and those of a user. */
export async function indexPending(db: MigrationDb, table: RequestTableName): Promise<void> {
  await sql`create index ${sql.id(`${table}_pending`)} on ${sql.table(table)} (id) where state = 'pending'`.execute(
    db,
  );
  await sql`create index ${sql.id(`${table}_due`)} on ${sql.table(table)} (review_due_at) where state = 'pending' and review_due_at is not null`.execute(
    db,
  );
  await sql`create index ${sql.id(`${table}_by_user`)} on ${sql.table(table)} (user_id, id)`.execute(
    db,
  );
}

/** Pending rows that the venue is to decide by itself, the longest due first. */
export async function readDue(
  db: Db,
  table: RequestTableName,
  now: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
    where state = 'pending' and review_due_at is not null and review_due_at <= ${now} order by review_due_at, id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** How many requests of a user wait for their review; the caller holds the user's row, or two at once count the same. */
export async function countPending(
  db: Db,
  table: RequestTableName,
  userId: number,
): Promise<number> {
  const { rows } = await sql<{
    count: number | bigint;
  }>`select count(*) as count from ${sql.table(table)} where user_id = ${userId} and state = 'pending'`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}
