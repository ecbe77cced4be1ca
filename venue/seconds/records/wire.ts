import { type SecondsOrder, secondsStatus } from "#protocol/api/seconds-order.ts";
import type { Slip } from "#protocol/api/slip.ts";
import { settlementMethod } from "#protocol/rules/seconds-settlement.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { addNotice } from "../../account/notices/notices.ts";
import type { NotifyBus } from "../../deps/notify-bus.ts";
import type { Transaction } from "../../store/store.ts";
import type { ReceiptFacts } from "../proof/receipt-writer.ts";
import { type SecondOrderRow, orderType } from "./rows.ts";
import { stakeScale } from "./stake-currency.ts";

const money = (minor: bigint) => formatAmount(minor, stakeScale);

/** A contract with its slip, for its owner alone. @param current as for {@link toSecondsOrder} */
export function withSlip(order: SecondOrderRow, current: string | null): SecondsOrder {
  return {
    ...toSecondsOrder(order, current),
    slip: order.slip === null ? null : (JSON.parse(order.slip) as Slip),
  };
}

/** A contract as the wire has it. @param current the latest index, for one that runs */
export function toSecondsOrder(order: SecondOrderRow, current: string | null): SecondsOrder {
  const { stake, payout, settled_at } = order;
  return {
    id: String(order.id),
    client_order_id: order.client_order_id,
    symbol: order.symbol,
    currency: order.currency,
    price_precision: order.price_precision,
    direction: order.direction,
    time: order.time_sec,
    odds: order.odds,
    amount: money(stake),
    open_price: order.open_price,
    close_price: order.close_price,
    current_price: settled_at === null ? current : null,
    status: settled_at === null ? secondsStatus.inDelivery : secondsStatus.closed,
    result: order.result,
    void_reason: order.void_reason,
    profit: money(payout === null ? 0n : payout - stake),
    payout: payout === null ? null : money(payout),
    t0: order.t0_at,
    t1: order.t1_at,
    create_time: order.accepted_at,
    close_time: settled_at,
    receipt: order.receipt_hash,
    slip: null,
  };
}

/** What the receipt of a settled contract is made from. */
export function receiptFactsOf(order: SecondOrderRow): ReceiptFacts {
  const { result, payout } = order;
  if (result === null || payout === null || order.samples0 === null || order.samples1 === null)
    throw new Error(`seconds contract ${order.id} is not settled`);
  return {
    order_id: String(order.id),
    symbol: order.symbol,
    price_precision: order.price_precision,
    direction: order.direction,
    currency: order.currency,
    stake: money(order.stake),
    odds: order.odds,
    time: order.time_sec,
    accept_time: order.accepted_at,
    t0: order.t0_at,
    t1: order.t1_at,
    samples0: JSON.parse(order.samples0) as (string | null)[],
    samples1: JSON.parse(order.samples1) as (string | null)[],
    entry: order.open_price,
    exit: order.close_price,
    result,
    payout: money(payout),
    method: settlementMethod,
    source: order.source,
    day_commits: JSON.parse(order.day_commits) as ReceiptFacts["day_commits"],
  };
}

type SecondsEvent = "accepted" | "entry" | "settled";

/** After the commit, sends the outcome of a contract and the changed balance to the owner's streams. */
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

/** Leaves a notice of how a contract ended: won, lost or drawn. */
export async function noticeResult(
  tx: Transaction,
  order: SecondOrderRow,
  now: number,
): Promise<void> {
  const { user_id: userId, symbol, currency, direction, stake, payout, result } = order;
  await addNotice(tx, {
    userId,
    kind: "seconds_result",
    refType: orderType,
    refId: order.id,
    now,
    facts: {
      symbol,
      direction,
      amount: trimZeros(formatAmount(stake, stakeScale)),
      payout: trimZeros(formatAmount(payout ?? 0n, stakeScale)),
      currency,
      result: result ?? "",
    },
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
