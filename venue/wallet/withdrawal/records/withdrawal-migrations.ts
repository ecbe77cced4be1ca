import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { indexPending, withLifeColumns } from "../../../review/request-rows.ts";
import { type MigrationDb, numberedId } from "../../../store/migrate.ts";

export const withdrawalMigrations: Record<string, Migration> = {
  "0103-withdrawals": {
    async up(db) {
      await createWithdrawals(db);
      await createQuotes(db);
      // What an account was worth at the end of a day is read at the journal that ended it.
      await db.schema
        .createIndex("journal_by_time")
        .on("journal")
        .columns(["created_at", "id"])
        .execute();
    },
  },
  "0104-addresses": { up: createAddresses },
  "0105-banks": { up: createBanks },
};

async function createWithdrawals(db: MigrationDb): Promise<void> {
  await withLifeColumns(
    db.schema
      .createTable("withdrawal")
      .addColumn("id", numberedId(db))
      .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
      .addColumn("client_order_id", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('coin', 'bank')`))
      .addColumn("flag", "text", (c) => c.notNull())
      .addColumn("scale", "integer", (c) => c.notNull())
      .addColumn("network", "text", (c) => c.notNull())
      .addColumn("address", "text", (c) => c.notNull())
      .addColumn("address_key", "text", (c) => c.notNull())
      .addColumn("address_ends", "text", (c) => c.notNull())
      .addColumn("memo", "text", (c) => c.notNull())
      .addColumn("bank", "text", (c) => c.notNull())
      .addColumn("amount", "bigint", (c) => c.notNull())
      .addColumn("fee", "bigint", (c) => c.notNull())
      .addColumn("total", "bigint", (c) => c.notNull())
      .addColumn("fiat", "text", (c) => c.notNull())
      .addColumn("arrival", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull()),
  )
    .addCheckConstraint("withdrawal_pays_something", sql`amount > 0 and fee >= 0 and total > fee`)
    .execute();
  await indexPending(db, "withdrawal");
  await db.schema
    .createIndex("withdrawal_by_time")
    .on("withdrawal")
    .columns(["user_id", "created_at"])
    .execute();
  await db.schema
    .createIndex("withdrawal_by_client_id")
    .on("withdrawal")
    .columns(["user_id", "client_order_id"])
    .execute();
  await db.schema
    .createIndex("withdrawal_by_address")
    .on("withdrawal")
    .columns(["user_id", "address_ends"])
    .execute();
}

async function createQuotes(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("withdrawal_quote")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "bigint", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("flag", "text", (c) => c.notNull())
    .addColumn("network", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("memo", "text", (c) => c.notNull())
    .addColumn("bank_id", "text", (c) => c.notNull())
    .addColumn("amount", "bigint", (c) => c.notNull())
    .addColumn("fee", "bigint", (c) => c.notNull())
    .addColumn("total", "bigint", (c) => c.notNull())
    .addColumn("fiat", "text", (c) => c.notNull())
    .addColumn("arrival", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("used", "integer", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("withdrawal_quote_by_user")
    .on("withdrawal_quote")
    .columns(["user_id", "expires_at"])
    .execute();
}

async function createAddresses(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("saved_address")
    .addColumn("id", numberedId(db))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
    .addColumn("label", "text", (c) => c.notNull())
    .addColumn("network", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("address_key", "text", (c) => c.notNull())
    .addColumn("address_ends", "text", (c) => c.notNull())
    .addColumn("memo", "text", (c) => c.notNull())
    .addColumn("usable_at", "bigint", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("saved_address_one_each", ["user_id", "network", "address_key", "memo"])
    .execute();
  await db.schema
    .createTable("withdrawal_whitelist")
    .addColumn("user_id", "bigint", (c) => c.primaryKey())
    .addColumn("off_at", "bigint")
    .execute();
}

async function createBanks(db: MigrationDb): Promise<void> {
  await withLifeColumns(
    db.schema
      .createTable("bank_card")
      .addColumn("id", numberedId(db))
      .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
      .addColumn("bank_name", "text", (c) => c.notNull())
      .addColumn("account_name", "text", (c) => c.notNull())
      .addColumn("branch", "text", (c) => c.notNull())
      .addColumn("last_four", "text", (c) => c.notNull())
      .addColumn("card_hash", "text", (c) => c.notNull())
      .addColumn("is_default", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull()),
  )
    .addUniqueConstraint("bank_card_one_each", ["user_id", "card_hash"])
    .execute();
  await indexPending(db, "bank_card");
  await db.schema.createIndex("bank_card_by_hash").on("bank_card").columns(["card_hash"]).execute();
}
