import type { Currency } from "#protocol/platform.ts";
import type { MarketSource, SymbolSpec } from "../feed/market-source.ts";
import { coinFees } from "./coin-fees.ts";
import { factsOf } from "./currency-facts.ts";

interface KnownCurrencies {
  has(flag: string): boolean;
  scaleOf(flag: string): number;
}

/** The currency everything is quoted in. */
export const quoteCurrency = "USDT";

/**
 * Every currency that can be held: the quote currency first, then what the source trades against it, and what
 * it no longer does. Empty while the source has nothing.
 */
export function currencyConf(
  source: Pick<MarketSource, "symbols">,
  known: KnownCurrencies,
): Record<string, Currency> {
  if (!known.has(quoteCurrency)) return {};
  const quote: Currency = {
    flag: quoteCurrency,
    name: "Tether USD",
    icon: iconOf(quoteCurrency),
    scale: known.scaleOf(quoteCurrency),
    status: 1,
    sort: 0,
    symbol: "",
    price_precision: 2,
    amount_precision: 2,
    min_value: "0",
    fee: { maker: "0", taker: "0" },
    coin: 0,
    contract: 0,
    second: 0,
    ...aboutOf(quoteCurrency),
  };
  const traded = source
    .symbols()
    .filter((spec) => spec.quote === quoteCurrency && known.has(spec.base));
  return Object.fromEntries(
    [quote, ...traded.map((spec, at) => toCurrency(spec, at, known.scaleOf(spec.base)))].map(
      (currency) => [currency.flag, currency],
    ),
  );
}

function toCurrency(spec: SymbolSpec, at: number, scale: number): Currency {
  const isListed = spec.state !== "offline";
  return {
    flag: spec.base,
    name: spec.name,
    icon: iconOf(spec.base),
    scale,
    status: spec.state === "online" ? 1 : 0,
    sort: at + 1,
    symbol: spec.symbol,
    price_precision: spec.pricePrecision,
    amount_precision: spec.amountPrecision,
    min_value: spec.minOrderValue,
    fee: { ...coinFees },
    coin: isListed ? 1 : 0,
    contract: isListed && spec.contract ? 1 : 0,
    second: isListed && spec.second ? 1 : 0,
    ...aboutOf(spec.base),
  };
}

function aboutOf(flag: string): Pick<Currency, "about"> {
  const about = factsOf(flag);
  return about === undefined ? {} : { about };
}

/** Iconify's name of a coin icon. */
function iconOf(flag: string): string {
  return `coin:${flag.toLowerCase()}`;
}
