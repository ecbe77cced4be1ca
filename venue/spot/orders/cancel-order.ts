import * as codes from "#protocol/wire/error-codes.ts";
import { coinStatus } from "#protocol/api/spot.ts";
import { lockAccounts } from "../../ledger/accounts.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { canceledState, endOrder, releaseAccountsOf } from "./end-order.ts";
import { lockOrder, type HeldOrder } from "../records/rows.ts";

/** Whose order, by the id the owner's device gave. */
export interface OrderOfUser {
  userId: number;
  id: string;
}

/**
 * A user's open order with its lock, so that it can be filled or ended only by this command.
 * @throws Refusal noSuchOrder where the user has none of this id, notPending where it is over, with
 *   its state
 */
export async function lockOpen(tx: Transaction, { userId, id }: OrderOfUser): Promise<HeldOrder> {
  const order = Number.isSafeInteger(Number(id))
    ? await lockOrder(tx.db, userId, Number(id))
    : undefined;
  if (!order) throw new Refusal(codes.noSuchOrder);
  if (order.status === coinStatus.completed)
    throw new Refusal(codes.notPending, { state: order.state });
  return order;
}

/**
 * Ends what is left of an order, be it waiting, resting, under review or not yet looked at.
 * @throws Refusal noSuchOrder, notPending as {@link claimOpen}
 */
export async function cancelOrder(
  tx: Transaction,
  { now, ...which }: OrderOfUser & { now: number },
): Promise<HeldOrder> {
  const order = await lockOpen(tx, which);
  return endOrder(tx, order, { state: canceledState(order), reason: null, now });
}

/**
 * Ends those of a user's orders that still wait for the market; what was filled or ended meanwhile is let be.
 * @param ids in ascending order, as everybody locks orders
 * @returns the orders that this command ended
 */
export async function cancelOrders(
  tx: Transaction,
  { userId, ids, now }: { userId: number; ids: readonly number[]; now: number },
): Promise<HeldOrder[]> {
  const waiting: HeldOrder[] = [];
  for (const id of ids) {
    const order = await lockOrder(tx.db, userId, id);
    if (order?.status === coinStatus.pendingOrder) waiting.push(order);
  }
  // All orders before any account: the engine, which takes them in the same turn, never waits for us in a ring.
  await lockAccounts(tx, releaseAccountsOf(waiting));
  const ended: HeldOrder[] = [];
  for (const order of waiting)
    ended.push(await endOrder(tx, order, { state: canceledState(order), reason: null, now }));
  return ended;
}
