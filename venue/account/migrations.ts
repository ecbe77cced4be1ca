import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { numberedId } from "../store/migrate.ts";

export const accountMigrations: Record<string, Migration> = {
  "0055-notices": {
    async up(db) {
      await db.schema.createTable("notice")
        .addColumn("id", numberedId(db))
        .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
        .addColumn("kind", "text", (c) => c.notNull())
        .addColumn("facts", "text", (c) => c.notNull())
        .addColumn("ref_type", "text", (c) => c.notNull())
        .addColumn("ref_id", "text", (c) => c.notNull())
        .addColumn("is_read", "integer", (c) => c.notNull().check(sql`is_read between 0 and 1`))
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .execute();
      await db.schema.createIndex("notice_by_user").on("notice").columns(["user_id", "id"]).execute();
      await db.schema.alterTable("user").addColumn("memo", "text", (c) => c.notNull().defaultTo("")).execute();
    },
  },
};
