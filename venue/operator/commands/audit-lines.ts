import { columns, utcText } from "../lookups/columns.ts";
import { findAccount } from "./find-account.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { auditTail } from "./command-rows.ts";

/** Prints the newest of the audit log, oldest first. */
export async function showAudit(
  { store, print }: OperatorDeps,
  { account, last }: { account: string | undefined; last: number },
): Promise<number> {
  const rows = await store.read(async (db) => {
    const userId = account === undefined ? undefined : (await findAccount(db, account)).id;
    return auditTail(db, { userId, last });
  });
  if (rows.length === 0) print("The audit log has nothing of it.");
  const cells = rows.map((row) => [
    utcText(row.at_ms),
    row.event,
    row.outcome,
    row.user_id === null ? "-" : `#${row.user_id}`,
    row.session_ref || "-",
    row.ip || "-",
    row.facts,
  ]);
  if (cells.length > 0)
    columns([["TIME", "EVENT", "OUTCOME", "USER", "SESSION", "FROM", "FACTS"], ...cells]).forEach(
      print,
    );
  return 0;
}
