import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { decideReview } from "../../spot/review/sell-reviews.ts";
import { countReviews, readReview, readReviews } from "../../spot/review/review-rows.ts";
import type { SpotOrderRow } from "../../spot/records/rows.ts";
import { Refusal } from "../../store/refusal.ts";
import type { DeskItem, ReviewQueue } from "./review-kind.ts";

/** Sells above a market's limit, the soonest to lapse first. */
export const coinQueue: ReviewQueue = {
  kind: "coin",
  count: countReviews,
  list: async (db, page) => (await readReviews(db, page)).map(toItem),
  async find(db, id) {
    const order = await readReview(db, id);
    return order && toItem(order);
  },
  async decide(tx, audit, { id, action, reason, by, now }) {
    const order = await decideReview(tx, audit, {
      id,
      refusal: action === "approve" ? null : reason,
      by,
      now,
    });
    if (!order) throw new Refusal(codes.notPending);
  },
};

function amountOf({ amount, base_scale }: SpotOrderRow): string {
  return trimZeros(formatAmount(amount ?? 0n, base_scale));
}

function toItem(order: SpotOrderRow): DeskItem {
  const price = (ticks: bigint | null) =>
    ticks === null
      ? []
      : [`${trimZeros(formatAmount(ticks, order.price_precision))} ${order.quote}`];
  return {
    id: order.id,
    userId: order.user_id,
    summary: `Sells ${amountOf(order)} ${order.base} for ${order.quote}`,
    facts: [
      ["Market", order.symbol],
      ["Type", order.type],
      ...price(order.price).map((text) => ["Price", text] as const),
      ...price(order.stop_price).map((text) => ["Stop price", text] as const),
    ],
    money: { flag: order.base, amount: amountOf(order) },
    pictures: [],
    riskFlags: [],
    fields: [],
    createdAt: order.accepted_at,
    dueAt: order.review_ends_at,
  };
}
