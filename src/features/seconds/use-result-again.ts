import { useNavigate } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { trimZeros } from "#protocol/amount.ts";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import { secondsWishAtom } from "./seconds-wish-atom.ts";

/** Puts the market, the duration and the stake of a contract into the ticket once more; nothing is sent. */
export function useResultAgain(): (
  order: Pick<SecondsOrder, "symbol" | "time" | "amount">,
) => void {
  const wishFor = useSetAtom(secondsWishAtom);
  const navigate = useNavigate();
  return ({ symbol, time, amount }) => {
    wishFor({ symbol, time, amount: trimZeros(amount) });
    void navigate({ to: "/seconds", search: { symbol }, resetScroll: false });
  };
}
