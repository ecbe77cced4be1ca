import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { type MigrationDb, numberedId } from "../../store/migrate.ts";

/** Sorts the resting orders of a side best first: the highest buy, the lowest sell. Indexed as it stands. */
export const restingRank = "(case side when 'buy' then -price else price end)";

export const spotMigrations: Record<string, Migration> = {
  "0050-spot": {
    async up(db) {
      await createOrders(db);
      await createFills(db);
    },
  },
  "0070-spot-orders": {
    async up(db) {
      await widenOrders(db);
      await widenFills(db);
      await db.schema
        .createTable("spot_cursor")
        .addColumn("symbol", "text", (column) => column.primaryKey())
        .addColumn("printed_at", "bigint", (column) => column.notNull())
        .execute();
    },
  },
  "0152-spot-meet-again": {
    async up(db) {
      // One that was filled in part meets a book again after a standstill.
      await db.schema.dropIndex("spot_order_due").execute();
      await sql`create index spot_order_due on spot_order (symbol, id) where state in ('submitted', 'partial-filled') and seen_at is null`.execute(
        db,
      );
    },
  },
};

async function createOrders(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("spot_order")
    .addColumn("id", numberedId(db))
    .addColumn("user_id", "bigint", (column) => column.notNull())
    .addColumn("client_order_id", "text", (column) => column.notNull())
    .addColumn("symbol", "text", (column) => column.notNull())
    .addColumn("base", "text", (column) => column.notNull())
    .addColumn("quote", "text", (column) => column.notNull())
    .addColumn("price_precision", "integer", (column) => column.notNull())
    .addColumn("amount_precision", "integer", (column) => column.notNull())
    .addColumn("base_scale", "integer", (column) => column.notNull())
    .addColumn("quote_scale", "integer", (column) => column.notNull())
    .addColumn("side", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("tif", "text", (column) => column.notNull())
    .addColumn("price", "bigint")
    .addColumn("stop_price", "bigint")
    .addColumn("operator", "text")
    .addColumn("amount", "bigint")
    .addColumn("value", "bigint")
    .addColumn("filled_amount", "bigint", (column) => column.notNull())
    .addColumn("filled_value", "bigint", (column) => column.notNull())
    .addColumn("fee", "bigint", (column) => column.notNull())
    .addColumn("fills", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("status", "integer", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("accepted_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("finished_at", "bigint")
    .addUniqueConstraint("spot_order_one_each", ["user_id", "client_order_id"])
    .addCheckConstraint("spot_order_by_one", sql`(amount is null) <> (value is null)`)
    .execute();
  await db.schema
    .createIndex("spot_order_by_user")
    .on("spot_order")
    .columns(["user_id", "status", "id"])
    .execute();
  // What waits for a snapshot is found without looking at what rests or is over.
  await sql`create index spot_order_due on spot_order (symbol, id) where state = 'submitted' and type = 'market'`.execute(
    db,
  );
}

async function createFills(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("spot_fill")
    .addColumn("order_id", "bigint", (column) => column.notNull().references("spot_order.id"))
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("user_id", "bigint", (column) => column.notNull())
    .addColumn("symbol", "text", (column) => column.notNull())
    .addColumn("side", "text", (column) => column.notNull())
    .addColumn("price", "bigint", (column) => column.notNull())
    .addColumn("lots", "bigint", (column) => column.notNull())
    .addColumn("amount", "bigint", (column) => column.notNull())
    .addColumn("value", "bigint", (column) => column.notNull())
    .addColumn("fee", "bigint", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("source_version", "bigint", (column) => column.notNull())
    .addColumn("snapshot_at", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("spot_fill_pk", ["order_id", "seq"])
    .execute();
  await db.schema
    .createIndex("spot_fill_by_user")
    .on("spot_fill")
    .columns(["user_id", "created_at", "order_id", "seq"])
    .execute();
  // Holds all that the overlay of a book reads.
  await db.schema
    .createIndex("spot_fill_by_snapshot")
    .on("spot_fill")
    .columns(["symbol", "side", "snapshot_at", "price", "lots"])
    .execute();
}

async function widenOrders(db: MigrationDb): Promise<void> {
  for (const name of ["trigger_at", "review_ends_at", "replaces_id", "seen_at"]) {
    await db.schema.alterTable("spot_order").addColumn(name, "bigint").execute();
  }
  await db.schema.dropIndex("spot_order_due").execute();
  // What is to meet a book, what rests and what waits for its stop price are each found without the others,
  // and the last two by price, so that those which a tick does not reach are not read.
  await sql`create index spot_order_due on spot_order (symbol, id) where state = 'submitted' and seen_at is null`.execute(
    db,
  );
  await sql`create index spot_order_resting on spot_order (symbol, side, ${sql.raw(restingRank)}, id) where seen_at is not null and finished_at is null`.execute(
    db,
  );
  await sql`create index spot_order_stops on spot_order (symbol, operator, stop_price, id) where state = 'created'`.execute(
    db,
  );
  await sql`create index spot_order_reviews on spot_order (review_ends_at, id) where state = 'reviewing'`.execute(
    db,
  );
}

async function widenFills(db: MigrationDb): Promise<void> {
  for (const name of ["level_price", "best_bid", "best_ask", "shown"]) {
    await db.schema.alterTable("spot_fill").addColumn(name, "bigint").execute();
  }
  await db.schema.alterTable("spot_fill").addColumn("market_trade", "text").execute();
  await sql`update spot_fill set level_price = price`.execute(db);
  await db.schema.dropIndex("spot_fill_by_snapshot").execute();
  // Holds all that is asked of what was taken recent.
  await db.schema
    .createIndex("spot_fill_by_snapshot")
    .on("spot_fill")
    .columns(["symbol", "side", "snapshot_at", "level_price", "market_trade", "lots"])
    .execute();
}
