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
