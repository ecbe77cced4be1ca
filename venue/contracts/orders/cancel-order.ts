import * as codes from "#protocol/wire/error-codes.ts";
import { lockAccounts } from "../../ledger/accounts.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { idOf, type OfUser } from "../records/lock-position.ts";
import { endClosing, endOpening, isWaiting } from "./end-order.ts";
import { readOrder } from "../records/list-rows.ts";
import { accountsOf } from "../records/postings.ts";
import {
  lockOrder,
  lockPosition,
  type ContractOrderRow,
  type HeldContractOrder,
  type PositionRow,
} from "../records/rows.ts";

/** What a cancel ended: the orders, and the positions whose contracts came free. */
export interface Cancelled {
  orders: HeldContractOrder[];
  positions: PositionRow[];
}

/**
 * Ends what is left of an order.
 * @throws Refusal noSuchOrder where the user has none of this id, notPending where it is over, with
 *   its status
 */
export async function cancelOrder(
  tx: Transaction,
  { userId, id }: OfUser,
  now: number,
): Promise<Cancelled> {
  const number = idOf(id);
  const seen = number === undefined ? undefined : await readOrder(tx.db, userId, { id: number });
  if (!seen) throw new Refusal(codes.noSuchOrder);
  const cancelled = await cancelOrders(tx, userId, [seen], now);
  const [order] = cancelled.orders;
  if (!order)
    throw new Refusal(codes.notPending, {
      status: (await readOrder(tx.db, userId, { id: seen.id }))?.status ?? seen.status,
    });
  return cancelled;
}

/** Ends those of a user's orders that still wait; what was filled or ended meanwhile is let be. */
export async function cancelOrders(
  tx: Transaction,
  userId: number,
  seen: readonly Pick<ContractOrderRow, "id" | "position_id" | "purpose">[],
  now: number,
): Promise<Cancelled> {
  // Positions before orders, each by id, and all of them before any account: nobody waits for us in a ring.
  const positions = new Map<number, PositionRow>();
  const closed = seen.flatMap(({ purpose, position_id }) =>
    purpose === "close" && position_id !== null ? [position_id] : [],
  );
  for (const id of [...new Set(closed)].sort((a, b) => a - b)) {
    const position = await lockPosition(tx.db, userId, id);
    if (position) positions.set(id, position);
  }
  const waiting: HeldContractOrder[] = [];
  for (const { id } of seen.toSorted((a, b) => a.id - b.id)) {
    const order = await lockOrder(tx.db, userId, id);
    if (order && isWaiting(order)) waiting.push(order);
  }
  await lockAccounts(
    tx,
    accountsOf(waiting.filter(({ purpose }) => purpose === "open")).filter(
      ({ owner }) => owner !== "venue",
    ),
  );
  const orders: HeldContractOrder[] = [];
  for (const order of waiting) {
    const position = order.purpose === "close" ? positions.get(order.position_id ?? 0) : undefined;
    if (position) {
      const ended = await endClosing(tx, order, position, { reason: null, now });
      orders.push(ended.order);
      positions.set(position.id, ended.position);
    } else orders.push(await endOpening(tx, order, { reason: null, now }));
  }
  return { orders, positions: [...positions.values()] };
}
