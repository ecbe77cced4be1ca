import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { letOldGo, makeAppendOnly, type MigrationDb, numberedId } from "../store/migrate.ts";

export const sessionMigrations: Record<string, Migration> = {
  "0010-session": {
    async up(db) {
      await createUsers(db);
      await createSessions(db);
      await createCodes(db);
      await createThrottles(db);
      await createAudit(db);
    },
  },
  "0060-passwords": {
    async up(db) {
      await db.schema
        .alterTable("user")
        .addColumn("money_out_at", "bigint", (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema
        .alterTable("outbox")
        .addColumn("state", "text", (c) => c.notNull().defaultTo("manual"))
        .execute();
      await db.schema
        .alterTable("outbox")
        .addColumn("lang", "text", (c) => c.notNull().defaultTo(""))
        .execute();
      await db.schema
        .alterTable("outbox")
        .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema
        .alterTable("outbox")
        .addColumn("due_at", "bigint", (c) => c.notNull().defaultTo(0))
        .execute();
    },
  },
  "0260-device-keys": {
    async up(db) {
      await db.schema.alterTable("session").addColumn("device_key", "text").execute();
    },
  },
  "0270-passkeys": {
    async up(db) {
      await db.schema
        .createTable("passkey")
        .addColumn("credential_id", "text", (c) => c.primaryKey())
        .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
        .addColumn("public_key", "text", (c) => c.notNull())
        .addColumn("counter", "bigint", (c) => c.notNull())
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .addColumn("used_at", "bigint")
        .execute();
      await db.schema.createIndex("passkey_by_user").on("passkey").column("user_id").execute();
      await db.schema
        .createTable("passkey_challenge")
        .addColumn("challenge", "text", (c) => c.primaryKey())
        .addColumn("spent_at", "bigint", (c) => c.notNull())
        .execute();
    },
  },
  "0250-audit-ages": {
    async up(db) {
      await letOldGo(db, "audit", { column: "at_ms", afterDays: 30 });
      await db.schema.createIndex("audit_by_age").on("audit").column("at_ms").execute();
    },
  },
};

async function createUsers(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("user")
    .addColumn("id", numberedId(db))
    .addColumn("account", "text", (c) => c.notNull())
    .addColumn("logintype", "text", (c) => c.notNull())
    .addColumn("password_hash", "text", (c) => c.notNull())
    .addColumn("withdraw_hash", "text")
    .addColumn("status", "integer", (c) => c.notNull().check(sql`status between 0 and 3`))
    .addColumn("trade_status", "integer", (c) => c.notNull())
    .addColumn("wstatus", "integer", (c) => c.notNull())
    .addColumn("certstatus", "integer", (c) => c.notNull())
    .addColumn("invite_code", "text", (c) => c.notNull().unique())
    .addColumn("parent_id", "bigint", (c) => c.references("user.id"))
    .addColumn("invite_count", "integer", (c) => c.notNull())
    .addColumn("team_count", "integer", (c) => c.notNull())
    .addColumn("entry_mark", "text", (c) => c.notNull())
    .addColumn("reg_ip", "text", (c) => c.notNull())
    .addColumn("last_ip", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_at", "bigint")
    .addUniqueConstraint("user_one_per_account", ["account"])
    .execute();
}

async function createSessions(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("session")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
    .addColumn("ip", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("seen_at", "bigint", (c) => c.notNull())
    .addColumn("ended_at", "bigint")
    .execute();
  await db.schema
    .createIndex("session_by_user")
    .on("session")
    .columns(["user_id", "created_at"])
    .execute();
  await db.schema
    .createTable("spent_nonce")
    .addColumn("session_id", "text", (c) => c.notNull())
    .addColumn("signed_sec", "bigint", (c) => c.notNull())
    .addColumn("nonce", "text", (c) => c.notNull())
    .addColumn("spent_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("spent_nonce_pkey", ["session_id", "signed_sec", "nonce"])
    .execute();
  await db.schema.createIndex("spent_nonce_by_age").on("spent_nonce").column("spent_at").execute();
}

async function createCodes(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("code")
    .addColumn("id", numberedId(db))
    .addColumn("account", "text", (c) => c.notNull())
    .addColumn("scene", "text", (c) => c.notNull())
    .addColumn("code_hash", "text", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("used_at", "bigint")
    .execute();
  await db.schema
    .createIndex("code_by_account")
    .on("code")
    .columns(["account", "created_at"])
    .execute();
  await db.schema
    .createTable("outbox")
    .addColumn("id", numberedId(db))
    .addColumn("channel", "text", (c) => c.notNull())
    .addColumn("recipient", "text", (c) => c.notNull())
    .addColumn("scene", "text", (c) => c.notNull())
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
}

async function createThrottles(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("throttle")
    .addColumn("subject", "text", (c) => c.primaryKey())
    .addColumn("count", "integer", (c) => c.notNull())
    .addColumn("since_at", "bigint", (c) => c.notNull())
    .addColumn("until_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("throttle_by_age").on("throttle").column("since_at").execute();
}

async function createAudit(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("audit")
    .addColumn("id", numberedId(db))
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .addColumn("event", "text", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    .addColumn("user_id", "bigint")
    .addColumn("session_ref", "text", (c) => c.notNull())
    .addColumn("ip", "text", (c) => c.notNull())
    .addColumn("request_ref", "text", (c) => c.notNull())
    .addColumn("facts", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("audit_by_user").on("audit").columns(["user_id", "id"]).execute();
  await makeAppendOnly(db, "audit");
}
