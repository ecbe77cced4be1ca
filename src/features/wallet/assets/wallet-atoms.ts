import { atom, type createStore } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { localKey } from "../../../storage/web-storage.ts";
import { type Balance, unknownFlag } from "#protocol/api/wallet.ts";
import { parseAmount } from "#protocol/wire/amount.ts";
import { venueNow } from "../../../api/venue-clock.ts";

/** The last wallet balance and when the venue gave it (Unix ms on the venue's clock); null before the first. */
export const walletAtom = atom<{ balances: readonly Balance[]; at: number } | null>(null);

/** Whether amounts are masked; stored per device, not per user. */
export const hideAmountsAtom = atomWithStorage(localKey("godwit:hide-amounts"), false, undefined, {
  getOnInit: true,
});

/** Whether zero balances are hidden; null until the person has chosen. */
export const hideZeroAtom = atomWithStorage<boolean | null>(
  localKey("godwit:hide-zero"),
  null,
  undefined,
  {
    getOnInit: true,
  },
);

/**
 * Balance of a currency as the specification counts it: 0 when the flag is not found. It is `unread` when the
 * flag is not found and an entry came without a readable flag, since that may be the one.
 */
export function balanceOf(balances: readonly Balance[] | undefined, flag: string): Balance {
  const nothing = {
    flag,
    balance: 0,
    balance_str: "0",
    frozen: "0",
    margin: "0",
    stake: "0",
    total: "0",
    usdt_value: null,
  };
  const mayBeUnread = balances?.some((entry) => entry.unread && entry.flag === unknownFlag);
  return (
    balances?.find((entry) => entry.flag === flag) ?? {
      ...nothing,
      ...(mayBeUnread && { unread: true }),
    }
  );
}

/** Available balance of a currency in minor units; undefined where it could not be read. */
export function availableMinor(
  balances: readonly Balance[],
  flag: string,
  scale: number,
): bigint | undefined {
  const { balance_str, unread } = balanceOf(balances, flag);
  return unread ? undefined : (parseAmount(balance_str, scale) ?? 0n);
}

/** Stores balances from the venue in the wallet atom, with their time. */
export function storeWallet(
  store: ReturnType<typeof createStore>,
  balances: readonly Balance[],
  at = venueNow(),
): void {
  store.set(walletAtom, { balances, at });
}
