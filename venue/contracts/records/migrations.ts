import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { type MigrationDb, numberedId } from "../../store/migrate.ts";

/** Sorts the resting orders of a side best first: the highest buy, the lowest sell. Indexed as it stands. */
export const restingRank = "(case direction when 'buy' then -price else price end)";

export const perpetualMigrations: Record<string, Migration> = {
  "0080-perpetual": {
    async up(db) {
      await createPositions(db);
      await createOrders(db);
      await createFills(db);
      await createSettings(db);
      await createFunding(db);
    },
  },
  "0151-contract-standstill": {
    async up(db) {
      for (const name of ["reopened_at", "uncounted"])
        await db.schema
          .alterTable("contract_position")
          .addColumn(name, "bigint", (column) => column.notNull().defaultTo(0))
          .execute();
    },
  },
  "0155-contract-figures": {
    async up(db) {
      // What was held open at a moment is counted from fills, without a look at their rows.
      await db.schema
        .createIndex("contract_fill_by_contract")
        .on("contract_fill")
        .columns(["contract_code", "created_at", "purpose", "volume"])
        .execute();
      await sql`create index contract_order_liquidations on contract_order (contract_code, finished_at) where source = 'liquidation'`.execute(
        db,
      );
    },
  },
  "0160-contract-replaces": {
    async up(db) {
      await db.schema.alterTable("contract_order").addColumn("replaces_id", "bigint").execute();
    },
  },
  "0170-contract-warnings": {
    async up(db) {
      await db.schema
        .alterTable("contract_position")
        .addColumn("warned", "integer", (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema.alterTable("contract_position").addColumn("warn_price", "bigint").execute();
      await sql`create index contract_position_warnings on contract_position (contract_code, direction, warn_price, id) where closed_at is null and warn_price is not null`.execute(
        db,
      );
    },
  },
};

interface Columns {
  texts: readonly string[];
  integers: readonly string[];
  bigints: readonly string[];
  nullable: readonly (readonly [name: string, type: "text" | "bigint"])[];
}

/** A table of things of one user in one contract, with what it takes to read them whatever the market lists today. */
function createOwned(
  db: MigrationDb,
  table: string,
  { texts, integers, bigints, nullable }: Columns,
) {
  const required = [
    ...["contract_code", "symbol", "currency", "direction", ...texts].map(
      (name) => [name, "text"] as const,
    ),
    ...["price_precision", "amount_precision", "size_scale", "lever_rate", ...integers].map(
      (name) => [name, "integer"] as const,
    ),
    ...["user_id", "size_value", ...bigints].map((name) => [name, "bigint"] as const),
  ];
  let building = db.schema.createTable(table).addColumn("id", numberedId(db));
  for (const [name, type] of required)
    building = building.addColumn(name, type, (column) => column.notNull());
  for (const [name, type] of nullable) building = building.addColumn(name, type);
  return building;
}

async function createPositions(db: MigrationDb): Promise<void> {
  const sums = [
    "opened_volume",
    "opened_cost",
    "closed_volume",
    "closed_cost",
    "fee",
    "funding",
    "realised",
    "margin_lost",
    "insurance",
  ];
  await createOwned(db, "contract_position", {
    texts: ["trigger_by"],
    integers: ["moves"],
    bigints: [
      "volume",
      "frozen_volume",
      "cost",
      "margin",
      ...sums,
      "funded_at",
      "opened_at",
      "updated_at",
    ],
    nullable: [
      ["liq_price", "bigint"],
      ["tp_price", "bigint"],
      ["sl_price", "bigint"],
      ["lock_reason", "text"],
      ["close_kind", "text"],
      ["close_mark", "bigint"],
      ["closed_at", "bigint"],
    ],
  })
    .addCheckConstraint(
      "contract_position_sound",
      sql`frozen_volume >= 0 and frozen_volume <= volume and margin >= 0 and cost >= 0`,
    )
    .addCheckConstraint(
      "contract_position_closed_is_empty",
      sql`(closed_at is null) = (volume > 0) and (volume > 0 or margin = 0)`,
    )
    .execute();
  await sql`create unique index contract_position_one_each on contract_position (user_id, contract_code, direction) where closed_at is null`.execute(
    db,
  );
  await db.schema
    .createIndex("contract_position_by_user")
    .on("contract_position")
    .columns(["user_id", "closed_at", "id"])
    .execute();
  // A tick reads only those that its price has reached.
  await sql`create index contract_position_liquidations on contract_position (contract_code, direction, liq_price, id) where closed_at is null and liq_price is not null`.execute(
    db,
  );
  await sql`create index contract_position_tps on contract_position (contract_code, direction, trigger_by, tp_price, id) where closed_at is null and tp_price is not null`.execute(
    db,
  );
  await sql`create index contract_position_sls on contract_position (contract_code, direction, trigger_by, sl_price, id) where closed_at is null and sl_price is not null`.execute(
    db,
  );
  await sql`create index contract_position_fundings on contract_position (contract_code, funded_at, id) where closed_at is null`.execute(
    db,
  );
}

async function createOrders(db: MigrationDb): Promise<void> {
  await createOwned(db, "contract_order", {
    texts: ["client_order_id", "purpose", "order_type", "trigger_by", "source"],
    integers: ["fills", "status"],
    bigints: [
      "volume",
      "filled_volume",
      "filled_cost",
      "fee",
      "realised",
      "accepted_at",
      "updated_at",
    ],
    nullable: [
      ["price", "bigint"],
      ["tp_price", "bigint"],
      ["sl_price", "bigint"],
      ["reason", "text"],
      ["finished_at", "bigint"],
      ["seen_at", "bigint"],
    ],
  })
    .addColumn("position_id", "bigint", (column) => column.references("contract_position.id"))
    .addCheckConstraint(
      "contract_order_within_volume",
      sql`volume > 0 and filled_volume >= 0 and filled_volume <= volume`,
    )
    .addCheckConstraint(
      "contract_order_closes_something",
      sql`purpose = 'open' or position_id is not null`,
    )
    .execute();
  await sql`create unique index contract_order_one_each on contract_order (user_id, client_order_id)`.execute(
    db,
  );
  await db.schema
    .createIndex("contract_order_by_user")
    .on("contract_order")
    .columns(["user_id", "finished_at", "id"])
    .execute();
  // What has yet to meet a book and what rests are each found without the others, and the last by price.
  await sql`create index contract_order_due on contract_order (contract_code, id) where seen_at is null and finished_at is null`.execute(
    db,
  );
  await sql`create index contract_order_resting on contract_order (contract_code, direction, ${sql.raw(restingRank)}, id) where seen_at is not null and finished_at is null`.execute(
    db,
  );
  await sql`create index contract_order_of_position on contract_order (position_id, id) where finished_at is null`.execute(
    db,
  );
}

async function createFills(db: MigrationDb): Promise<void> {
  let table = db.schema
    .createTable("contract_fill")
    .addColumn("order_id", "bigint", (column) => column.notNull().references("contract_order.id"))
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("user_id", "bigint", (column) => column.notNull())
    .addColumn("contract_code", "text", (column) => column.notNull())
    .addColumn("symbol", "text", (column) => column.notNull())
    .addColumn("direction", "text", (column) => column.notNull())
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("position_id", "bigint", (column) =>
      column.notNull().references("contract_position.id"),
    )
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull());
  for (const name of [
    "price",
    "volume",
    "lots",
    "cost",
    "margin",
    "realised",
    "fee",
    "source_version",
    "snapshot_at",
    "created_at",
    "level_price",
  ]) {
    table = table.addColumn(name, "bigint", (column) => column.notNull());
  }
  for (const name of ["best_bid", "best_ask", "shown", "mark"])
    table = table.addColumn(name, "bigint");
  await table
    .addColumn("market_trade", "text")
    .addPrimaryKeyConstraint("contract_fill_pk", ["order_id", "seq"])
    .execute();
  // Holds all that is asked of what was taken recent.
  await db.schema
    .createIndex("contract_fill_by_snapshot")
    .on("contract_fill")
    .columns(["symbol", "direction", "snapshot_at", "level_price", "market_trade", "lots"])
    .execute();
}

async function createSettings(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("contract_setting")
    .addColumn("user_id", "bigint", (column) => column.notNull())
    .addColumn("contract_code", "text", (column) => column.notNull())
    .addColumn("lever_rate", "integer", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("contract_setting_pk", ["user_id", "contract_code"])
    .execute();
  await db.schema
    .createTable("contract_risk_ack")
    .addColumn("user_id", "bigint", (column) => column.primaryKey())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("acked_at", "bigint", (column) => column.notNull())
    .execute();
}

async function createFunding(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("contract_turn")
    .addColumn("contract_code", "text", (column) => column.primaryKey())
    .execute();
  await db.schema
    .createTable("contract_funding")
    .addColumn("contract_code", "text", (column) => column.notNull())
    .addColumn("funding_at", "bigint", (column) => column.notNull())
    .addColumn("rate", "text")
    .addColumn("index_price", "bigint")
    .addColumn("positions", "integer", (column) => column.notNull())
    .addColumn("paid", "bigint", (column) => column.notNull())
    .addColumn("skipped", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("finished_at", "bigint")
    .addPrimaryKeyConstraint("contract_funding_pk", ["contract_code", "funding_at"])
    .execute();
}
