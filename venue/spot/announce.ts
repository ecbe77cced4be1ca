import type { NotifyBus } from "../market/notify-bus.ts";
import type { Transaction } from "../store/store.ts";
import type { HeldOrder } from "./rows.ts";
import { toCoinOrder } from "./wire.ts";

/** After the commit, tells the owner's open streams that an order and two balances changed. */
export function announce(tx: Transaction, bus: NotifyBus, order: HeldOrder): void {
  tx.afterCommit(() => announceNow(bus, order));
}

/** As {@link announce}, of what was committed before. */
export function announceNow(bus: NotifyBus, order: HeldOrder): void {
  const userId = String(order.user_id);
  bus.notify(userId, "user.coin", "order", toCoinOrder(order));
  bus.notify(userId, "user.wallet", "balance", { flags: [order.base, order.quote] });
}
