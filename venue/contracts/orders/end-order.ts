import { contractOrderStatus } from "#protocol/api/contracts.ts";
import { releaseHold } from "../../ledger/holds.ts";
import type { Transaction } from "../../store/store.ts";
import { releasing } from "../records/postings.ts";
import {
  type ContractOrderRow,
  type HeldContractOrder,
  type PositionRow,
  updateOrder,
  updatePosition,
} from "../records/rows.ts";

export interface OrderEnd {
  /** Why it got no more; null where it was filled or its owner cancelled it. */
  reason: string | null;
  /** Unix ms. */
  now: number;
}

/** Whether it may still be filled or cancelled. */
export function isWaiting({ status }: Pick<ContractOrderRow, "status">): boolean {
  return status === contractOrderStatus.submitted || status === contractOrderStatus.partlyMatched;
}

/** Contracts that it still wants. */
export function restOf({
  volume,
  filled_volume,
}: Pick<ContractOrderRow, "volume" | "filled_volume">): bigint {
  return volume - filled_volume;
}

/** Ends an order to open that the command has locked, and gives back to the last unit what is still held for it. */
export async function endOpening(
  tx: Transaction,
  order: HeldContractOrder,
  { reason, now }: OrderEnd,
): Promise<HeldContractOrder> {
  if (order.held > 0n) await releaseHold(tx, releasing(order, now));
  const ended = { ...asEnded(order, { reason, now }), held: 0n };
  await updateOrder(tx.db, ended);
  return ended;
}

/**
 * Ends an order that closes, with the lock of its position and its own: what it kept of the position may be
 * closed by another.
 * @returns both as they are now
 */
export async function endClosing(
  tx: Transaction,
  order: HeldContractOrder,
  position: PositionRow,
  end: OrderEnd,
): Promise<{ order: HeldContractOrder; position: PositionRow }> {
  const ended = asEnded(order, end);
  const freed = {
    ...position,
    frozen_volume: position.frozen_volume - restOf(order),
    updated_at: end.now,
  };
  await updateOrder(tx.db, ended);
  await updatePosition(tx.db, freed);
  return { order: ended, position: freed };
}

function asEnded(order: HeldContractOrder, { reason, now }: OrderEnd): HeldContractOrder {
  const { matched, partlyCancelled, cancelled } = contractOrderStatus;
  const status =
    restOf(order) === 0n ? matched : order.filled_volume > 0n ? partlyCancelled : cancelled;
  return { ...order, status, reason, updated_at: now, finished_at: now };
}
