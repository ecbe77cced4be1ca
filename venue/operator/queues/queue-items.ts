import type { QueueItem, ReviewKind } from "#protocol/api/operator.ts";
import type { Db } from "../../store/schema.ts";
import { daySums } from "../acts/day-sums.ts";
import { readApprovals } from "./approval-rows.ts";
import { accountNames } from "../lookups/lookup-rows.ts";
import type { DeskItem } from "./review-kind.ts";
import { reviewQueues } from "./review-queues.ts";
import { isAboveTwo, type PriceOf, worthOf } from "./worth.ts";

interface QueuePage {
  page: number;
  size: number;
  /** Unix ms. */
  now: number;
  twoOver: string | null;
  priceOf: PriceOf;
}

/** So many of each kind are looked through for a page of all kinds; beyond them the kinds have pages of their own. */
const mostOfAll = 500;

/** A page of what waits, with whose it is, what it is worth, and who has approved it; of all kinds the oldest first. */
export async function readQueue(
  db: Db,
  kind: ReviewKind | "all",
  { page, size, ...facts }: QueuePage,
): Promise<{ list: QueueItem[]; total: number }> {
  const offset = (page - 1) * size;
  if (kind !== "all") {
    const queue = reviewQueues[kind];
    const items = await queue.list(db, { offset, limit: size });
    return { list: await toQueueItems(db, kind, items, facts), total: await queue.count(db) };
  }
  const limit = Math.min(mostOfAll, offset + size);
  const waiting: { kind: ReviewKind; item: DeskItem }[] = [];
  let total = 0;
  for (const queue of Object.values(reviewQueues)) {
    const items = await queue.list(db, { offset: 0, limit });
    waiting.push(...items.map((item) => ({ kind: queue.kind, item })));
    total += await queue.count(db);
  }
  const shown = waiting
    .toSorted((a, b) => a.item.createdAt - b.item.createdAt)
    .slice(offset, Math.min(limit, offset + size));
  const list: QueueItem[] = [];
  for (const one of shown) list.push(...(await toQueueItems(db, one.kind, [one.item], facts)));
  return { list, total };
}

async function toQueueItems(
  db: Db,
  kind: ReviewKind,
  items: readonly DeskItem[],
  { twoOver, priceOf, now }: Pick<QueuePage, "twoOver" | "priceOf" | "now">,
): Promise<QueueItem[]> {
  const names = await accountNames(
    db,
    items.map(({ userId }) => userId),
  );
  const approvals = await readApprovals(
    db,
    kind,
    items.map(({ id }) => id),
  );
  const list: QueueItem[] = [];
  for (const item of items) {
    const approval = approvals.get(item.id);
    const ofDay =
      twoOver === null || item.money === null
        ? []
        : await daySums(db, { userId: item.userId }, now);
    list.push({
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
      needs: isAboveTwo(item.money, twoOver, priceOf, ofDay) ? 2 : 1,
      approvals: approval ? [{ by: approval.by_name, time: approval.created_at }] : [],
    });
  }
  return list;
}

/** How many wait of each kind. */
export async function countQueues(db: Db): Promise<{ kind: ReviewKind; waiting: number }[]> {
  const counts: { kind: ReviewKind; waiting: number }[] = [];
  for (const queue of Object.values(reviewQueues))
    counts.push({ kind: queue.kind, waiting: await queue.count(db) });
  return counts;
}
