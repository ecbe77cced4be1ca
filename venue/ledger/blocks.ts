import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../store/schema.ts";
import type { Store } from "../store/store.ts";

/** Hash before the first block. */
const genesis = "0".repeat(64);

/** Most journals in a block, so that sealing never holds up the loop for long. */
const blockSize = 1000;

/** PostgreSQL: wait this long for the commands in flight, else seal in the next turn. */
const lockTimeoutMs = 100;

/**
 * Seals the journals written since the last block, chained by SHA-256, so that a change made behind the
 * venue's back shows. A job for once a second; two processes may run it at once.
 * @returns how many blocks were sealed
 */
export async function sealBlocks(store: Store, now: number): Promise<number> {
  const lastComplete = await lastCompleteJournal(store);
  for (let sealed = 0; ; sealed += 1) {
    const next = await store.read((db) => nextBlock(db, lastComplete));
    if (next === undefined) return sealed;
    const isOurs = await store.command(async ({ db }) => {
      const row = await db
        .insertInto("block")
        .values({ ...next, sealed_at: now })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    });
    if (!isOurs) return sealed;
  }
}

/** The newest block; 0 and the hash before the first where there is none. */
export async function readBlockHead(db: Db): Promise<{ seq: number; hash: string }> {
  const row = await db
    .selectFrom("block")
    .select(["id", "hash"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { seq: row.id, hash: row.hash } : { seq: 0, hash: genesis };
}

export async function blockHashAt(db: Db, id: number): Promise<string | undefined> {
  return (await db.selectFrom("block").select("hash").where("id", "=", id).executeTakeFirst())
    ?.hash;
}

/** When the newest block was sealed, Unix ms; undefined before the first. */
export async function lastSealedAt(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom("block")
    .select("sealed_at")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.sealed_at;
}

/** What is wrong with the chain; empty when every block still has its hash. */
export async function verifyChain(db: Db): Promise<string[]> {
  const violations: string[] = [];
  let prevHash = genesis;
  let lastJournal = 0;
  for (let id = 1; ; id += 1) {
    const block = await db.selectFrom("block").selectAll().where("id", "=", id).executeTakeFirst();
    if (block === undefined) break;
    const { first_journal_id: first, last_journal_id: last } = block;
    const hash = await hashOf(db, block.prev_hash, lastJournal + 1, last);
    if (block.prev_hash !== prevHash || first <= lastJournal || hash !== block.hash) {
      violations.push(`block ${id} (journals ${first} to ${last}) does not have its hash`);
    }
    prevHash = block.hash;
    lastJournal = last;
  }
  return violations;
}

/**
 * The journal up to which no number is still in the hands of a running command. SQLite has one writer.
 * On PostgreSQL numbers are drawn before the commit, so we lock out writers for a moment: with the lock
 * in hand every number drawn is committed or lost.
 */
async function lastCompleteJournal(store: Store): Promise<number> {
  const read = async (db: Db) => {
    const row = await db
      .selectFrom("journal")
      .select("id")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? 0;
  };
  if (store.engine === "sqlite") return store.read(read);
  try {
    return await store.command(async ({ db }) => {
      await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(db);
      await sql`lock table journal in share mode`.execute(db);
      return read(db);
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "55P03") return 0;
    throw error;
  }
}

async function nextBlock(db: Db, lastComplete: number) {
  const previous = await db
    .selectFrom("block")
    .select(["id", "last_journal_id", "hash"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const sealedUpTo = previous?.last_journal_id ?? 0;
  const journals = await db
    .selectFrom("journal")
    .select("id")
    .where("id", ">", sealedUpTo)
    .where("id", "<=", lastComplete)
    .orderBy("id")
    .limit(blockSize)
    .execute();
  const first = journals[0]?.id;
  const last = journals.at(-1)?.id;
  if (first === undefined || last === undefined) return undefined;
  const prev_hash = previous?.hash ?? genesis;
  return {
    id: (previous?.id ?? 0) + 1,
    first_journal_id: first,
    last_journal_id: last,
    prev_hash,
    hash: await hashOf(db, prev_hash, sealedUpTo + 1, last),
  };
}

/** SHA-256 over the previous hash and one line of JSON per journal and per entry, in order. */
async function hashOf(db: Db, prevHash: string, from: number, to: number): Promise<string> {
  const journals = await db
    .selectFrom("journal")
    .select(["id", "idem_key", "type", "sub_type", "ref_type", "ref_id"])
    .select(["reverses_id", "created_at"])
    .where("id", ">=", from)
    .where("id", "<=", to)
    .orderBy("id")
    .execute();
  const entries = await db
    .selectFrom("entry")
    .select(["journal_id", "seq", "account_id", "currency"])
    .select(["amount", "balance_after"])
    .where("journal_id", ">=", from)
    .where("journal_id", "<=", to)
    .orderBy("journal_id")
    .orderBy("seq")
    .execute();
  const lines = [prevHash];
  for (const j of journals) {
    const { id, idem_key, type, sub_type, ref_type, ref_id, reverses_id, created_at } = j;
    const fields = ["J", id, idem_key, type, sub_type, ref_type, ref_id, reverses_id, created_at];
    lines.push(JSON.stringify(fields));
  }
  for (const { journal_id, seq, account_id, currency, amount, balance_after } of entries) {
    const fields = ["E", journal_id, seq, account_id, currency, `${amount}`, `${balance_after}`];
    lines.push(JSON.stringify(fields));
  }
  return createHash("sha256")
    .update(`${lines.join("\n")}\n`)
    .digest("hex");
}
