import { type ComponentPath, componentNoiseLength, spareDraw } from "./component-path.ts";
import { nearest, portableExp } from "./portable-math.ts";
import type { DayNumbers } from "./symbol-numbers.ts";

const tapeAt = componentNoiseLength;
const bookAt = tapeAt + 2 * 86400;

/** Bytes of keystream of a symbol's own component: its path, then its trades. */
export const dayNoiseLength = bookAt + 16;

const volumeSpread = 0.5;
const highestIndex = 4294967295;

/** The components that move one symbol. */
export interface DayComponents<T> {
  market: T;
  group: T;
  own: T;
}

/**
 * One symbol-day, second by second. `index[s]` is the path at the end of second s in
 * 10^-(pricePrecision+2); the last price is it rounded to ticks.
 */
export interface DayPath {
  index: Uint32Array;
  /** The path at the start of the day, same unit. */
  openIndex: number;
  /** Lots traded in each minute, as planned; never fewer than its prints. */
  minuteAmount: Float64Array;
  /** Two bytes a second: the weight of its amount and its extra prints. */
  tape: Uint8Array;
  /** 16 secret bytes for sizes and spreads. */
  bookSeed: Uint8Array;
  /** Of the whole symbol, 1 in an average regime. */
  volatility: number;
}

/** Last price in ticks from the index: halves go up. */
export function lastOfIndex(index: number): number {
  // Exact for whole indexes: the extra 0.1 outweighs the error of the product and settles the halves.
  return nearest((index + 0.1) * 0.01);
}

/**
 * The price is the exponential of the sum of the components, each by the symbol's loading on it.
 * `noise` is the keystream of the own component. `index` may be a buffer to reuse.
 */
export function buildDayPath(
  symbol: DayNumbers,
  components: DayComponents<ComponentPath>,
  noise: Uint8Array,
  index: Uint32Array = new Uint32Array(86400),
): DayPath {
  const price = minutePrices(symbol, components);
  fillSeconds(symbol, components, price, index);
  return {
    index,
    openIndex: Math.floor((price[0] ?? 0) + 0.5),
    minuteAmount: minuteAmounts(symbol, components, noise, price),
    tape: noise.slice(tapeAt, bookAt),
    bookSeed: noise.slice(bookAt, dayNoiseLength),
    volatility: Math.sqrt(dayVariance(symbol, components)),
  };
}

/** The 1441 prices at minute edges, in index units, not rounded. */
function minutePrices(
  symbol: DayNumbers,
  { market, group, own }: DayComponents<ComponentPath>,
): Float64Array {
  const { loadings } = symbol;
  const scale = symbol.anchor * powerOfTen(symbol.pricePrecision + 2);
  const price = new Float64Array(1441);
  for (let minute = 0; minute <= 1440; minute++) {
    const level =
      loadings.market * (market.edges[minute] ?? 0) +
      loadings.group * (group.edges[minute] ?? 0) +
      loadings.own * (own.edges[minute] ?? 0);
    price[minute] = scale * portableExp(level);
  }
  return price;
}

function fillSeconds(
  { loadings }: DayNumbers,
  components: DayComponents<ComponentPath>,
  price: Float64Array,
  index: Uint32Array,
): void {
  const [market, group, own] = [
    components.market.moves,
    components.group.moves,
    components.own.moves,
  ];
  for (let minute = 0; minute < 1440; minute++) {
    const start = price[minute] ?? 0;
    const at = minute * 60;
    for (let s = at; s < at + 59; s++) {
      const move =
        loadings.market * (market[s] ?? 0) +
        loadings.group * (group[s] ?? 0) +
        loadings.own * (own[s] ?? 0);
      // The first terms of the exponential: the next is below a millionth for a move of a fifth.
      const growth =
        1 + move * (1 + move * (1 / 2 + move * (1 / 6 + move * (1 / 24 + move * (1 / 120)))));
      index[s] = atMost(start * growth + 0.5);
    }
    index[at + 59] = atMost((price[minute + 1] ?? 0) + 0.5);
  }
}

function atMost(value: number): number {
  return value < highestIndex ? value : highestIndex;
}

/** Variance of the symbol's day against an average one. */
function dayVariance(
  { loadings, dailySd }: DayNumbers,
  { market, group, own }: DayComponents<ComponentPath>,
): number {
  const [ofMarket, ofGroup, ofOwn] = [
    loadings.market * market.volatility,
    loadings.group * group.volatility,
    loadings.own * own.volatility,
  ];
  return (ofMarket * ofMarket + ofGroup * ofGroup + ofOwn * ofOwn) / (dailySd * dailySd);
}

function minuteAmounts(
  symbol: DayNumbers,
  { market, group, own }: DayComponents<ComponentPath>,
  noise: Uint8Array,
  price: Float64Array,
): Float64Array {
  const { loadings, dailySd } = symbol;
  const amounts = new Float64Array(1440);
  const lots = powerOfTen(symbol.amountPrecision);
  const turnover = (symbol.dailyVolume / 1440) * powerOfTen(symbol.pricePrecision + 2) * lots;
  const [ofMarket, ofGroup, ofOwn] = [
    (loadings.market * market.volatility) / dailySd,
    (loadings.group * group.volatility) / dailySd,
    (loadings.own * own.volatility) / dailySd,
  ];
  for (let minute = 0; minute < 1440; minute++) {
    const variance =
      ofMarket * ofMarket * (market.share[minute] ?? 0) +
      ofGroup * ofGroup * (group.share[minute] ?? 0) +
      ofOwn * ofOwn * (own.share[minute] ?? 0);
    const activity = Math.sqrt(variance * 1440);
    const edge = price[minute] ?? 1;
    // The cap keeps the turnover of a minute, in ticks times lots, a safe integer.
    const planned = Math.min(
      (turnover / edge) * activity * portableExp(volumeSpread * spareDraw(noise, minute)),
      4e17 / edge,
      5e11,
    );
    amounts[minute] = Math.floor(planned);
  }
  return amounts;
}

/** 10^exponent for small whole exponents, exactly. */
export function powerOfTen(exponent: number): number {
  let value = 1;
  for (let n = 0; n < exponent; n++) value *= 10;
  return value;
}
