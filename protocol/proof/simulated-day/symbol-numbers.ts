/** What the model `bridge3-v1` moves a symbol by; public, and fixed with the model's name. */
export interface DayNumbers {
  symbol: string;
  /** Centre of the band in which the price wanders, in the quote currency. */
  anchor: number;
  pricePrecision: number;
  amountPrecision: number;
  /** Standard deviation of the daily log return in an average volatility regime. */
  dailySd: number;
  /** Average turnover of a day in the quote currency. */
  dailyVolume: number;
}

/** symbol, anchor, price and amount decimals, daily sd %, turnover in millions */
type Row = readonly [string, number, number, number, number, number];

const rows: readonly Row[] = [
  ["btcusdt", 62000, 2, 6, 2.7, 1450],
  ["ethusdt", 3050, 2, 4, 3.3, 880],
  ["solusdt", 148, 4, 4, 4.1, 410],
  ["xrpusdt", 0.58, 5, 2, 3.6, 265],
  ["dogeusdt", 0.132, 6, 2, 4.3, 190],
  ["bnbusdt", 575, 2, 4, 2.8, 150],
  ["trxusdt", 0.148, 6, 2, 2.4, 120],
  ["adausdt", 0.43, 6, 2, 3.7, 96],
  ["suiusdt", 1.42, 4, 2, 4.7, 92],
  ["avaxusdt", 28.5, 4, 4, 4.1, 84],
  ["linkusdt", 13.2, 4, 4, 3.8, 78],
  ["ltcusdt", 74, 3, 4, 3.1, 71],
  ["tonusdt", 5.9, 4, 3, 3.5, 58],
  ["bchusdt", 390, 2, 4, 3.5, 54],
  ["dotusdt", 5.4, 4, 3, 3.6, 47],
  ["pepeusdt", 0.0000105, 10, 0, 5.2, 44],
  ["shibusdt", 0.0000182, 10, 0, 4.1, 41],
  ["nearusdt", 4.7, 4, 3, 4.3, 36],
  ["uniusdt", 8.1, 4, 3, 4.0, 33],
  ["filusdt", 4.2, 4, 3, 3.9, 29],
  ["aptusdt", 7.4, 4, 3, 4.2, 27],
  ["etcusdt", 20.5, 4, 3, 3.5, 25],
  ["arbusdt", 0.61, 5, 2, 4.2, 24],
  ["opusdt", 1.61, 4, 2, 4.3, 22],
  ["icpusdt", 8.6, 4, 3, 4.0, 20],
  ["atomusdt", 5.1, 4, 3, 3.5, 19],
  ["wifusdt", 2.1, 4, 2, 5.4, 18],
  ["xlmusdt", 0.101, 6, 1, 3.3, 17],
  ["injusdt", 21.4, 4, 3, 4.5, 16],
  ["bonkusdt", 0.0000221, 10, 0, 5.1, 15],
  ["aaveusdt", 132, 3, 4, 4.2, 14],
  ["hbarusdt", 0.062, 6, 1, 3.9, 13],
  ["flokiusdt", 0.000142, 9, 0, 4.9, 12],
  ["ldousdt", 1.18, 4, 2, 4.4, 11],
  ["crvusdt", 0.31, 5, 2, 4.5, 10],
  ["grtusdt", 0.168, 5, 1, 4.2, 9.2],
  ["vetusdt", 0.0256, 6, 1, 3.8, 8.6],
  ["algousdt", 0.141, 5, 1, 3.6, 8.1],
  ["sandusdt", 0.283, 5, 2, 4.0, 7.4],
  ["manausdt", 0.312, 5, 2, 3.9, 6.8],
  ["zecusdt", 36, 3, 4, 3.8, 6.3],
  ["axsusdt", 5.3, 4, 3, 4.1, 5.7],
  ["chzusdt", 0.0655, 6, 1, 4.0, 5.3],
  ["xtzusdt", 0.72, 4, 2, 3.5, 4.9],
  ["compusdt", 48, 3, 4, 4.0, 4.4],
  ["dashusdt", 26.5, 3, 4, 3.4, 4.1],
  ["snxusdt", 1.58, 4, 2, 4.3, 3.7],
  ["ensusdt", 18.4, 3, 3, 4.4, 3.3],
  ["ksmusdt", 20.1, 3, 3, 3.9, 2.6],
  ["enjusdt", 0.166, 5, 1, 4.1, 2.2],
];

/** Every symbol of the simulated market, busiest first. */
const symbolNumbers: readonly DayNumbers[] = rows.map(
  ([symbol, anchor, pricePrecision, amountPrecision, sdPercent, millions]) => ({
    symbol,
    anchor,
    pricePrecision,
    amountPrecision,
    dailySd: sdPercent / 100,
    dailyVolume: millions * 1_000_000,
  }),
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
