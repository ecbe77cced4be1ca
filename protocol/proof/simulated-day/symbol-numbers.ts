/** The way in which simulated prices are made; another way is another market. */
export const modelName = "factors1-v1";

/** What moves all markets. */
export const marketFactor = "market";

/** Loading of a symbol on the factor of its group, of a whole of 1 (market, group and own, squared). */
const groupLoadings = {
  majors: 0.28,
  payments: 0.32,
  chains: 0.32,
  defi: 0.38,
  memes: 0.5,
  games: 0.42,
} as const;

export type SymbolGroup = keyof typeof groupLoadings;

/** What the model moves a symbol by; public, and fixed with the model's name. */
export interface DayNumbers {
  symbol: string;
  /** The price at the end of the day that the levels start from, in the quote currency. */
  anchor: number;
  pricePrecision: number;
  amountPrecision: number;
  /** Standard deviation of the daily log return in an average volatility regime, jumps left out. */
  dailySd: number;
  /** Average turnover of a day in the quote currency. */
  dailyVolume: number;
  group: SymbolGroup;
  /** Log return of the symbol to a move of 1 of the market, its group and its own component. */
  loadings: { market: number; group: number; own: number };
}

/** symbol, anchor, price and amount decimals, daily sd %, turnover in millions, group, market's loading of 1 */
type Row = readonly [string, number, number, number, number, number, SymbolGroup, number];

const rows: readonly Row[] = [
  ["btcusdt", 62000, 2, 6, 2.7, 1450, "majors", 0.86],
  ["ethusdt", 3050, 2, 4, 3.3, 880, "majors", 0.86],
  ["solusdt", 148, 4, 4, 4.1, 410, "chains", 0.8],
  ["xrpusdt", 0.58, 5, 2, 3.6, 265, "payments", 0.7],
  ["dogeusdt", 0.132, 6, 2, 4.3, 190, "memes", 0.72],
  ["bnbusdt", 575, 2, 4, 2.8, 150, "chains", 0.74],
  ["trxusdt", 0.148, 6, 2, 2.4, 120, "chains", 0.64],
  ["adausdt", 0.43, 6, 2, 3.7, 96, "chains", 0.76],
  ["suiusdt", 1.42, 4, 2, 4.7, 92, "chains", 0.74],
  ["avaxusdt", 28.5, 4, 4, 4.1, 84, "chains", 0.78],
  ["linkusdt", 13.2, 4, 4, 3.8, 78, "defi", 0.77],
  ["ltcusdt", 74, 3, 4, 3.1, 71, "payments", 0.74],
  ["tonusdt", 5.9, 4, 3, 3.5, 58, "chains", 0.67],
  ["bchusdt", 390, 2, 4, 3.5, 54, "payments", 0.7],
  ["dotusdt", 5.4, 4, 3, 3.6, 47, "chains", 0.79],
  ["pepeusdt", 0.0000105, 10, 0, 5.2, 44, "memes", 0.68],
  ["shibusdt", 0.0000182, 10, 0, 4.1, 41, "memes", 0.72],
  ["nearusdt", 4.7, 4, 3, 4.3, 36, "chains", 0.78],
  ["uniusdt", 8.1, 4, 3, 4.0, 33, "defi", 0.75],
  ["filusdt", 4.2, 4, 3, 3.9, 29, "chains", 0.75],
  ["aptusdt", 7.4, 4, 3, 4.2, 27, "chains", 0.76],
  ["etcusdt", 20.5, 4, 3, 3.5, 25, "payments", 0.74],
  ["arbusdt", 0.61, 5, 2, 4.2, 24, "chains", 0.77],
  ["opusdt", 1.61, 4, 2, 4.3, 22, "chains", 0.77],
  ["icpusdt", 8.6, 4, 3, 4.0, 20, "chains", 0.73],
  ["atomusdt", 5.1, 4, 3, 3.5, 19, "chains", 0.77],
  ["wifusdt", 2.1, 4, 2, 5.4, 18, "memes", 0.66],
  ["xlmusdt", 0.101, 6, 1, 3.3, 17, "payments", 0.68],
  ["injusdt", 21.4, 4, 3, 4.5, 16, "defi", 0.73],
  ["bonkusdt", 0.0000221, 10, 0, 5.1, 15, "memes", 0.68],
  ["aaveusdt", 132, 3, 4, 4.2, 14, "defi", 0.74],
  ["hbarusdt", 0.062, 6, 1, 3.9, 13, "chains", 0.7],
  ["flokiusdt", 0.000142, 9, 0, 4.9, 12, "memes", 0.68],
  ["ldousdt", 1.18, 4, 2, 4.4, 11, "defi", 0.74],
  ["crvusdt", 0.31, 5, 2, 4.5, 10, "defi", 0.72],
  ["grtusdt", 0.168, 5, 1, 4.2, 9.2, "defi", 0.74],
  ["vetusdt", 0.0256, 6, 1, 3.8, 8.6, "chains", 0.74],
  ["algousdt", 0.141, 5, 1, 3.6, 8.1, "chains", 0.75],
  ["sandusdt", 0.283, 5, 2, 4.0, 7.4, "games", 0.76],
  ["manausdt", 0.312, 5, 2, 3.9, 6.8, "games", 0.75],
  ["zecusdt", 36, 3, 4, 3.8, 6.3, "payments", 0.66],
  ["axsusdt", 5.3, 4, 3, 4.1, 5.7, "games", 0.73],
  ["chzusdt", 0.0655, 6, 1, 4.0, 5.3, "games", 0.7],
  ["xtzusdt", 0.72, 4, 2, 3.5, 4.9, "chains", 0.74],
  ["compusdt", 48, 3, 4, 4.0, 4.4, "defi", 0.72],
  ["dashusdt", 26.5, 3, 4, 3.4, 4.1, "payments", 0.68],
  ["snxusdt", 1.58, 4, 2, 4.3, 3.7, "defi", 0.71],
  ["ensusdt", 18.4, 3, 3, 4.4, 3.3, "defi", 0.72],
  ["ksmusdt", 20.1, 3, 3, 3.9, 2.6, "chains", 0.74],
  ["enjusdt", 0.166, 5, 1, 4.1, 2.2, "games", 0.73],
];

/** Every symbol of the simulated market, busiest first. */
const symbolNumbers: readonly DayNumbers[] = rows.map(
  ([symbol, anchor, pricePrecision, amountPrecision, sdPercent, millions, group, share]) => {
    const dailySd = sdPercent / 100;
    const groupShare = groupLoadings[group];
    const ownShare = Math.sqrt(1 - share * share - groupShare * groupShare);
    return {
      symbol,
      anchor,
      pricePrecision,
      amountPrecision,
      dailySd,
      dailyVolume: millions * 1_000_000,
      group,
      loadings: {
        market: dailySd * share,
        group: dailySd * groupShare,
        own: dailySd * ownShare,
      },
    };
  },
);

export function numbersOf(symbol: string): DayNumbers | undefined {
  return symbolNumbers.find((numbers) => numbers.symbol === symbol);
}

/** A whole number of 10^-scale as a decimal string with `scale` decimals. */
export function decimalText(units: number, scale: number): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, "0");
  const sign = units < 0 ? "-" : "";
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
