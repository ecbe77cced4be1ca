import type { Balance } from "#protocol/api/wallet.ts";
import { searchSymbols } from "../../market/list/market-search.ts";
import { balanceOf } from "./wallet-atoms.ts";

/** A currency that may be chosen; its name, such as Bitcoin, may be empty. */
export interface NamedCurrency {
  flag: string;
  name: string;
}

export interface CurrencyChoices {
  /** Those of which something is available, the most valuable first. */
  held: readonly NamedCurrency[];
  /** All others, in the given order. */
  others: readonly NamedCurrency[];
  /** The best match, held or not. */
  best: NamedCurrency | undefined;
}

/** The currencies that match a typed text, the ones held first. */
export function currencyChoices(
  currencies: readonly NamedCurrency[],
  balances: readonly Balance[] | undefined,
  typed: string,
): CurrencyChoices {
  const matching = searchSymbols(
    currencies.map(({ flag, name }) => ({ symbol: flag, base: flag, quote: "", name })),
    typed,
  ).flatMap((flag) => currencies.find((one) => one.flag === flag) ?? []);
  const isHeld = ({ flag }: NamedCurrency) => /[1-9]/.test(balanceOf(balances, flag).balance_str);
  const worth = ({ flag }: NamedCurrency) => Number(balanceOf(balances, flag).usdt_value ?? 0);
  return {
    held: matching.filter(isHeld).toSorted((a, b) => worth(b) - worth(a)),
    others: matching.filter((one) => !isHeld(one)),
    best: matching[0],
  };
}
