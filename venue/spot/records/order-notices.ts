import { trimZeros } from "#protocol/wire/amount.ts";
import { renewNotice } from "../../account/notices/notices.ts";
import type { Transaction } from "../../store/store.ts";
import { type HeldOrder, holdType } from "./rows.ts";
import { toCoinOrder } from "./wire.ts";

/** What an order did while its owner was not asked: its stop was reached, it was filled, or it ended. */
export type OrderEvent = "triggered" | "partly" | "filled" | "ended";

/** Leaves a notice of an order that moved by itself. It takes the place of an earlier one about this order. */
export async function noticeOrder(
  tx: Transaction,
  order: HeldOrder,
  event: OrderEvent,
  now: number,
): Promise<void> {
  const { amount, filled_amount, avg_price } = toCoinOrder(order);
  const { id, user_id: userId, symbol, side, base, quote } = order;
  await renewNotice(tx, {
    userId,
    kind: "order",
    refType: holdType,
    refId: id,
    now,
    facts: {
      event,
      symbol,
      side,
      base,
      quote,
      filled: trimZeros(filled_amount),
      ...(amount !== null && { amount: trimZeros(amount) }),
      ...(avg_price !== null && { price: trimZeros(avg_price) }),
    },
  });
}
