import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { type MigrationDb, numberedId } from "../../store/migrate.ts";

export const secondsMigrations: Record<string, Migration> = {
  "0090-seconds": {
    async up(db) {
      await createOrders(db);
      await createLimits(db);
    },
  },
  "0130-seconds-source": {
    async up(db) {
      // Contracts from before it are of no market, and void.
      await db.schema
        .alterTable("second_order")
        .addColumn("source", "text", (column) => column.notNull().defaultTo(""))
        .execute();
    },
  },
  "0190-seconds-slip": {
    async up(db) {
      await db.schema.alterTable("second_order").addColumn("slip", "text").execute();
    },
  },
};

async function createOrders(db: MigrationDb): Promise<void> {
  let table = db.schema.createTable("second_order").addColumn("id", numberedId(db));
  for (const name of ["client_order_id", "symbol", "currency", "direction", "odds", "day_commits"])
    table = table.addColumn(name, "text", (column) => column.notNull());
  for (const name of ["price_precision", "time_sec", "risk_version"])
    table = table.addColumn(name, "integer", (column) => column.notNull());
  for (const name of ["user_id", "stake", "accepted_at", "t0_at", "t1_at"])
    table = table.addColumn(name, "bigint", (column) => column.notNull());
  for (const name of [
    "samples0",
    "samples1",
    "open_price",
    "close_price",
    "result",
    "void_reason",
    "receipt_hash",
  ])
    table = table.addColumn(name, "text");
  for (const name of ["payout", "due_at", "settled_at"]) table = table.addColumn(name, "bigint");
  await table
    .addCheckConstraint(
      "second_order_sound",
      sql`stake > 0 and t0_at > accepted_at and t1_at > t0_at`,
    )
    // What is settled has all that settling writes, and what is not has nothing of it.
    .addCheckConstraint(
      "second_order_settled_whole",
      sql`(settled_at is null) = (result is null) and (settled_at is null) = (payout is null)
      and (settled_at is null) = (receipt_hash is null) and (settled_at is null) = (due_at is not null) and (settled_at is null or samples0 is not null)`,
    )
    .execute();
  await sql`create unique index second_order_one_each on second_order (user_id, client_order_id)`.execute(
    db,
  );
  // Holds who runs what, and what was lost today.
  await db.schema
    .createIndex("second_order_by_user")
    .on("second_order")
    .columns(["user_id", "settled_at", "id"])
    .execute();
  await db.schema
    .createIndex("second_order_pace")
    .on("second_order")
    .columns(["user_id", "accepted_at"])
    .execute();
  await sql`create index second_order_due on second_order (due_at, symbol, id) where due_at is not null`.execute(
    db,
  );
}

async function createLimits(db: MigrationDb): Promise<void> {
  let table = db.schema
    .createTable("second_limit")
    .addColumn("user_id", "bigint", (column) => column.primaryKey());
  for (const name of ["daily_loss", "stake", "pending_daily_loss", "pending_stake", "pending_at"])
    table = table.addColumn(name, "bigint");
  for (const name of ["pace", "pending_pace"]) table = table.addColumn(name, "integer");
  await table
    .addColumn("cool_off_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("second_risk_ack")
    .addColumn("user_id", "bigint", (column) => column.primaryKey())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("acked_at", "bigint", (column) => column.notNull())
    .execute();
}
