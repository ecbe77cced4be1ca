import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { noHash } from "#protocol/api/receipt.ts";
import { makeAppendOnly, type MigrationDb } from "../../store/migrate.ts";

export const receiptMigrations: Record<string, Migration> = {
  "0091-receipts": {
    async up(db) {
      await createReceipts(db);
      await createTickLog(db);
      // Which contracts go by a minute.
      for (const moment of ["t0_at", "t1_at"])
        await db.schema
          .createIndex(`second_order_by_${moment}`)
          .on("second_order")
          .columns([moment, "symbol"])
          .execute();
      await createHeads(db);
      for (const table of ["second_receipt", "second_tick_root", "second_tick_line"])
        await makeAppendOnly(db, table);
    },
  },
  "0200-epochs": {
    async up(db) {
      let table = db.schema.createTable("second_epoch");
      table = table.addColumn("seq", "integer", (column) => column.primaryKey());
      table = table.addColumn("tick_seq", "integer", (column) => column.notNull().unique());
      table = table.addColumn("hash", "text", (column) => column.notNull().unique());
      for (const name of ["prev_hash", "signature", "body"])
        table = table.addColumn(name, "text", (column) => column.notNull());
      await table.addColumn("opened_at", "bigint", (column) => column.notNull()).execute();
      await makeAppendOnly(db, "second_epoch");
    },
  },
  "0201-quote-log": { up: createQuoteLog },
};

async function createQuoteLog(db: MigrationDb): Promise<void> {
  let table = db.schema
    .createTable("second_quote_line")
    .addColumn("minute", "bigint", (column) =>
      column.notNull().references("second_tick_root.minute"),
    )
    .addColumn("symbol", "text", (column) => column.notNull())
    .addColumn("leaf", "integer", (column) => column.notNull())
    .addColumn("since_at", "bigint", (column) => column.notNull());
  for (const name of ["quotes", "path"])
    table = table.addColumn(name, "text", (column) => column.notNull());
  await table.addPrimaryKeyConstraint("second_quote_line_pk", ["minute", "symbol"]).execute();
  await makeAppendOnly(db, "second_quote_line");
}

async function createReceipts(db: MigrationDb): Promise<void> {
  let table = db.schema
    .createTable("second_receipt")
    .addColumn("seq", "integer", (column) => column.primaryKey())
    .addColumn("order_id", "bigint", (column) => column.notNull().unique())
    .addColumn("settled_at", "bigint", (column) => column.notNull());
  for (const name of ["hash", "prev_hash"])
    table = table.addColumn(name, "text", (column) => column.notNull().unique());
  for (const name of ["signature", "body"])
    table = table.addColumn(name, "text", (column) => column.notNull());
  await table.execute();
}

async function createTickLog(db: MigrationDb): Promise<void> {
  let roots = db.schema
    .createTable("second_tick_root")
    .addColumn("seq", "integer", (column) => column.primaryKey())
    .addColumn("minute", "bigint", (column) => column.notNull().unique())
    .addColumn("lines", "integer", (column) => column.notNull())
    .addColumn("published_at", "bigint", (column) => column.notNull());
  for (const name of ["hash", "prev_hash"])
    roots = roots.addColumn(name, "text", (column) => column.notNull().unique());
  for (const name of ["source", "root", "signature"])
    roots = roots.addColumn(name, "text", (column) => column.notNull());
  await roots.execute();
  await db.schema
    .createTable("second_tick_line")
    .addColumn("minute", "bigint", (column) =>
      column.notNull().references("second_tick_root.minute"),
    )
    .addColumn("symbol", "text", (column) => column.notNull())
    .addColumn("leaf", "integer", (column) => column.notNull())
    .addColumn("samples", "text", (column) => column.notNull())
    .addColumn("path", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("second_tick_line_pk", ["minute", "symbol"])
    .execute();
}

/** The last entry of each chain; an addition locks its row until the commit. */
async function createHeads(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("second_chain")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .execute();
  for (const name of ["receipt", "tick"]) {
    await sql`insert into second_chain (name, seq, hash) values (${sql.lit(name)}, 0, ${sql.lit(noHash)})`.execute(
      db,
    );
  }
}
