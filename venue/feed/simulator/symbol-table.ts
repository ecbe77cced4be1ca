import type { SymbolSpec } from "../market-source.ts";

/** A symbol and how the model moves it. */
export interface SimulatedSymbol {
  spec: SymbolSpec;
  /** Centre of the band in which the price wanders, in the quote currency. */
  anchor: number;
  /** Standard deviation of the daily log return in an average volatility regime. */
  dailySd: number;
  /** Average turnover of a day in the quote currency. */
  dailyVolume: number;
  /** Prints a second at most: 1 for quiet coins, 5 for the busiest. */
  pace: number;
}

/** base, name, anchor, price and amount decimals, daily sd %, turnover in millions, pace, contract size, seconds */
type Row = readonly [string, string, number, number, number, number, number, number, string | null, boolean];

const rows: readonly Row[] = [
  ["BTC", "Bitcoin", 62000, 2, 6, 2.7, 1450, 5, "0.001", true],
  ["ETH", "Ethereum", 3050, 2, 4, 3.3, 880, 5, "0.01", true],
  ["SOL", "Solana", 148, 4, 4, 4.1, 410, 4, "0.1", true],
  ["XRP", "XRP", 0.58, 5, 2, 3.6, 265, 4, "10", true],
  ["DOGE", "Dogecoin", 0.132, 6, 2, 4.3, 190, 4, "100", true],
  ["BNB", "BNB", 575, 2, 4, 2.8, 150, 3, "0.01", true],
  ["TRX", "TRON", 0.148, 6, 2, 2.4, 120, 3, "100", true],
  ["ADA", "Cardano", 0.43, 6, 2, 3.7, 96, 3, "10", true],
  ["SUI", "Sui", 1.42, 4, 2, 4.7, 92, 3, "1", true],
  ["AVAX", "Avalanche", 28.5, 4, 4, 4.1, 84, 3, "0.1", true],
  ["LINK", "Chainlink", 13.2, 4, 4, 3.8, 78, 3, "0.1", true],
  ["LTC", "Litecoin", 74, 3, 4, 3.1, 71, 3, "0.1", true],
  ["TON", "Toncoin", 5.9, 4, 3, 3.5, 58, 3, "0.1", false],
  ["BCH", "Bitcoin Cash", 390, 2, 4, 3.5, 54, 3, "0.01", false],
  ["DOT", "Polkadot", 5.4, 4, 3, 3.6, 47, 3, "1", false],
  ["PEPE", "Pepe", 0.0000105, 10, 0, 5.2, 44, 3, "1000000", false],
  ["SHIB", "Shiba Inu", 0.0000182, 10, 0, 4.1, 41, 3, "100000", false],
  ["NEAR", "NEAR Protocol", 4.7, 4, 3, 4.3, 36, 2, "1", false],
  ["UNI", "Uniswap", 8.1, 4, 3, 4.0, 33, 2, "0.1", false],
  ["FIL", "Filecoin", 4.2, 4, 3, 3.9, 29, 2, "1", false],
  ["APT", "Aptos", 7.4, 4, 3, 4.2, 27, 2, null, false],
  ["ETC", "Ethereum Classic", 20.5, 4, 3, 3.5, 25, 2, null, false],
  ["ARB", "Arbitrum", 0.61, 5, 2, 4.2, 24, 2, null, false],
  ["OP", "Optimism", 1.61, 4, 2, 4.3, 22, 2, null, false],
  ["ICP", "Internet Computer", 8.6, 4, 3, 4.0, 20, 2, null, false],
  ["ATOM", "Cosmos", 5.1, 4, 3, 3.5, 19, 2, null, false],
  ["WIF", "dogwifhat", 2.1, 4, 2, 5.4, 18, 2, null, false],
  ["XLM", "Stellar", 0.101, 6, 1, 3.3, 17, 2, null, false],
  ["INJ", "Injective", 21.4, 4, 3, 4.5, 16, 2, null, false],
  ["BONK", "Bonk", 0.0000221, 10, 0, 5.1, 15, 2, null, false],
  ["AAVE", "Aave", 132, 3, 4, 4.2, 14, 2, null, false],
  ["HBAR", "Hedera", 0.062, 6, 1, 3.9, 13, 2, null, false],
  ["FLOKI", "FLOKI", 0.000142, 9, 0, 4.9, 12, 2, null, false],
  ["LDO", "Lido DAO", 1.18, 4, 2, 4.4, 11, 2, null, false],
  ["CRV", "Curve DAO", 0.31, 5, 2, 4.5, 10, 2, null, false],
  ["GRT", "The Graph", 0.168, 5, 1, 4.2, 9.2, 1, null, false],
  ["VET", "VeChain", 0.0256, 6, 1, 3.8, 8.6, 1, null, false],
  ["ALGO", "Algorand", 0.141, 5, 1, 3.6, 8.1, 1, null, false],
  ["SAND", "The Sandbox", 0.283, 5, 2, 4.0, 7.4, 1, null, false],
  ["MANA", "Decentraland", 0.312, 5, 2, 3.9, 6.8, 1, null, false],
  ["ZEC", "Zcash", 36, 3, 4, 3.8, 6.3, 1, null, false],
  ["AXS", "Axie Infinity", 5.3, 4, 3, 4.1, 5.7, 1, null, false],
  ["CHZ", "Chiliz", 0.0655, 6, 1, 4.0, 5.3, 1, null, false],
  ["XTZ", "Tezos", 0.72, 4, 2, 3.5, 4.9, 1, null, false],
  ["COMP", "Compound", 48, 3, 4, 4.0, 4.4, 1, null, false],
  ["DASH", "Dash", 26.5, 3, 4, 3.4, 4.1, 1, null, false],
  ["SNX", "Synthetix", 1.58, 4, 2, 4.3, 3.7, 1, null, false],
  ["ENS", "Ethereum Name Service", 18.4, 3, 3, 4.4, 3.3, 1, null, false],
  ["KSM", "Kusama", 20.1, 3, 3, 3.9, 2.6, 1, null, false],
  ["ENJ", "Enjin Coin", 0.166, 5, 1, 4.1, 2.2, 1, null, false],
];

/** Every symbol of the simulated market, busiest first; all are quoted in USDT. */
export const symbolTable: readonly SimulatedSymbol[] = rows.map(simulatedSymbol);

function simulatedSymbol(row: Row): SimulatedSymbol {
  const [base, name, anchor, pricePrecision, amountPrecision, sdPercent, millions, pace, contractSize, second] = row;
  return {
    spec: {
      symbol: `${base.toLowerCase()}usdt`,
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
    anchor,
    dailySd: sdPercent / 100,
    dailyVolume: millions * 1_000_000,
    pace,
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
