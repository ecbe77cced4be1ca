/**
 * Leverage and maintenance margin of the perpetual contracts, shown by the app and applied by the venue
 * (rules.md, 4: Binance's BTCUSDT table of 2024-10). Notionals are in 10^-8 USDT.
 */
import { formatAmount, trimZeros } from "../../wire/amount.ts";
import { pow10 } from "../../wire/rounding.ts";

/** Decimals of every notional and of `cum`. */
const notionalScale = 8;
/** Decimals of `mmr`. */
export const mmrScale = 4;

/** Leverages that may be chosen; the tier of the notional says up to where. */
export const leverages = [1, 2, 3, 5, 10, 20, 50, 75, 100, 125] as const;

/** Fee rates of contracts. */
export const contractFees = { maker: "0.0002", taker: "0.0005" } as const;

export interface ContractTier {
  /** The tier holds notionals above `floor`, up to and including `cap`. */
  floor: bigint;
  cap: bigint;
  /** Maintenance margin rate in 10^-4. */
  mmr: bigint;
  /** Taken off notional × mmr, so that maintenance margin has no jump between tiers. */
  cum: bigint;
  maxLeverage: number;
}

const caps: readonly (readonly [capUsdt: bigint, mmr: bigint, maxLeverage: number])[] = [
  [50_000n, 40n, 125],
  [600_000n, 50n, 100],
  [3_000_000n, 65n, 75],
  [12_000_000n, 100n, 50],
  [70_000_000n, 200n, 25],
  [100_000_000n, 250n, 20],
];

/** Rising by notional. `cum_n = cum_(n-1) + floor_n · (mmr_n − mmr_(n-1))`. */
export const contractTiers: readonly ContractTier[] = withCum();

/** The largest notional a position may have. */
export const maxNotional: bigint = contractTiers.at(-1)?.cap ?? 0n;

/** The tier of a notional; beyond {@link maxNotional} the last one. */
export function tierFor(notional: bigint): ContractTier {
  const tier = contractTiers.find(({ cap }) => notional <= cap) ?? contractTiers.at(-1);
  if (!tier) throw new Error("the tier table is empty");
  return tier;
}

/** The table as the wire has it: decimal strings, rates as fractions. */
export function tierRows(): {
  floor: string;
  cap: string;
  mmr: string;
  cum: string;
  max_leverage: number;
}[] {
  return contractTiers.map((tier) => ({
    floor: trimZeros(formatAmount(tier.floor, notionalScale)),
    cap: trimZeros(formatAmount(tier.cap, notionalScale)),
    mmr: trimZeros(formatAmount(tier.mmr, mmrScale)),
    cum: trimZeros(formatAmount(tier.cum, notionalScale)),
    max_leverage: tier.maxLeverage,
  }));
}

function withCum(): ContractTier[] {
  let floor = 0n;
  let mmrBelow = 0n;
  let cum = 0n;
  return caps.map(([capUsdt, mmr, maxLeverage], at) => {
    if (at > 0) cum += (floor * (mmr - mmrBelow)) / pow10(mmrScale);
    const tier = { floor, cap: capUsdt * pow10(notionalScale), mmr, cum, maxLeverage };
    floor = tier.cap;
    mmrBelow = mmr;
    return tier;
  });
}
