/** The paper networks, and which of them each currency travels on. */
export interface Network {
  /** Blocks a venue waits for before it counts a deposit of a real coin. */
  confirmations: number;
  /** One address serves many, and a memo or tag says whose a deposit is. */
  hasMemo: boolean;
  /** Addresses as the real network writes them, for the form alone: a checksum is another matter. */
  realAddress: string;
}

const evm = "0x[0-9a-fA-F]{40}";
const base58 = "[1-9A-HJ-NP-Za-km-z]";
const solana = `${base58}{32,44}`;
const bech32 = (prefix: string) => `${prefix}1[02-9ac-hj-np-z]{38,58}`;
const substrate = `${base58}{46,48}`;

function network(confirmations: number, realAddress: string, hasMemo = false): Network {
  return { confirmations, hasMemo, realAddress };
}

const networks: Readonly<Record<string, Network>> = {
  TRC20: network(20, `T${base58}{33}`),
  ERC20: network(12, evm),
  BEP20: network(15, evm),
  BTC: network(2, `(bc1[02-9ac-hj-np-z]{11,71}|[13]${base58}{25,34})`),
  BCH: network(6, `((bitcoincash:)?[qp][02-9ac-hj-np-z]{41}|[13]${base58}{25,34})`),
  LTC: network(6, `(ltc1[02-9ac-hj-np-z]{11,71}|[LM3]${base58}{25,34})`),
  DOGE: network(20, `[DA9]${base58}{25,34}`),
  DASH: network(6, `[X7]${base58}{25,34}`),
  ZEC: network(12, `t[13]${base58}{33}`),
  ETC: network(400, evm),
  SOL: network(32, solana),
  XRP: network(1, `r${base58}{24,34}`, true),
  XLM: network(1, "G[A-Z2-7]{55}", true),
  TON: network(10, "[A-Za-z0-9_-]{48}", true),
  ADA: network(15, `(addr1[02-9ac-hj-np-z]{50,103}|[AD]${base58}{50,110})`),
  SUI: network(1, "0x[0-9a-fA-F]{64}"),
  APT: network(1, "0x[0-9a-fA-F]{64}"),
  AVAX: network(12, evm),
  DOT: network(25, substrate),
  KSM: network(25, substrate),
  NEAR: network(5, "([0-9a-f]{64}|[a-z0-9._-]{2,64})"),
  FIL: network(60, "f[0-4][a-z0-9]{5,90}"),
  ARB: network(12, evm),
  OP: network(12, evm),
  ICP: network(1, "[0-9a-f]{64}"),
  ATOM: network(2, bech32("cosmos"), true),
  INJ: network(2, bech32("inj"), true),
  HBAR: network(1, "0\\.0\\.\\d{1,12}", true),
  VET: network(12, evm),
  ALGO: network(1, "[A-Z2-7]{58}", true),
  XTZ: network(10, `(tz[1-4]|KT1)${base58}{33}`),
  CHZ: network(12, evm),
};

/** A chain we know nothing of: the currency's own, whose addresses are letters and digits. */
const unknownChain: Network = network(12, "[A-Za-z0-9:._-]{20,128}");

/** Currencies that travel on other networks than one of their own name. */
const travels: Readonly<Record<string, readonly string[]>> = {
  USDT: ["TRC20", "ERC20", "BEP20"],
  USDC: ["ERC20", "SOL", "BEP20"],
  ETH: ["ERC20"],
  TRX: ["TRC20"],
  BNB: ["BEP20"],
  FLOKI: ["ERC20", "BEP20"],
  WIF: ["SOL"],
  BONK: ["SOL"],
  ...Object.fromEntries(
    [
      "LINK",
      "PEPE",
      "SHIB",
      "UNI",
      "AAVE",
      "LDO",
      "CRV",
      "GRT",
      "SAND",
      "MANA",
      "AXS",
      "COMP",
      "SNX",
      "ENS",
      "ENJ",
    ].map((flag) => [flag, ["ERC20"]]),
  ),
};

/** Names of the networks a currency travels on; its own where we know of no other. */
export function networksOf(flag: string): readonly string[] {
  return Object.hasOwn(travels, flag) ? (travels[flag] ?? []) : [flag];
}

export function networkNamed(name: string): Network {
  return (Object.hasOwn(networks, name) ? networks[name] : undefined) ?? unknownChain;
}
