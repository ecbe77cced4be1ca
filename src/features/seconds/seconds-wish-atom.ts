import { atom } from "jotai";

/** A contract that something else than the ticket wishes for: the ticket takes it over when its market is on screen. */
export interface SecondsWish {
  symbol: string;
  time: number;
  /** The stake, a plain decimal. */
  amount: string;
}

export const secondsWishAtom = atom<SecondsWish | null>(null);
