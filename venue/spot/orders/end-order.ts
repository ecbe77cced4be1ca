import type { CoinState } from "#protocol/api/spot.ts";
import { billTypes } from "#protocol/api/wallet.ts";
import { type AccountRef, userOwner } from "../../ledger/accounts.ts";
import { releaseHold } from "../../ledger/holds.ts";
import type { Transaction } from "../../store/store.ts";
import { releasing } from "../rules/postings.ts";
import { type HeldOrder, statesOf, updateOrder } from "../records/rows.ts";

export interface OrderEnd {
  state: Extract<CoinState, "canceled" | "partial-canceled" | "rejected" | "expired">;
  reason: string | null;
  /** Unix ms. */
  now: number;
}

/**
 * Ends an order that the command has locked, and gives back to the last unit what is still held for it.
 * @returns the order as it is now
 */
export async function endOrder(
  tx: Transaction,
  order: HeldOrder,
  { state, reason, now }: OrderEnd,
): Promise<HeldOrder> {
  // A sell that its review refused says so by its bill's type.
  const type =
    state === "rejected" || state === "expired" ? billTypes.coinSellRejected : billTypes.coinCancel;
  // Only what somebody cancelled is a cancel to its owner; what a fill did not use comes back under its side.
  if (order.held > 0n) await releaseHold(tx, { ...releasing(order, now), type, subType: "cancel" });
  const ended = {
    ...order,
    ...statesOf(state),
    reason,
    held: 0n,
    updated_at: now,
    finished_at: now,
  };
  await updateOrder(tx.db, ended);
  return ended;
}

/** The accounts that ending these orders may touch. */
export function releaseAccountsOf(
  orders: readonly Pick<HeldOrder, "user_id" | "side" | "base" | "quote">[],
): AccountRef[] {
  return orders.flatMap(({ user_id, base, quote, side }): AccountRef[] => {
    const [owner, currency] = [userOwner(user_id), side === "buy" ? quote : base];
    return [
      { owner, kind: "available", currency },
      { owner, kind: "frozen", currency },
    ];
  });
}

/** What an order is called that ends before all of it was filled. */
export function canceledState({
  filled_amount,
}: Pick<HeldOrder, "filled_amount">): "canceled" | "partial-canceled" {
  return filled_amount > 0n ? "partial-canceled" : "canceled";
}
