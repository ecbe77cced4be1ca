import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { indexPending, withLifeColumns } from "../review/request-rows.ts";
import { numberedId } from "../store/migrate.ts";

export const rechargeMigrations: Record<string, Migration> = {
  "0101-recharge": {
    async up(db) {
      await withLifeColumns(
        db.schema
          .createTable("recharge")
          .addColumn("id", numberedId(db))
          .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
          .addColumn("client_order_id", "text", (c) => c.notNull())
          .addColumn("currency", "text", (c) => c.notNull())
          .addColumn("scale", "integer", (c) => c.notNull())
          .addColumn("network", "text", (c) => c.notNull())
          .addColumn("channel_id", "bigint", (c) => c.notNull())
          .addColumn("address", "text", (c) => c.notNull())
          .addColumn("amount", "bigint", (c) => c.notNull().check(sql`amount > 0`))
          .addColumn("actual_amount", "bigint")
          .addColumn("voucher", "text", (c) => c.notNull())
          .addColumn("voucher_digest", "text", (c) => c.notNull())
          .addColumn("flags", "text", (c) => c.notNull())
          .addColumn("created_at", "bigint", (c) => c.notNull()),
      ).execute();
      await indexPending(db, "recharge");
      await db.schema
        .createIndex("recharge_by_device_id")
        .on("recharge")
        .columns(["user_id", "client_order_id"])
        .execute();
      await db.schema
        .createIndex("recharge_by_voucher")
        .on("recharge")
        .column("voucher_digest")
        .execute();
    },
  },
};
