/** SQL of the outbox: messages to users. */
import { type Generated, type Selectable, sql } from "kysely";
import { isPostgres } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";

/** Without a mail or SMS service the operator reads the messages here and delivers them by hand. */
export interface OutboxTable {
  id: Generated<number>;
  channel: string;
  recipient: string;
  scene: string;
  /** The code in clear, until it is sent. */
  content: string;
  /** Language tag of the reader; empty where it is not known. */
  lang: string;
  /** `manual`: the operator delivers it; the others are states of a mail. */
  state: "manual" | "queued" | "sent" | "failed";
  tries: number;
  /** Not tried before this, Unix ms. */
  due_at: number;
  created_at: number;
  expires_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    outbox: OutboxTable;
  }
}

export type OutboxRow = Selectable<OutboxTable>;

export async function insertOutbox(
  db: Db,
  message: Omit<OutboxRow, "id" | "tries" | "due_at">,
): Promise<void> {
  await db
    .insertInto("outbox")
    .values({ ...message, tries: 0, due_at: message.created_at })
    .execute();
}

/**
 * Leases queued messages that are due and still valid, oldest first. No other process gets them before `until`
 * (Unix ms); then they are due again unless they were sent or failed.
 */
export async function leaseQueued(
  db: Db,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<OutboxRow[]> {
  const due = db
    .selectFrom("outbox")
    .select("id")
    .where("state", "=", "queued")
    .where("due_at", "<=", now)
    .where("expires_at", ">", now)
    .orderBy("id")
    .limit(limit);
  const ids = (await (isPostgres(db) ? due.forUpdate().skipLocked() : due).execute()).map(
    ({ id }) => id,
  );
  if (ids.length === 0) return [];
  return db
    .updateTable("outbox")
    .set({ due_at: until, tries: sql<number>`tries + 1` })
    .where("id", "in", ids)
    .returningAll()
    .execute();
}

/** Marks a message as sent and deletes its code, which is no longer needed. */
export async function markSent(db: Db, id: number): Promise<void> {
  await db.updateTable("outbox").set({ state: "sent", content: "" }).where("id", "=", id).execute();
}

/** Marks a message as failed; its code stays, so that an operator can help. */
export async function markFailed(db: Db, id: number): Promise<void> {
  await db.updateTable("outbox").set({ state: "failed" }).where("id", "=", id).execute();
}

export async function postpone(db: Db, id: number, dueAt: number): Promise<void> {
  await db.updateTable("outbox").set({ due_at: dueAt }).where("id", "=", id).execute();
}

export async function deleteExpiredOutbox(db: Db, now: number): Promise<void> {
  await db.deleteFrom("outbox").where("expires_at", "<", now).execute();
}
