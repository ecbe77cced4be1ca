import { trimZeros } from "#protocol/amount.ts";
import { coinStatus, orderTypes, timesInForce, type CoinOrder } from "#protocol/spot.ts";
import { leftOf } from "./order-measures.ts";
import type { TicketWish } from "./ticket-wish-atom.ts";

/** Whether another order may take the place of what is left of it: it waits for a price of its own. */
export function mayAmend(
  order: Pick<CoinOrder, "status" | "state" | "price" | "stop_price">,
): boolean {
  return (
    order.status === coinStatus.pendingOrder &&
    order.state !== "canceling" &&
    (order.price !== null || order.state === "created")
  );
}

/** The same wish once more, as it was first given. */
export function repeatWish(order: CoinOrder): TicketWish {
  return {
    symbol: order.symbol,
    side: order.side,
    type: orderTypes.find((type) => type === order.type) ?? "market",
    ...(order.price !== null &&
      order.type !== "market" && { tif: timesInForce.find((tif) => tif === order.tif) ?? "gtc" }),
    ...textsOf({
      price: order.price,
      stopPrice: order.stop_price,
      amount: order.value === null ? order.amount : null,
      value: order.value,
    }),
  };
}

/** What is left of it, to be changed: the new order takes its place. */
export function amendWish(order: CoinOrder): TicketWish {
  const left = order.value === null ? leftOf(order) : null;
  return { ...repeatWish(order), ...(left !== null && { amount: left }), replaces: order.id };
}

function textsOf<Key extends string>(
  texts: Record<Key, string | null>,
): Partial<Record<Key, string>> {
  const said = Object.entries<string | null>(texts).flatMap(([name, text]) =>
    text === null ? [] : [[name, trimZeros(text)]],
  );
  return Object.fromEntries(said) as Partial<Record<Key, string>>;
}
