import type { createStore } from "jotai";
import type { Balance } from "#protocol/wallet.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { walletAtom } from "./wallet-atoms.ts";

/** Puts balances the venue gave into the wallet atom, with the time they were given. */
export function takeWallet(
  store: ReturnType<typeof createStore>,
  balances: readonly Balance[],
  at = venueNow(),
): void {
  store.set(walletAtom, { balances, at });
}
