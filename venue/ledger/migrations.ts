import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres, makeAppendOnly, type MigrationDb, numberedId } from "../store/migrate.ts";

export const ledgerMigrations: Record<string, Migration> = {
  "0001-ledger": {
    async up(db) {
      await createAccounts(db);
      await createJournals(db);
      await createHolds(db);
      await createIdempotency(db);
      await createBlocks(db);
      if (isPostgres(db)) await checkBalanceAtCommit(db);
      for (const table of ["journal", "entry", "block"]) await makeAppendOnly(db, table);
    },
  },
};

async function createAccounts(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("account")
    .addColumn("id", numberedId(db))
    .addColumn("owner", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("allow_negative", "integer", (c) => c.notNull())
    .addColumn("balance", "bigint", (c) => c.notNull())
    .addColumn("version", "bigint", (c) => c.notNull())
    .addUniqueConstraint("account_one_each", ["owner", "kind", "currency"])
    .addCheckConstraint("account_not_overdrawn", sql`allow_negative = 1 or balance >= 0`)
    .addCheckConstraint("account_user_never_owes", sql`owner = 'venue' or allow_negative = 0`)
    .execute();
}

async function createJournals(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("journal")
    .addColumn("id", numberedId(db))
    .addColumn("idem_key", "text", (c) => c.notNull().unique())
    .addColumn("type", "integer", (c) => c.notNull())
    .addColumn("sub_type", "text", (c) => c.notNull())
    .addColumn("ref_type", "text", (c) => c.notNull())
    .addColumn("ref_id", "text", (c) => c.notNull())
    .addColumn("reverses_id", "bigint", (c) => c.unique().references("journal.id"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("journal_by_ref")
    .on("journal")
    .columns(["ref_type", "ref_id"])
    .execute();
  await db.schema
    .createTable("entry")
    .addColumn("journal_id", "bigint", (c) => c.notNull().references("journal.id"))
    .addColumn("seq", "integer", (c) => c.notNull())
    .addColumn("account_id", "bigint", (c) => c.notNull().references("account.id"))
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("amount", "bigint", (c) => c.notNull().check(sql`amount <> 0`))
    .addColumn("balance_after", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("entry_pkey", ["journal_id", "seq"])
    .execute();
  await db.schema
    .createIndex("entry_by_account")
    .on("entry")
    .columns(["account_id", "journal_id", "seq"])
    .execute();
}

async function createHolds(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("hold")
    .addColumn("id", numberedId(db))
    .addColumn("account_id", "bigint", (c) => c.notNull().references("account.id"))
    .addColumn("ref_type", "text", (c) => c.notNull())
    .addColumn("ref_id", "text", (c) => c.notNull())
    .addColumn("amount", "bigint", (c) => c.notNull().check(sql`amount > 0`))
    .addColumn("remaining", "bigint", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addUniqueConstraint("hold_one_each", ["ref_type", "ref_id"])
    .addCheckConstraint("hold_within_amount", sql`remaining >= 0 and remaining <= amount`)
    .addCheckConstraint(
      "hold_open_while_it_holds",
      sql`(state = 'open' and remaining > 0) or (state = 'closed' and remaining = 0)`,
    )
    .execute();
  await db.schema
    .createIndex("hold_by_account")
    .on("hold")
    .columns(["account_id", "state"])
    .execute();
}

async function createIdempotency(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("idempotency")
    .addColumn("idem_key", "text", (c) => c.primaryKey())
    .addColumn("request_hash", "text", (c) => c.notNull())
    .addColumn("answer", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
}

async function createBlocks(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable("block")
    .addColumn("id", "bigint", (c) => c.primaryKey())
    .addColumn("first_journal_id", "bigint", (c) => c.notNull().references("journal.id"))
    .addColumn("last_journal_id", "bigint", (c) => c.notNull().references("journal.id"))
    .addColumn("prev_hash", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("sealed_at", "bigint", (c) => c.notNull())
    .execute();
}

/** PostgreSQL checks again at COMMIT, whichever code wrote the journal. SQLite has no deferred triggers. */
async function checkBalanceAtCommit(db: MigrationDb): Promise<void> {
  await sql`create function journal_balances() returns trigger language plpgsql as $$
    begin
      if not exists (select from entry where journal_id = new.id) or exists (
        select from entry where journal_id = new.id group by currency having sum(amount) <> 0
      ) then
        raise exception 'journal % does not balance', new.id;
      end if;
      return null;
    end $$`.execute(db);
  await sql`create constraint trigger journal_balances after insert on journal
    deferrable initially deferred for each row execute function journal_balances()`.execute(db);
}
