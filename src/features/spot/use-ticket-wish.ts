import { useNavigate } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { ticketWishAtom, type TicketWish } from "./ticket-wish-atom.ts";

/** Puts a wish into the ticket, wherever the person is. */
export function useTicketWish(): (wish: TicketWish) => void {
  const wishFor = useSetAtom(ticketWishAtom);
  const navigate = useNavigate();
  return (wish) => {
    wishFor(wish);
    void navigate({ to: "/coins", search: { symbol: wish.symbol }, resetScroll: false });
  };
}
