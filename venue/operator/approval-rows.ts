/** SQL of the first approvals of what two operators must approve. */
import type { ReviewKind } from "#protocol/operator.ts";
import type { Db } from "../store/schema.ts";

export interface ApprovalRow {
  kind: ReviewKind;
  ref_id: number;
  by_name: string;
  /** What was approved beside the request as it stands: the second must approve the same. */
  terms: string;
  created_at: number;
}

declare module "../store/schema.ts" {
  interface Tables {
    operator_approval: ApprovalRow;
  }
}

/** Keeps the first; of two at once the second waits and is told of the other's. */
export async function keepApproval(
  db: Db,
  approval: ApprovalRow,
): Promise<{ isFirst: boolean; kept: ApprovalRow }> {
  const added = await db
    .insertInto("operator_approval")
    .values(approval)
    .onConflict((conflict) => conflict.columns(["kind", "ref_id"]).doNothing())
    .returning("by_name")
    .executeTakeFirst();
  if (added) return { isFirst: true, kept: approval };
  return {
    isFirst: false,
    kept: await db
      .selectFrom("operator_approval")
      .selectAll()
      .where("kind", "=", approval.kind)
      .where("ref_id", "=", approval.ref_id)
      .executeTakeFirstOrThrow(),
  };
}

export async function readApprovals(
  db: Db,
  kind: ReviewKind,
  ids: readonly number[],
): Promise<Map<number, ApprovalRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("operator_approval")
    .selectAll()
    .where("kind", "=", kind)
    .where("ref_id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.ref_id, row]));
}
