import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "../store/migrate.ts";

export const pictureMigrations: Record<string, Migration> = {
  "0100-pictures": {
    async up(db) {
      await db.schema
        .createTable("picture")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
        .addColumn("digest", "text", (c) => c.notNull())
        .addColumn("mime", "text", (c) => c.notNull())
        .addColumn("width", "integer", (c) => c.notNull())
        .addColumn("height", "integer", (c) => c.notNull())
        .addColumn("size", "integer", (c) => c.notNull().check(sql`size > 0`))
        .addColumn("bytes", isPostgres(db) ? "bytea" : "blob", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .addColumn("touched_at", "bigint", (c) => c.notNull())
        .addUniqueConstraint("picture_once_per_user", ["user_id", "digest"])
        .execute();
      await db.schema.createIndex("picture_by_age").on("picture").column("touched_at").execute();
      await db.schema
        .createTable("picture_claim")
        .addColumn("picture_id", "text", (c) => c.notNull().references("picture.id"))
        .addColumn("ref_type", "text", (c) => c.notNull())
        .addColumn("ref_id", "bigint", (c) => c.notNull())
        .addColumn("ended_at", "bigint")
        .addPrimaryKeyConstraint("picture_claim_pkey", ["picture_id", "ref_type", "ref_id"])
        .execute();
      await db.schema
        .createIndex("picture_claim_by_ref")
        .on("picture_claim")
        .columns(["ref_type", "ref_id"])
        .execute();
      await db.schema
        .createIndex("picture_claim_by_end")
        .on("picture_claim")
        .column("ended_at")
        .execute();
    },
  },
};
