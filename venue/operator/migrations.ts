import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { makeAppendOnly, type MigrationDb, numberedId } from "../store/migrate.ts";
import { beforeFirst } from "./acts/operator-log-rows.ts";

export const operatorMigrations: Record<string, Migration> = {
  "0110-operators": {
    async up(db) {
      await createOperators(db);
      await createLog(db);
      await createDecisions(db);
    },
  },
  "0260-operator-log-by-time": {
    async up(db) {
      await db.schema
        .createIndex("operator_log_by_time")
        .on("operator_log")
        .column("at_ms")
        .execute();
    },
  },
};

async function createOperators(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("operator")
    .addColumn("id", numberedId(db))
    .addColumn("name", "text", (c) => c.notNull().unique())
    .addColumn("password_hash", "text", (c) => c.notNull())
    .addColumn("must_change", "integer", (c) => c.notNull().check(sql`must_change between 0 and 1`))
    .addColumn("totp_sealed", "text", (c) => c.notNull())
    .addColumn("totp_step", "integer", (c) => c.notNull())
    .addColumn("user_id", "bigint", (c) => c.references("user.id"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_at", "bigint")
    .addColumn("removed_at", "bigint")
    .execute();
  await db.schema
    .createTable("operator_session")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("operator_id", "bigint", (c) => c.notNull().references("operator.id"))
    .addColumn("ip", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("seen_at", "bigint", (c) => c.notNull())
    .addColumn("ended_at", "bigint")
    .execute();
  await db.schema
    .createIndex("operator_session_by_operator")
    .on("operator_session")
    .columns(["operator_id", "created_at"])
    .execute();
}

/** What operators did, chained; the head is a row of its own, since the lines themselves can never be locked for a change. */
async function createLog(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("operator_log")
    .addColumn("id", "bigint", (c) => c.primaryKey())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .addColumn("event", "text", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    .addColumn("user_id", "bigint")
    .addColumn("ip", "text", (c) => c.notNull())
    .addColumn("facts", "text", (c) => c.notNull())
    .addColumn("prev_hash", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .execute();
  await makeAppendOnly(db, "operator_log");
  await db.schema
    .createTable("operator_log_head")
    .addColumn("id", "bigint", (c) => c.primaryKey())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("one", "integer", (c) =>
      c
        .notNull()
        .unique()
        .check(sql`one = 1`),
    )
    .execute();
  await sql`insert into operator_log_head (id, hash, one) values (0, ${sql.lit(beforeFirst)}, 1)`.execute(
    db,
  );
}

async function createDecisions(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("operator_approval")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("ref_id", "bigint", (c) => c.notNull())
    .addColumn("by_name", "text", (c) => c.notNull())
    .addColumn("terms", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("operator_approval_pkey", ["kind", "ref_id"])
    .execute();
  await db.schema
    .createTable("conf")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("by_name", "text", (c) => c.notNull())
    .addColumn("changed_at", "bigint", (c) => c.notNull())
    .execute();
}
