import type { SymbolRow } from "#protocol/api/market.ts";
import type { Currency } from "#protocol/api/platform.ts";
import { splitSymbol } from "../../market/feed/symbol-name.ts";
import { rowOf } from "../../market/feed/use-ticker.ts";

/** The currency that a page shows, and its market. */
export interface CurrencySubject {
  flag: string;
  /** Its market; undefined for a currency that is only a quote currency. */
  market: string | undefined;
}

/**
 * The currency an address names: `btcusdt` by its market, `usdt` by its flag. Before rules and currencies have
 * arrived the name is assumed to exist; null once they show that it does not.
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
