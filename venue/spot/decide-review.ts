import type { AuditLog } from "../session/audit-log.ts";
import type { Transaction } from "../store/store.ts";
import { endOrder } from "./end-order.ts";
import { claimReview, type HeldOrder, statesOf, updateOrder } from "./rows.ts";

export interface ReviewDecision {
  id: number;
  /** Why it was refused, in words for the user, who is shown them; null lets the sell through. */
  refusal: string | null;
  /** Who decides, e.g. `cli:ada`. */
  by: string;
  /** Unix ms. */
  now: number;
}

/**
 * Decides on a sell under review, in one command with its record in the audit log. One let through is
 * accepted at this moment: it meets no snapshot made before. One refused gives its coins back.
 * @returns the order as it is now, or undefined where it is not under review or its time was over
 */
export async function decideReview(
  tx: Transaction,
  audit: Pick<AuditLog, "write">,
  decision: ReviewDecision,
): Promise<HeldOrder | undefined> {
  const { id, refusal, by, now } = decision;
  const order = await claimReview(tx.db, id);
  if (!order || (order.review_ends_at ?? 0) <= now) return undefined;
  await audit.write(tx, {
    event: "coin-sell-reviewed",
    outcome: "ok",
    userId: order.user_id,
    ip: "",
    requestId: "",
    now,
    facts: {
      by,
      order: String(id),
      verdict: refusal === null ? "approved" : "rejected",
      ...(refusal !== null && { reason: refusal }),
    },
  });
  if (refusal !== null) return endOrder(tx, order, { state: "rejected", reason: refusal, now });
  const accepted = {
    ...order,
    ...statesOf(order.stop_price === null ? "submitted" : "created"),
    accepted_at: now,
    updated_at: now,
  };
  await updateOrder(tx.db, accepted);
  return accepted;
}
