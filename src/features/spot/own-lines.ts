import { coinStatus, type CoinOrder } from "#protocol/spot.ts";
import type { PriceLine } from "../../ui/chart/price-lines.ts";

export type OwnLineTexts = (order: CoinOrder) => string;

/**
 * The orders that wait, each as a line at the price it waits for: a stop at its stop price until it is
 * reached, then at its limit. An order at the market has no line.
 */
export function ownLines(orders: readonly CoinOrder[], labelOf: OwnLineTexts): PriceLine[] {
  return orders.flatMap((order): PriceLine[] => {
    const price = Number(order.state === "created" ? order.stop_price : order.price);
    if (order.status === coinStatus.completed || !(price > 0)) return [];
    return [{ price, kind: order.side, label: labelOf(order) }];
  });
}
