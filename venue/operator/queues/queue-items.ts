import type { QueueItem, ReviewKind } from "#protocol/api/operator.ts";
import type { Db } from "../../store/schema.ts";
import { readApprovals } from "./approval-rows.ts";
import { accountNames } from "../lookups/lookup-rows.ts";
import { reviewQueues } from "./review-queues.ts";
import { isAboveTwo, type PriceOf, worthOf } from "./worth.ts";

/** A page of what waits, with whose it is, what it is worth, and who has approved it. */
export async function readQueue(
  db: Db,
  kind: ReviewKind,
  {
    page,
    size,
    twoOver,
    priceOf,
  }: { page: number; size: number; twoOver: string | null; priceOf: PriceOf },
): Promise<{ list: QueueItem[]; total: number }> {
  const queue = reviewQueues[kind];
  const items = await queue.list(db, { offset: (page - 1) * size, limit: size });
  const [names, approvals, total] = [
    await accountNames(
      db,
      items.map(({ userId }) => userId),
    ),
    await readApprovals(
      db,
      kind,
      items.map(({ id }) => id),
    ),
    await queue.count(db),
  ];
  const list = items.map((item): QueueItem => {
    const approval = approvals.get(item.id);
    return {
      kind,
      ref_id: String(item.id),
      user_id: String(item.userId),
      account: names.get(item.userId) ?? "",
      summary: item.summary,
      facts: item.facts.map(([label, value]) => ({ label, value })),
      flag: item.money?.flag ?? null,
      amount: item.money?.amount ?? null,
      usdt_value: worthOf(item.money, priceOf),
      pictures: [...item.pictures],
      risk_flags: [...item.riskFlags],
      fields: [...item.fields],
      create_time: item.createdAt,
      due_time: item.dueAt,
      needs: isAboveTwo(item.money, twoOver, priceOf) ? 2 : 1,
      approvals: approval ? [{ by: approval.by_name, time: approval.created_at }] : [],
    };
  });
  return { list, total };
}

/** How many wait of each kind. */
export async function countQueues(db: Db): Promise<{ kind: ReviewKind; waiting: number }[]> {
  const counts: { kind: ReviewKind; waiting: number }[] = [];
  for (const queue of Object.values(reviewQueues))
    counts.push({ kind: queue.kind, waiting: await queue.count(db) });
  return counts;
}
