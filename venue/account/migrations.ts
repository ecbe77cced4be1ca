import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { numberedId } from "../store/migrate.ts";

export const accountMigrations: Record<string, Migration> = {
  "0055-notices": {
    async up(db) {
      await db.schema
        .createTable("notice")
        .addColumn("id", numberedId(db))
        .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
        .addColumn("kind", "text", (c) => c.notNull())
        .addColumn("facts", "text", (c) => c.notNull())
        .addColumn("ref_type", "text", (c) => c.notNull())
        .addColumn("ref_id", "text", (c) => c.notNull())
        .addColumn("is_read", "integer", (c) => c.notNull().check(sql`is_read between 0 and 1`))
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex("notice_by_user")
        .on("notice")
        .columns(["user_id", "id"])
        .execute();
      await db.schema
        .alterTable("user")
        .addColumn("memo", "text", (c) => c.notNull().defaultTo(""))
        .execute();
    },
  },
  "0120-security": {
    async up(db) {
      await db.schema
        .alterTable("session")
        .addColumn("agent", "text", (c) => c.notNull().defaultTo(""))
        .execute();
      await db.schema
        .alterTable("user")
        .addColumn("frozen_by_owner", "integer", (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable("second_factor")
        .addColumn("user_id", "bigint", (c) => c.primaryKey().references("user.id"))
        .addColumn("secret", "text", (c) => c.notNull())
        .addColumn("last_step", "bigint", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .addColumn("enabled_at", "bigint")
        .execute();
      await db.schema
        .createTable("recovery_code")
        .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
        .addColumn("code_hash", "text", (c) => c.notNull())
        .addColumn("used_at", "bigint")
        .addPrimaryKeyConstraint("recovery_code_pkey", ["user_id", "code_hash"])
        .execute();
      await db.schema
        .createIndex("audit_by_user_event")
        .on("audit")
        .columns(["user_id", "event", "id"])
        .execute();
    },
  },
};
