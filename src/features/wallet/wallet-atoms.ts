import { atom } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { parseAmount } from "#protocol/amount.ts";
import { type Balance, unknownFlag } from "#protocol/wallet.ts";

/** The last wallet balance and when the venue gave it (Unix ms on the venue's clock); null before the first. */
export const walletAtom = atom<{ balances: readonly Balance[]; at: number } | null>(null);

/** Amounts on screen are masked; this device remembers it, whoever is logged in. */
export const hideAmountsAtom = atomWithStorage("godwit:hide-amounts", false, undefined, {
  getOnInit: true,
});

/** Rows of currencies that are not held are left out; null until the person has chosen. */
export const hideZeroAtom = atomWithStorage<boolean | null>("godwit:hide-zero", null, undefined, {
  getOnInit: true,
});

/**
 * Available balance of a currency as the specification counts it: 0 when the flag is not found; unread where
 * the flag is nowhere and an entry did not say whose it is.
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

/** What of a currency may be spent, in minor units; undefined where it could not be read. */
export function availableMinor(
  balances: readonly Balance[],
  flag: string,
  scale: number,
): bigint | undefined {
  const { balance_str, unread } = balanceOf(balances, flag);
  return unread ? undefined : (parseAmount(balance_str, scale) ?? 0n);
}
