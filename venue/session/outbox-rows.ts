/** SQL of what is to be brought to users. */
import { type Generated, type Selectable, sql } from "kysely";
import { isPostgres } from "../store/migrate.ts";
import type { Db } from "../store/schema.ts";

/** An operator without a mail or SMS service reads here what is to be brought by hand. */
export interface OutboxTable {
  id: Generated<number>;
  channel: string;
  recipient: string;
  scene: string;
  /** The code in clear, until it is sent. */
  content: string;
  /** Language tag of the reader; empty where it is not known. */
  lang: string;
  /** `manual`: for the operator to bring; the others are a mail's way. */
  state: "manual" | "queued" | "sent" | "failed";
  tries: number;
  /** Not tried before this, Unix ms. */
  due_at: number;
  created_at: number;
  expires_at: number;
}

declare module "../store/schema.ts" {
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
 * Queued messages that are due and still good, oldest first. Nobody else gets them before `until` (Unix ms),
 * when they are due again unless they were settled.
 */
export async function claimQueued(
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

/** Sent: the code is no longer needed here, and no longer kept. */
export async function markSent(db: Db, id: number): Promise<void> {
  await db.updateTable("outbox").set({ state: "sent", content: "" }).where("id", "=", id).execute();
}

/** The code stays, for an operator who wants to help. */
export async function markFailed(db: Db, id: number): Promise<void> {
  await db.updateTable("outbox").set({ state: "failed" }).where("id", "=", id).execute();
}

export async function postpone(db: Db, id: number, dueAt: number): Promise<void> {
  await db.updateTable("outbox").set({ due_at: dueAt }).where("id", "=", id).execute();
}

export async function deleteExpiredOutbox(db: Db, now: number): Promise<void> {
  await db.deleteFrom("outbox").where("expires_at", "<", now).execute();
}
