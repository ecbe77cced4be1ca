/** SQL of what the operator's command line lists. */
import type { AuditRow } from "../../session/audit/audit-rows.ts";
// Only for the type of its table.
import "../../session/codes/code-rows.ts";
import type { OutboxRow } from "../../session/codes/outbox-rows.ts";
import type { Db } from "../../store/schema.ts";

/** A code that is still good, as it went to the outbox. */
export type OpenCode = Pick<
  OutboxRow,
  "id" | "recipient" | "scene" | "content" | "state" | "created_at" | "expires_at"
>;

/** Codes not used, not over, not replaced by a newer one and with a try left; newest first. */
export async function openCodes(
  db: Db,
  {
    now,
    tries,
    account,
    limit,
  }: { now: number; tries: number; account: string | undefined; limit: number },
): Promise<OpenCode[]> {
  let query = db
    .selectFrom("outbox")
    .innerJoin("code", (join) =>
      join
        .onRef("code.account", "=", "outbox.recipient")
        .onRef("code.scene", "=", "outbox.scene")
        .onRef("code.created_at", "=", "outbox.created_at"),
    )
    .select([
      "outbox.id",
      "outbox.recipient",
      "outbox.scene",
      "outbox.content",
      "outbox.state",
      "outbox.created_at",
      "outbox.expires_at",
    ])
    .where("outbox.expires_at", ">", now)
    .where("code.used_at", "is", null)
    .where("code.tries", "<", tries)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("code as newer")
            .select("newer.id")
            .whereRef("newer.account", "=", "code.account")
            .whereRef("newer.scene", "=", "code.scene")
            .whereRef("newer.id", ">", "code.id"),
        ),
      ),
    );
  if (account !== undefined) query = query.where("outbox.recipient", "=", account);
  return query.orderBy("outbox.id", "desc").limit(limit).execute();
}

/** The newest of the audit log, oldest first; of one user where given. */
export async function auditTail(
  db: Db,
  { userId, last }: { userId: number | undefined; last: number },
): Promise<AuditRow[]> {
  const all = db.selectFrom("audit").selectAll();
  const rows = await (userId === undefined ? all : all.where("user_id", "=", userId))
    .orderBy("id", "desc")
    .limit(last)
    .execute();
  return rows.toReversed();
}
