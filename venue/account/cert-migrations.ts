import type { Migration } from "kysely/migration";
import { numberedId } from "../store/migrate.ts";
import { indexPending, withLifeColumns } from "../review/request-rows.ts";

export const certMigrations: Record<string, Migration> = {
  "0102-certification": {
    async up(db) {
      await withLifeColumns(
        db.schema
          .createTable("certification")
          .addColumn("id", numberedId(db))
          .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
          .addColumn("name", "text", (c) => c.notNull())
          .addColumn("id_number_hash", "text", (c) => c.notNull())
          .addColumn("id_number_masked", "text", (c) => c.notNull())
          .addColumn("front_picture", "text")
          .addColumn("back_picture", "text")
          .addColumn("reasons", "text", (c) => c.notNull())
          .addColumn("created_at", "bigint", (c) => c.notNull()),
      ).execute();
      await indexPending(db, "certification");
      await db.schema
        .createIndex("certification_by_number")
        .on("certification")
        .column("id_number_hash")
        .execute();
    },
  },
};
