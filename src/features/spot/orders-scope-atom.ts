import { atom } from "jotai";

/** Whether the orders of the market on screen are shown, or those of all. */
export type OrdersScope = "market" | "all";

export const ordersScopeAtom = atom<OrdersScope>("all");
