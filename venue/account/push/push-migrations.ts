import type { Migration } from "kysely/migration";
import { numberedId } from "../../store/migrate.ts";

export const pushMigrations: Record<string, Migration> = {
  "0210-push": {
    async up(db) {
      await db.schema
        .createTable("notice_setting")
        .addColumn("user_id", "bigint", (c) => c.primaryKey().references("user.id"))
        .addColumn("settings", "text", (c) => c.notNull())
        .addColumn("updated_at", "bigint", (c) => c.notNull())
        .execute();
      await db.schema
        .createTable("push_subscription")
        .addColumn("id", numberedId(db))
        .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
        .addColumn("session_id", "text", (c) => c.notNull())
        .addColumn("endpoint", "text", (c) => c.notNull().unique())
        .addColumn("p256dh", "text", (c) => c.notNull())
        .addColumn("auth", "text", (c) => c.notNull())
        .addColumn("lang", "text", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex("push_subscription_by_user")
        .on("push_subscription")
        .column("user_id")
        .execute();
      await db.schema
        .createTable("push_message")
        .addColumn("id", numberedId(db))
        .addColumn("subscription_id", "bigint", (c) => c.notNull())
        .addColumn("notice_id", "bigint")
        .addColumn("tries", "integer", (c) => c.notNull())
        .addColumn("due_at", "bigint", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex("push_message_due")
        .on("push_message")
        .columns(["due_at", "id"])
        .execute();
      await db.schema
        .createIndex("push_message_by_subscription")
        .on("push_message")
        .column("subscription_id")
        .execute();
    },
  },
};
