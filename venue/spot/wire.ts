import { formatAmount } from "#protocol/amount.ts";
import { divideHalfUp, pow10 } from "#protocol/rounding.ts";
import type { CoinFill, CoinOrder } from "#protocol/spot.ts";
import type { FillOfOrder, HeldOrder } from "./rows.ts";

/** An order as the wire has it. */
export function toCoinOrder(order: HeldOrder): CoinOrder {
  const { price_precision, amount_precision, base_scale, quote_scale } = order;
  const price = (ticks: bigint | null) => (ticks === null ? null : formatAmount(ticks, price_precision));
  const amount = (minor: bigint) => formatAmount(minor / pow10(base_scale - amount_precision), amount_precision);
  const value = (minor: bigint) => formatAmount(minor, quote_scale);
  const isBuy = order.side === "buy";
  return {
    id: String(order.id), client_order_id: order.client_order_id, symbol: order.symbol,
    side: order.side, type: order.type, tif: order.tif,
    price: price(order.price), stop_price: price(order.stop_price), operator: order.operator,
    amount: order.amount === null ? null : amount(order.amount),
    value: order.value === null ? null : value(order.value),
    filled_amount: amount(order.filled_amount), filled_value: value(order.filled_value), avg_price: averagePrice(order),
    fee: isBuy ? formatAmount(order.fee, base_scale) : value(order.fee), fee_currency: isBuy ? order.base : order.quote,
    frozen: isBuy ? value(order.held) : formatAmount(order.held, base_scale),
    state: order.state, status: order.status, reason: order.reason,
    create_time: order.accepted_at, update_time: order.updated_at, finish_time: order.finished_at,
  };
}

/** A fill as the wire has it, with the snapshot that proves it. */
export function toCoinFill(fill: FillOfOrder): CoinFill {
  const isBuy = fill.side === "buy";
  return {
    trade_id: `${fill.order_id}-${fill.seq}`, order_id: String(fill.order_id), symbol: fill.symbol, side: fill.side,
    price: formatAmount(fill.price, fill.price_precision),
    amount: formatAmount(fill.lots, fill.amount_precision),
    value: formatAmount(fill.value, fill.quote_scale),
    fee: formatAmount(fill.fee, isBuy ? fill.base_scale : fill.quote_scale), fee_currency: isBuy ? fill.base : fill.quote,
    role: fill.role,
    evidence: { source: fill.source, version: Number(fill.source_version), ts: fill.snapshot_at },
    create_time: fill.created_at,
  };
}

/** Value by amount at eight decimals, or two beyond the tick where that is finer; halves up. */
function averagePrice({ filled_amount, filled_value, base_scale, quote_scale, price_precision }: HeldOrder): string | null {
  if (filled_amount === 0n) return null;
  const decimals = Math.max(8, price_precision + 2);
  return formatAmount(divideHalfUp(filled_value * pow10(base_scale + decimals), filled_amount * pow10(quote_scale)), decimals);
}
