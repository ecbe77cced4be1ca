import { type DayNumbers, numbersOf } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import type { SymbolSpec } from "../../market-source.ts";

/** A symbol, how the model moves it and how it is traded. */
export interface SimulatedSymbol extends DayNumbers {
  spec: SymbolSpec;
  /** How busily it is traded: 1 for quiet coins, 5 for the busiest. */
  pace: number;
  /** Distance of the best prices as a share of the price, in an average regime. */
  usualSpread: number;
}

/** By pace, from the quiet coins to the busiest. */
const usualSpreads: Readonly<Record<number, number>> = {
  1: 12e-4,
  2: 5e-4,
  3: 2e-4,
  4: 0.6e-4,
  5: 0.1e-4,
};

/** base, name, pace, contract size, seconds */
type Row = readonly [string, string, number, string | null, boolean];

const rows: readonly Row[] = [
  ["BTC", "Bitcoin", 5, "0.001", true],
  ["ETH", "Ethereum", 5, "0.01", true],
  ["SOL", "Solana", 4, "0.1", true],
  ["XRP", "XRP", 4, "10", true],
  ["DOGE", "Dogecoin", 4, "100", true],
  ["BNB", "BNB", 3, "0.01", true],
  ["TRX", "TRON", 3, "100", true],
  ["ADA", "Cardano", 3, "10", true],
  ["SUI", "Sui", 3, "1", true],
  ["AVAX", "Avalanche", 3, "0.1", true],
  ["LINK", "Chainlink", 3, "0.1", true],
  ["LTC", "Litecoin", 3, "0.1", true],
  ["TON", "Toncoin", 3, "0.1", false],
  ["BCH", "Bitcoin Cash", 3, "0.01", false],
  ["DOT", "Polkadot", 3, "1", false],
  ["PEPE", "Pepe", 3, "1000000", false],
  ["SHIB", "Shiba Inu", 3, "100000", false],
  ["NEAR", "NEAR Protocol", 2, "1", false],
  ["UNI", "Uniswap", 2, "0.1", false],
  ["FIL", "Filecoin", 2, "1", false],
  ["APT", "Aptos", 2, null, false],
  ["ETC", "Ethereum Classic", 2, null, false],
  ["ARB", "Arbitrum", 2, null, false],
  ["OP", "Optimism", 2, null, false],
  ["ICP", "Internet Computer", 2, null, false],
  ["ATOM", "Cosmos", 2, null, false],
  ["WIF", "dogwifhat", 2, null, false],
  ["XLM", "Stellar", 2, null, false],
  ["INJ", "Injective", 2, null, false],
  ["BONK", "Bonk", 2, null, false],
  ["AAVE", "Aave", 2, null, false],
  ["HBAR", "Hedera", 2, null, false],
  ["FLOKI", "FLOKI", 2, null, false],
  ["LDO", "Lido DAO", 2, null, false],
  ["CRV", "Curve DAO", 2, null, false],
  ["GRT", "The Graph", 1, null, false],
  ["VET", "VeChain", 1, null, false],
  ["ALGO", "Algorand", 1, null, false],
  ["SAND", "The Sandbox", 1, null, false],
  ["MANA", "Decentraland", 1, null, false],
  ["ZEC", "Zcash", 1, null, false],
  ["AXS", "Axie Infinity", 1, null, false],
  ["CHZ", "Chiliz", 1, null, false],
  ["XTZ", "Tezos", 1, null, false],
  ["COMP", "Compound", 1, null, false],
  ["DASH", "Dash", 1, null, false],
  ["SNX", "Synthetix", 1, null, false],
  ["ENS", "Ethereum Name Service", 1, null, false],
  ["KSM", "Kusama", 1, null, false],
  ["ENJ", "Enjin Coin", 1, null, false],
];

/** Every symbol of the simulated market, busiest first; all are quoted in USDT. */
export const symbolTable: readonly SimulatedSymbol[] = rows.map(simulatedSymbol);

function simulatedSymbol([base, name, pace, contractSize, second]: Row): SimulatedSymbol {
  const numbers = numbersOf(`${base.toLowerCase()}usdt`);
  if (numbers === undefined) throw new RangeError(`The model has no numbers for ${base}`);
  const { symbol, anchor, pricePrecision, amountPrecision, dailyVolume } = numbers;
  const millions = dailyVolume / 1_000_000;
  return {
    ...numbers,
    spec: {
      symbol,
      base,
      quote: "USDT",
      name,
      pricePrecision,
      amountPrecision,
      volPrecision: 2,
      state: "online",
      partition: millions >= 10 ? "main" : "innovation",
      minOrderValue: "5",
      minOrderAmount: powerOfTen(Math.max(-amountPrecision, exponentOf(0.5 / anchor))),
      maxOrderAmount: powerOfTen(exponentOf((millions * 20_000) / anchor)),
      maxOrderValue: "2000000",
      contract: contractSize === null ? null : { contractCode: `${base}-USDT`, contractSize },
      second,
    },
    pace,
    usualSpread: usualSpreads[pace] ?? 0,
  };
}

/** The largest n with 10^n <= value. */
function exponentOf(value: number): number {
  let exponent = 0;
  for (let v = value; v >= 10; v /= 10) exponent++;
  for (let v = value; v < 1; v *= 10) exponent--;
  return exponent;
}

function powerOfTen(exponent: number): string {
  return exponent >= 0 ? `1${"0".repeat(exponent)}` : `0.${"0".repeat(-exponent - 1)}1`;
}
