import type { Migration } from "kysely/migration";
import { numberedId } from "../../store/migrate.ts";

export const alertMigrations: Record<string, Migration> = {
  "0220-price-alerts": {
    async up(db) {
      await db.schema
        .createTable("price_alert")
        .addColumn("id", numberedId(db))
        .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
        .addColumn("market", "text", (c) => c.notNull())
        .addColumn("symbol", "text", (c) => c.notNull())
        .addColumn("kind", "text", (c) => c.notNull())
        .addColumn("price", "text", (c) => c.notNull())
        .addColumn("level", "bigint", (c) => c.notNull())
        .addColumn("way", "text", (c) => c.notNull())
        .addColumn("window_minutes", "integer", (c) => c.notNull())
        .addColumn("again", "integer", (c) => c.notNull())
        .addColumn("state", "text", (c) => c.notNull())
        .addColumn("count", "integer", (c) => c.notNull())
        .addColumn("rests_at", "bigint", (c) => c.notNull())
        .addColumn("reached_at", "bigint", (c) => c.notNull())
        .addColumn("reached_price", "text", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .addColumn("changed_at", "bigint", (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex("price_alert_by_user")
        .on("price_alert")
        .column("user_id")
        .execute();
      await db.schema
        .createIndex("price_alert_by_level")
        .on("price_alert")
        .columns(["state", "market", "symbol", "window_minutes", "way", "level"])
        .execute();
      for (const column of ["changed_at", "rests_at"] as const)
        await db.schema
          .createIndex(`price_alert_by_${column}`)
          .on("price_alert")
          .column(column)
          .execute();
    },
  },
};
