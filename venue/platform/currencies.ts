import type { Currency } from "#protocol/api/platform.ts";
import type { MarketSource, SymbolSpec } from "../feed/market-source.ts";
import { coinFees } from "./coin-terms.ts";

interface KnownCurrencies {
  has(flag: string): boolean;
  scaleOf(flag: string): number;
}

/** The currency everything is quoted in. */
export const quoteCurrency = "USDT";

/**
 * Every currency that can be held: the quote currency first, then what the source trades against
 * it, and what it no longer does. Empty while the source has nothing.
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

type About = NonNullable<Currency["about"]>;

function fact(kind: NonNullable<About["kind"]>, launched?: number, max_supply?: string): About {
  return {
    kind,
    ...(launched !== undefined && { launched }),
    ...(max_supply !== undefined && { max_supply }),
  };
}

/** Facts that do not change. What is disputed, or may still be voted on, is left out. */
const facts: Readonly<Record<string, About>> = {
  USDT: fact("stablecoin", 2014),
  BTC: fact("coin", 2009, "21000000"),
  ETH: fact("coin", 2015),
  SOL: fact("coin", 2020),
  XRP: fact("coin", 2012, "100000000000"),
  DOGE: fact("coin", 2013),
  BNB: fact("coin", 2017),
  TRX: fact("coin", 2017),
  ADA: fact("coin", 2017, "45000000000"),
  SUI: fact("coin", 2023, "10000000000"),
  AVAX: fact("coin", 2020, "720000000"),
  LINK: fact("token", 2017, "1000000000"),
  LTC: fact("coin", 2011, "84000000"),
  TON: fact("coin"),
  BCH: fact("coin", 2017, "21000000"),
  DOT: fact("coin", 2020),
  PEPE: fact("token", 2023),
  SHIB: fact("token", 2020),
  NEAR: fact("coin", 2020),
  UNI: fact("token", 2020),
  FIL: fact("coin", 2020, "2000000000"),
  APT: fact("coin", 2022),
  ETC: fact("coin", 2016),
  ARB: fact("token", 2023),
  OP: fact("token", 2022),
  ICP: fact("coin", 2021),
  ATOM: fact("coin", 2019),
  WIF: fact("token", 2023),
  XLM: fact("coin", 2014),
  INJ: fact("coin"),
  BONK: fact("token", 2022),
  AAVE: fact("token", 2020, "16000000"),
  HBAR: fact("coin", 2019, "50000000000"),
  FLOKI: fact("token", 2021),
  LDO: fact("token"),
  CRV: fact("token", 2020),
  GRT: fact("token", 2020),
  VET: fact("coin"),
  ALGO: fact("coin", 2019, "10000000000"),
  SAND: fact("token", 2020, "3000000000"),
  MANA: fact("token", 2017),
  ZEC: fact("coin", 2016, "21000000"),
  AXS: fact("token", 2020, "270000000"),
  CHZ: fact("coin"),
  XTZ: fact("coin", 2018),
  COMP: fact("token", 2020, "10000000"),
  DASH: fact("coin", 2014),
  SNX: fact("token"),
  ENS: fact("token", 2021, "100000000"),
  KSM: fact("coin", 2019),
  ENJ: fact("token"),
};

/** What is known of a currency; undefined where nothing is. */
export function factsOf(flag: string): About | undefined {
  return Object.hasOwn(facts, flag) ? facts[flag] : undefined;
}
