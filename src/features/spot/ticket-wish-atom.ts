import { atom } from "jotai";
import type { OrderType, TimeInForce } from "#protocol/spot.ts";

/** What another part of the screen wants to stand in the ticket; numbers are plain decimals. */
export interface TicketWish {
  symbol: string;
  side?: "buy" | "sell" | undefined;
  type?: OrderType | undefined;
  tif?: TimeInForce | undefined;
  price?: string | undefined;
  stopPrice?: string | undefined;
  amount?: string | undefined;
  value?: string | undefined;
  /** Id of an order that ends when the new one stands. */
  replaces?: string | undefined;
}

/** Set to fill the ticket, to repeat or to change an order; the ticket takes it up and sets it back to null. */
export const ticketWishAtom = atom<TicketWish | null>(null);
