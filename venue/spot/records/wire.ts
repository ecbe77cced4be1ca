import type { CoinFill, CoinOrder } from "#protocol/api/spot.ts";
import { formatAmount } from "#protocol/wire/amount.ts";
import { divideHalfUp, pow10 } from "#protocol/wire/rounding.ts";
import type { NotifyBus } from "../../deps/notify-bus.ts";
import type { Transaction } from "../../store/store.ts";
import type { FillOfOrder, HeldOrder } from "./rows.ts";

/** An order as the wire has it. */
export function toCoinOrder(order: HeldOrder): CoinOrder {
  const { price_precision, amount_precision, base_scale, quote_scale } = order;
  const price = (ticks: bigint | null) =>
    ticks === null ? null : formatAmount(ticks, price_precision);
  const amount = (minor: bigint) =>
    formatAmount(minor / pow10(base_scale - amount_precision), amount_precision);
  const value = (minor: bigint) => formatAmount(minor, quote_scale);
  const isBuy = order.side === "buy";
  return {
    id: String(order.id),
    client_order_id: order.client_order_id,
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    tif: order.tif,
    price: price(order.price),
    stop_price: price(order.stop_price),
    operator: order.operator,
    amount: order.amount === null ? null : amount(order.amount),
    value: order.value === null ? null : value(order.value),
    filled_amount: amount(order.filled_amount),
    filled_value: value(order.filled_value),
    avg_price: averagePrice(order),
    fee: isBuy ? formatAmount(order.fee, base_scale) : value(order.fee),
    fee_currency: isBuy ? order.base : order.quote,
    frozen: isBuy ? value(order.held) : formatAmount(order.held, base_scale),
    state: order.state,
    status: order.status,
    reason: order.reason,
    trigger_time: order.trigger_at,
    review_until: order.state === "reviewing" ? order.review_ends_at : null,
    replaces: order.replaces_id === null ? null : String(order.replaces_id),
    create_time: placedAt(order),
    update_time: order.updated_at,
    finish_time: order.finished_at,
    slip: null,
  };
}

/** A fill as the wire has it, with the snapshot that proves it. */
export function toCoinFill(fill: FillOfOrder): CoinFill {
  const isBuy = fill.side === "buy";
  const price = (ticks: bigint | null) =>
    ticks === null ? null : formatAmount(ticks, fill.price_precision);
  return {
    trade_id: `${fill.order_id}-${fill.seq}`,
    order_id: String(fill.order_id),
    symbol: fill.symbol,
    side: fill.side,
    price: formatAmount(fill.price, fill.price_precision),
    amount: formatAmount(fill.lots, fill.amount_precision),
    value: formatAmount(fill.value, fill.quote_scale),
    fee: formatAmount(fill.fee, isBuy ? fill.base_scale : fill.quote_scale),
    fee_currency: isBuy ? fill.base : fill.quote,
    role: fill.role,
    evidence: {
      source: fill.source,
      version: Number(fill.source_version),
      ts: fill.snapshot_at,
      best_bid: price(fill.best_bid),
      best_ask: price(fill.best_ask),
      shown: fill.shown === null ? null : formatAmount(fill.shown, fill.amount_precision),
      market_trade: fill.market_trade,
    },
    create_time: fill.created_at,
  };
}

/** One that was reviewed counts as accepted when it was let through; it was placed before that. */
function placedAt({ accepted_at, review_ends_at }: HeldOrder): number {
  return review_ends_at === null ? accepted_at : review_ends_at - reviewMs;
}

/** Value by amount at eight decimals, or two beyond the tick where that is finer; halves up. */
function averagePrice({
  filled_amount,
  filled_value,
  base_scale,
  quote_scale,
  price_precision,
}: HeldOrder): string | null {
  if (filled_amount === 0n) return null;
  const decimals = Math.max(8, price_precision + 2);
  return formatAmount(
    divideHalfUp(filled_value * pow10(base_scale + decimals), filled_amount * pow10(quote_scale)),
    decimals,
  );
}

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

/** How long an operator has to decide on a sell; after it the order is ended and its coins are free again. */
export const reviewMs = 15 * 60_000;
