import type { Currency } from "#protocol/platform.ts";

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
