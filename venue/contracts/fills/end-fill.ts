import { announceOrder, announcePosition } from "../records/wire.ts";
import { endClosing, endOpening, restOf } from "../orders/end-order.ts";
import {
  type HeldContractOrder,
  type PositionRow,
  updateOrder,
  updatePosition,
} from "../records/rows.ts";
import type { Turn } from "./market-lock.ts";

/** How an order stands after a look at the market. */
export interface FillEnd {
  order: HeldContractOrder;
  /** The position that it closes or made, with the command's lock. */
  position: PositionRow | undefined;
  /** Whether it goes on waiting for what it did not get, and why not. */
  end: { waits: true } | { waits: false; reason: string | null };
  isChanged: boolean;
}

/**
 * Writes how an order stands, ends it where it got all or may not wait, and tells its owner.
 * @returns order and position as they are now
 */
export async function writeFillEnd(
  turn: Turn,
  { order, position, end, isChanged }: FillEnd,
): Promise<{ order: HeldContractOrder; position: PositionRow | undefined }> {
  const { tx, bus, now, prices } = turn;
  const isOver = !end.waits || restOf(order) === 0n;
  if (!isOver) {
    await updateOrder(tx.db, order);
    if (position && isChanged && order.purpose === "close") await updatePosition(tx.db, position);
    if (isChanged) tell({ order, position });
    return { order, position };
  }
  const reason = end.waits ? null : end.reason;
  if (order.purpose === "open" || !position) {
    const ended = await endOpening(tx, order, { reason, now });
    tell({ order: ended, position });
    return { order: ended, position };
  }
  const ended = await endClosing(tx, order, position, { reason, now });
  tell(ended);
  return ended;

  function tell(after: { order: HeldContractOrder; position: PositionRow | undefined }): void {
    announceOrder(tx, bus, after.order);
    if (after.position) announcePosition(tx, bus, after.position, prices);
  }
}
