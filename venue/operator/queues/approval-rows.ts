/** SQL of first approvals, of requests that two operators must approve. */
import type { ReviewKind } from "#protocol/api/operator.ts";
import type { Db } from "../../store/schema.ts";

export interface ApprovalRow {
  kind: ReviewKind;
  ref_id: number;
  by_name: string;
  /** The approved terms: the second operator must approve the same. */
  terms: string;
  created_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    operator_approval: ApprovalRow;
  }
}

/** Stores the first approval. Of two at once the second waits, and gets the first. */
export async function keepApproval(
  db: Db,
  approval: ApprovalRow,
): Promise<{ isFirst: boolean; first: ApprovalRow }> {
  const added = await db
    .insertInto("operator_approval")
    .values(approval)
    .onConflict((conflict) => conflict.columns(["kind", "ref_id"]).doNothing())
    .returning("by_name")
    .executeTakeFirst();
  if (added) return { isFirst: true, first: approval };
  return {
    isFirst: false,
    first: await db
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
