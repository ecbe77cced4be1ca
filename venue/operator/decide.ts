import type { ReviewKind } from "#protocol/operator.ts";
import { Refusal } from "../store/refusal.ts";
import type { Store } from "../store/store.ts";
import type { ActLog } from "./act-log.ts";
import { type ApprovalRow, keepApproval } from "./approval-rows.ts";
import type { Decision, DeskItem } from "./review-kind.ts";
import { reviewQueues } from "./review-queues.ts";

export interface DecideDeps {
  store: Store;
  acts: ActLog;
  /** Whether one operator alone may not approve this. */
  needsTwo: (item: Pick<DeskItem, "money">) => boolean;
  /** The deciding operator's own account here; null where there is none. */
  ownUserId: number | null;
}

export interface Decided {
  outcome: "approved" | "rejected" | "waits";
  item: DeskItem;
  approvals: Pick<ApprovalRow, "by_name" | "created_at">[];
}

/**
 * Decides on what waits, in one command with its record. Where two must approve, the first approval is kept
 * and nothing else happens; to reject takes one.
 * @throws Refusal 300009 where it waits no more, 402 `own` for the operator's own request, 300007 where the
 *   same operator approved it before, 100005 `reason` for a rejection without one, `amount` where the second
 *   approves another amount than the first; and what the word's own function throws
 */
export async function decide(
  { store, acts, needsTwo, ownUserId }: DecideDeps,
  kind: ReviewKind,
  decision: Decision,
): Promise<Decided> {
  const queue = reviewQueues[kind];
  if (decision.action === "reject" && decision.reason === "")
    throw new Refusal(100005, { field: "reason" });
  return store.command(async (tx) => {
    const item = await queue.find(tx.db, decision.id);
    if (!item) throw new Refusal(300009);
    if (item.userId === ownUserId) throw new Refusal(402, { reason: "own" });
    const said = decision.reason === "" ? {} : { reason: decision.reason };
    const conclude = (facts = {}) =>
      acts.after(tx, { ...facts, ...said }, (audit) => queue.decide(tx, audit, decision));
    if (decision.action === "reject") {
      await conclude();
      return { outcome: "rejected", item, approvals: [] };
    }
    // What the second may credit instead is judged as what was asked for is.
    const isTwo =
      needsTwo(item) ||
      (decision.amount !== undefined &&
        item.money !== null &&
        needsTwo({ money: { ...item.money, amount: decision.amount } }));
    if (!isTwo) {
      await conclude();
      return { outcome: "approved", item, approvals: [] };
    }
    const approval = {
      kind,
      ref_id: item.id,
      by_name: decision.by,
      terms: decision.amount ?? "",
      created_at: decision.now,
    };
    const { isFirst, kept } = await keepApproval(tx.db, approval);
    if (isFirst) {
      await acts.write(tx, {
        event: "review-approved-first",
        outcome: "ok",
        userId: item.userId,
        ip: "",
        requestId: "",
        now: decision.now,
        facts: {
          kind,
          ref_id: String(item.id),
          ...(decision.amount !== undefined && { amount: decision.amount }),
          ...said,
        },
      });
      return { outcome: "waits", item, approvals: [approval] };
    }
    if (personOf(kept.by_name) === personOf(decision.by))
      throw new Refusal(300007, { by: kept.by_name });
    if (kept.terms !== approval.terms)
      throw new Refusal(100005, { field: "amount", first: kept.terms });
    await conclude({ first: kept.by_name });
    return { outcome: "approved", item, approvals: [kept, approval] };
  });
}

/** Names on the command line are the machine's word: whoever writes there counts as one. */
function personOf(by: string): string {
  return by.startsWith("cli:") ? "cli" : by;
}
