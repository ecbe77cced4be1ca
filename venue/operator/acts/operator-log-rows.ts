/** SQL of the operators' log: a chain, so that a line changed behind the venue's back shows. */
import { createHash } from "node:crypto";
import type { Invariant } from "../../ledger/coherent.ts";
import type { Db } from "../../store/schema.ts";

interface OperatorLogTable {
  id: number;
  at_ms: bigint;
  event: string;
  outcome: string;
  user_id: number | null;
  ip: string;
  /** JSON; no secrets. */
  facts: string;
  prev_hash: string;
  hash: string;
}

declare module "../../store/schema.ts" {
  interface Tables {
    operator_log: OperatorLogTable;
    /** Its one row is the number and the hash of the last line. */
    operator_log_head: { id: number; hash: string; one: number };
  }
}

export type OperatorLogRow = OperatorLogTable;
export type NewLogLine = Pick<
  OperatorLogTable,
  "event" | "outcome" | "user_id" | "ip" | "facts"
> & { at_ms: number };

/** Hash before the first line. */
export const beforeFirst = "0".repeat(64);
const readAtOnce = 1000;

/** Adds a line after the last. Parallel additions wait for each other. */
export async function appendLogLine(db: Db, line: NewLogLine): Promise<void> {
  const { id, hash: prev_hash } = await db
    .updateTable("operator_log_head")
    .set((eb) => ({ id: eb("id", "+", 1) }))
    .where("one", "=", 1)
    .returning(["id", "hash"])
    .executeTakeFirstOrThrow();
  const row = { id, ...line, at_ms: BigInt(line.at_ms), prev_hash };
  const hash = hashOf(row);
  await db
    .insertInto("operator_log")
    .values({ ...row, hash })
    .execute();
  await db.updateTable("operator_log_head").set({ hash }).where("one", "=", 1).execute();
}

export async function readLogHead(db: Db): Promise<{ id: number; hash: string }> {
  return db.selectFrom("operator_log_head").select(["id", "hash"]).executeTakeFirstOrThrow();
}

/** Newest first, from before a line's number where given. */
export async function readLog(
  db: Db,
  {
    userId,
    before,
    limit,
  }: { userId: number | undefined; before: number | undefined; limit: number },
): Promise<OperatorLogRow[]> {
  let query = db.selectFrom("operator_log").selectAll();
  if (userId !== undefined) query = query.where("user_id", "=", userId);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.orderBy("id", "desc").limit(limit).execute();
}

/** Lines of these events since then (Unix ms), of one account where given. */
export async function readMoneyActs(
  db: Db,
  {
    since,
    userId,
    events,
  }: { since: number; userId: number | undefined; events: readonly string[] },
): Promise<Pick<OperatorLogRow, "facts">[]> {
  let query = db
    .selectFrom("operator_log")
    .select("facts")
    .where("at_ms", ">", BigInt(since))
    .where("event", "in", events)
    .where("outcome", "=", "ok");
  if (userId !== undefined) query = query.where("user_id", "=", userId);
  return query.execute();
}

/** No line was changed, removed or put in between since it was written. */
export const operatorLogInvariant: Invariant = {
  rule: "the operators' log has every line with its hash",
  figure: async (db) => {
    const { id } = await readLogHead(db);
    return `${id} ${id === 1 ? "line" : "lines"}`;
  },
  async check(db) {
    const head = await readLogHead(db);
    let [last, hash] = [0, beforeFirst];
    for (;;) {
      const rows = await db
        .selectFrom("operator_log")
        .selectAll()
        .where("id", ">", last)
        .orderBy("id")
        .limit(readAtOnce)
        .execute();
      for (const row of rows) {
        if (row.id !== last + 1 || row.prev_hash !== hash || row.hash !== hashOf(row))
          return [`the operators' log breaks at line ${last + 1}`];
        [last, hash] = [row.id, row.hash];
      }
      if (rows.length < readAtOnce) break;
    }
    return last === head.id && hash === head.hash
      ? []
      : [`the operators' log ends at line ${last}, not ${head.id}`];
  },
};

function hashOf({
  id,
  at_ms,
  event,
  outcome,
  user_id,
  ip,
  facts,
  prev_hash,
}: Omit<OperatorLogTable, "hash">): string {
  return createHash("sha256")
    .update(JSON.stringify([id, String(at_ms), event, outcome, user_id, ip, facts, prev_hash]))
    .digest("hex");
}
