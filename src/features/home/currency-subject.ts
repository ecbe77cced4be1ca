import type { SymbolRow } from "#protocol/market.ts";
import type { Currency } from "#protocol/platform.ts";
import { splitSymbol } from "../market/symbol-text.ts";
import { rowOf } from "../market/use-ticker.ts";

/** What a currency's page is about. */
export interface CurrencySubject {
  flag: string;
  /** Its market; undefined for a currency that only others are priced in. */
  market: string | undefined;
}

/**
 * The currency an address means: `btcusdt` by its market, `usdt` by its flag. Before rules and currencies are
 * here the name itself is believed; null once they say that there is none.
 */
export function subjectOf(
  symbol: string,
  rules: readonly SymbolRow[] | undefined,
  currencies: readonly Currency[],
): CurrencySubject | null {
  const row = rowOf(rules, symbol);
  if (row) return { flag: row["base-currency"].toUpperCase(), market: symbol };
  const currency =
    currencies.find((one) => one.symbol === symbol) ??
    currencies.find((one) => one.flag === symbol.toUpperCase());
  if (currency) return { flag: currency.flag, market: currency.symbol || undefined };
  const { base, quote } = splitSymbol(symbol);
  const isKnownNot = quote === "" ? currencies.length > 0 : rules !== undefined;
  return isKnownNot
    ? null
    : { flag: base.toUpperCase(), market: quote === "" ? undefined : symbol };
}
