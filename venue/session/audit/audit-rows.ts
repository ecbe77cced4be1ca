import type { Generated } from "kysely";
import type { Db } from "../../store/schema.ts";

export interface AuditTable {
  id: Generated<number>;
  at_ms: number | bigint;
  event: string;
  /** `ok`, or the code of the refusal. */
  outcome: string;
  user_id: number | null;
  /** First characters of the session id's hash: tells sessions apart, opens none. */
  session_ref: string;
  ip: string;
  request_ref: string;
  /** JSON; no secrets. */
  facts: string;
}

declare module "../../store/schema.ts" {
  interface Tables {
    audit: AuditTable;
  }
}

export type AuditRow = Omit<AuditTable, "id">;

export async function insertAudit(db: Db, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto("audit")
      .values([...rows])
      .execute();
}

/**
 * Removes rows from before `refusedBefore` that were refused, and all from before `before`, at most so many at once;
 * never those of operators' acts.
 */
export async function deleteOldAudit(
  db: Db,
  { before, refusedBefore, limit }: { before: number; refusedBefore: number; limit: number },
): Promise<void> {
  const old = db
    .selectFrom("audit")
    .select("id")
    .where("at_ms", "<", refusedBefore)
    .where((is) => is.or([is("at_ms", "<", before), is("outcome", "!=", "ok")]))
    .where("facts", "not like", '%"by":"%')
    .orderBy("at_ms")
    .limit(limit);
  await db.deleteFrom("audit").where("id", "in", old).execute();
}
