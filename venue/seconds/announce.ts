import { formatAmount, trimZeros } from "#protocol/amount.ts";
import { addNotice } from "../account/notices.ts";
import type { NotifyBus } from "../market/notify-bus.ts";
import type { Transaction } from "../store/store.ts";
import { orderType, type SecondOrderRow } from "./rows.ts";
import { stakeScale } from "./stake-currency.ts";
import { toSecondsOrder } from "./wire.ts";

export type SecondsEvent = "accepted" | "entry" | "settled";

/** After the commit, tells the owner's open streams what became of a contract, and that a balance changed. */
export function announce(
  tx: Transaction,
  bus: NotifyBus,
  event: SecondsEvent,
  order: SecondOrderRow,
  current: string | null,
): void {
  const userId = String(order.user_id);
  tx.afterCommit(() => {
    bus.notify(userId, "user.second", event, toSecondsOrder(order, current));
    if (event !== "entry")
      bus.notify(userId, "user.wallet", "balance", { flags: [order.currency] });
  });
}

/** Leaves a notice of a contract that was void, and why. */
export async function noticeVoid(
  tx: Transaction,
  order: SecondOrderRow,
  now: number,
): Promise<void> {
  const { user_id: userId, symbol, currency, direction, stake, void_reason } = order;
  await addNotice(tx, {
    userId,
    kind: "seconds_void",
    refType: orderType,
    refId: order.id,
    now,
    facts: {
      symbol,
      direction,
      amount: trimZeros(formatAmount(stake, stakeScale)),
      currency,
      void_reason: void_reason ?? "",
    },
  });
}
