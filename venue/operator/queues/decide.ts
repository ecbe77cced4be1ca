import * as codes from "#protocol/wire/error-codes.ts";
import type { ReviewKind } from "#protocol/api/operator.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Store } from "../../store/store.ts";
import { lockUser } from "../../session/users/user-rows.ts";
import type { ActLog } from "../acts/act-log.ts";
import { daySums, type Money } from "../acts/day-sums.ts";
import { type ApprovalRow, keepApproval } from "./approval-rows.ts";
import type { Decision, DeskItem } from "./review-kind.ts";
import { reviewQueues } from "./review-queues.ts";

export interface DecideDeps {
  store: Store;
  acts: ActLog;
  /** Whether one operator alone may not approve this, after what went to its account within a day. */
  needsTwo: (item: Pick<DeskItem, "money">, ofDay: readonly Money[]) => boolean;
  /** The deciding operator's own account here; null where there is none. */
  ownUserId: number | null;
}

export interface Decided {
  outcome: "approved" | "rejected" | "waits";
  item: DeskItem;
  approvals: Pick<ApprovalRow, "by_name" | "created_at">[];
}

/**
 * Decides on a pending request, in one command with its record. Where two must approve, the first approval
 * is stored and nothing else happens; a rejection takes one.
 * @throws Refusal notPending where it is no longer pending, notPermitted `own` for the operator's own
 *   request, reviewPending where the same operator approved it before, invalidParameters `reason`
 *   for a rejection without one, `amount` where the second approves another amount than the first;
 *   and whatever the function of the request's kind throws
 */
export async function decide(
  { store, acts, needsTwo, ownUserId }: DecideDeps,
  kind: ReviewKind,
  decision: Decision,
): Promise<Decided> {
  const queue = reviewQueues[kind];
  if (decision.action === "reject" && decision.reason === "")
    throw new Refusal(codes.invalidParameters, { field: "reason" });
  return store.command(async (tx) => {
    const item = await queue.find(tx.db, decision.id);
    if (!item) throw new Refusal(codes.notPending);
    if (item.userId === ownUserId) throw new Refusal(codes.notPermitted, { reason: "own" });
    const said = decision.reason === "" ? {} : { reason: decision.reason };
    const money =
      item.money && decision.amount !== undefined
        ? { ...item.money, amount: decision.amount }
        : item.money;
    const conclude = (facts = {}) =>
      acts.after(tx, { ...facts, ...said }, (audit) => queue.decide(tx, audit, decision));
    if (decision.action === "reject") {
      await conclude();
      return { outcome: "rejected", item, approvals: [] };
    }
    // The limit applies to the amount to be credited as well as to the requested amount.
    // Two decisions for one account wait for each other here, so that each sees the other's sum.
    await lockUser(tx.db, item.userId);
    const ofDay = money === null ? [] : await daySums(tx.db, { userId: item.userId }, decision.now);
    if (!needsTwo(item, ofDay) && !needsTwo({ money }, ofDay)) {
      await conclude(money ?? {});
      return { outcome: "approved", item, approvals: [] };
    }
    const approval = {
      kind,
      ref_id: item.id,
      by_name: decision.by,
      terms: decision.amount ?? "",
      created_at: decision.now,
    };
    const { isFirst, first } = await keepApproval(tx.db, approval);
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
    if (personOf(first.by_name) === personOf(decision.by))
      throw new Refusal(codes.reviewPending, { by: first.by_name });
    if (first.terms !== approval.terms)
      throw new Refusal(codes.invalidParameters, { field: "amount", first: first.terms });
    await conclude({ first: first.by_name, ...money });
    return { outcome: "approved", item, approvals: [first, approval] };
  });
}

/** The machine chooses the names on the command line, so all of them count as one person. */
function personOf(by: string): string {
  return by.startsWith("cli:") ? "cli" : by;
}
