import { atom, useSetAtom } from "jotai";
import { useNavigate } from "@tanstack/react-router";
import {
  type OrderType,
  type TimeInForce,
  coinStatus,
  orderTypes,
  timesInForce,
  type CoinOrder,
} from "#protocol/api/spot.ts";
import { trimZeros } from "#protocol/wire/amount.ts";
import { leftOf } from "./order-figures.ts";

/** Values with which another part of the screen fills the ticket; numbers are plain decimals. */
export interface TicketPrefill {
  symbol: string;
  side?: "buy" | "sell" | undefined;
  type?: OrderType | undefined;
  tif?: TimeInForce | undefined;
  price?: string | undefined;
  stopPrice?: string | undefined;
  amount?: string | undefined;
  value?: string | undefined;
  /** Id of the order that the new one replaces. */
  replaces?: string | undefined;
}

/** Set it to fill the ticket, to repeat or to change an order; the ticket uses it and sets it back to null. */
export const ticketPrefillAtom = atom<TicketPrefill | null>(null);

/** Whether another order may replace the rest of it: it waits for its own price. */
export function mayAmend(
  order: Pick<CoinOrder, "status" | "state" | "price" | "stop_price">,
): boolean {
  return (
    order.status === coinStatus.pendingOrder &&
    order.state !== "canceling" &&
    (order.price !== null || order.state === "created")
  );
}

/** The same order again, as it was first placed. */
export function repeatPrefill(order: CoinOrder): TicketPrefill {
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

/** The rest of an order, to be changed: the new order replaces it. */
export function amendPrefill(order: CoinOrder): TicketPrefill {
  const left = order.value === null ? leftOf(order) : null;
  return { ...repeatPrefill(order), ...(left !== null && { amount: left }), replaces: order.id };
}

/** The rest of an order at the price its line was dragged to: the stop of one that waits for it, else the limit. */
export function draggedPrefill(order: CoinOrder, price: string): TicketPrefill {
  return { ...amendPrefill(order), [order.state === "created" ? "stopPrice" : "price"]: price };
}

function textsOf<Key extends string>(
  texts: Record<Key, string | null>,
): Partial<Record<Key, string>> {
  const said = Object.entries<string | null>(texts).flatMap(([name, text]) =>
    text === null ? [] : [[name, trimZeros(text)]],
  );
  return Object.fromEntries(said) as Partial<Record<Key, string>>;
}

/** Fills the ticket, from any screen. */
export function useTicketPrefill(): (prefill: TicketPrefill) => void {
  const setPrefill = useSetAtom(ticketPrefillAtom);
  const navigate = useNavigate();
  return (prefill) => {
    setPrefill(prefill);
    void navigate({ to: "/coins", search: { symbol: prefill.symbol }, resetScroll: false });
  };
}
