import type { Selectable } from "kysely";
import type { Db } from "../../store/schema.ts";

export interface ThrottleTable {
  /** What is counted, e.g. `login account a@b.example`. */
  subject: string;
  count: number;
  /** Start of the count, Unix ms. */
  since_at: number;
  /** Nothing before this, Unix ms. */
  until_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    throttle: ThrottleTable;
  }
}

export type ThrottleRow = Selectable<ThrottleTable>;

/**
 * The subject's row, made if missing and locked until the command ends: in one statement, since another
 * login may forgive the count between two.
 */
export async function lockThrottle(db: Db, subject: string, now: number): Promise<ThrottleRow> {
  return db
    .insertInto("throttle")
    .values({ subject, count: 0, since_at: now, until_at: 0 })
    .onConflict((conflict) => conflict.column("subject").doUpdateSet({ subject }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function saveThrottle(db: Db, row: ThrottleRow): Promise<void> {
  const { subject, ...facts } = row;
  await db.updateTable("throttle").set(facts).where("subject", "=", subject).execute();
}

export async function deleteThrottle(db: Db, subject: string): Promise<void> {
  await db.deleteFrom("throttle").where("subject", "=", subject).execute();
}

export async function deleteThrottlesBefore(db: Db, since: number, now: number): Promise<void> {
  await db
    .deleteFrom("throttle")
    .where("since_at", "<", since)
    .where("until_at", "<", now)
    .execute();
}
