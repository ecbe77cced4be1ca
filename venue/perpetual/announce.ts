import type { NotifyBus } from "../market/notify-bus.ts";
import type { Transaction } from "../store/store.ts";
import type { Prices } from "./contract-market.ts";
import type { HeldContractOrder, PositionRow } from "./rows.ts";
import { toClosedPosition, toContractOrder, toPosition } from "./wire.ts";

/** After the commit, tells the owner's open streams that an order and perhaps his balance changed. */
export function announceOrder(tx: Transaction, bus: NotifyBus, order: HeldContractOrder): void {
  tx.afterCommit(() => {
    bus.notify(String(order.user_id), "user.contract", "order", toContractOrder(order));
    bus.notify(String(order.user_id), "user.wallet", "balance", { flags: [order.currency] });
  });
}

/** The same of a position: `position` while it is open, `closed` when it ended. */
export function announcePosition(
  tx: Transaction,
  bus: NotifyBus,
  position: PositionRow,
  prices: Prices,
): void {
  const userId = String(position.user_id);
  tx.afterCommit(() => {
    if (position.closed_at === null)
      bus.notify(userId, "user.contract", "position", toPosition(position, prices));
    else bus.notify(userId, "user.contract", "closed", toClosedPosition(position));
    bus.notify(userId, "user.wallet", "balance", { flags: [position.currency] });
  });
}
