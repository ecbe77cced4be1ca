import { gaussianFromWord, nearest, portableExp, readWord } from "./portable-math.ts";
import type { DayNumbers } from "./symbol-numbers.ts";

const secondsAt = 0;
const minutesAt = secondsAt + 4 * 86400;
const halvesAt = minutesAt + 24 * 1440;
const tapeAt = halvesAt + 24 * 48;
const bookAt = tapeAt + 2 * 86400;

/** Bytes of keystream that one symbol-day takes. */
export const dayNoiseLength = bookAt + 16;

/** Standard deviation of the sum of four uniform bytes: sqrt(4 (256^2 - 1) / 12). */
const byteSumSd = 147.80054127099805;
const burstSpread = 0.45;
const burstMemory = 0.8;
const burstFresh = 0.6;
const sessionFactor = 1.35;
const rareFactor = 9;
/** 2 % of 65536. */
const rareBelow = 1311;
const volumeSpread = 0.5;

/** What fixes a day: this and the public table are all that is needed to recompute it. */
export interface DayFacts {
  /** Log level at the start and end of the day, relative to the anchor. */
  open: number;
  close: number;
  /** V_d, the volatility regime. */
  volatility: number;
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
  volatility: number;
}

/** Last price in ticks from the index: halves go up. */
export function lastOfIndex(index: number): number {
  // Exact for whole indexes: the extra 0.1 outweighs the error of the product and settles the halves.
  return nearest((index + 0.1) * 0.01);
}

/**
 * The three nested levels below the day: minutes as a Brownian bridge between the day's closes with
 * uneven variance, seconds as a bridge inside each minute. `index` may be a buffer to reuse.
 */
export function buildDayPath(
  symbol: DayNumbers,
  facts: DayFacts,
  noise: Uint8Array,
  index: Uint32Array = new Uint32Array(86400),
): DayPath {
  const share = varianceShares(noise);
  const price = minutePrices(symbol, facts, noise, share);
  fillSeconds(symbol, facts, noise, share, price, index);
  return {
    index,
    openIndex: Math.floor((price[0] ?? 0) + 0.5),
    minuteAmount: minuteAmounts(symbol, facts, noise, share, price),
    tape: noise.slice(tapeAt, bookAt),
    bookSeed: noise.slice(bookAt, dayNoiseLength),
    volatility: facts.volatility,
  };
}

/** Each minute's share of the day's variance: bursts, the busy session, rare wild minutes; sums to 1. */
function varianceShares(noise: Uint8Array): Float64Array {
  const shares = new Float64Array(1440);
  let burst = 0;
  let total = 0;
  for (let half = 0; half < 48; half++) {
    const draw = gaussianFromWord(noise, halvesAt + 24 * half);
    burst = half === 0 ? draw : burstMemory * burst + burstFresh * draw;
    // UTC 13-22 h is 21-06 h in GMT+8.
    const session = half < 12 || half >= 42 ? sessionFactor : 1;
    const factor = session * portableExp(burstSpread * burst);
    for (let minute = half * 30; minute < half * 30 + 30; minute++) {
      const rare =
        (readWord(noise, minutesAt + 24 * minute + 4) & 0xffff) < rareBelow ? rareFactor : 1;
      const weight = factor * factor * rare;
      shares[minute] = weight;
      total += weight;
    }
  }
  for (let minute = 0; minute < 1440; minute++) shares[minute] = (shares[minute] ?? 0) / total;
  return shares;
}

/** The 1441 prices at minute edges, in index units, not rounded. */
function minutePrices(
  symbol: DayNumbers,
  facts: DayFacts,
  noise: Uint8Array,
  share: Float64Array,
): Float64Array {
  const walk = new Float64Array(1441);
  for (let minute = 0; minute < 1440; minute++) {
    // Words, not bytes: a coarse grid of increments would show in published prices and give the drift away.
    const draw = gaussianFromWord(noise, minutesAt + 24 * minute);
    walk[minute + 1] = (walk[minute] ?? 0) + Math.sqrt(share[minute] ?? 0) * draw;
  }
  const end = walk[1440] ?? 0;
  const sd = symbol.dailySd * facts.volatility;
  const scale = indexScale(symbol);
  const price = new Float64Array(1441);
  let passed = 0;
  price[0] = scale * portableExp(facts.open);
  for (let minute = 1; minute < 1440; minute++) {
    passed += share[minute - 1] ?? 0;
    const level =
      facts.open + (facts.close - facts.open) * passed + sd * ((walk[minute] ?? 0) - passed * end);
    price[minute] = scale * portableExp(level);
  }
  price[1440] = scale * portableExp(facts.close);
  return price;
}

function fillSeconds(
  symbol: DayNumbers,
  facts: DayFacts,
  noise: Uint8Array,
  share: Float64Array,
  price: Float64Array,
  index: Uint32Array,
): void {
  const sd = symbol.dailySd * facts.volatility;
  const words = new Uint32Array(noise.buffer, noise.byteOffset + secondsAt, 86400);
  const walk = new Int32Array(60);
  for (let minute = 0; minute < 1440; minute++) {
    const at = minute * 60;
    let sum = 0;
    for (let k = 0; k < 60; k++) {
      // The sum of a word's four bytes is the same in either byte order.
      const word = words[at + k] ?? 0;
      const pairs = (word & 0x00ff00ff) + ((word >>> 8) & 0x00ff00ff);
      sum += (pairs & 0xffff) + (pairs >>> 16) - 510;
      walk[k] = sum;
    }
    const start = price[minute] ?? 0;
    const end = price[minute + 1] ?? 0;
    const unit = (start * sd * Math.sqrt((share[minute] ?? 0) / 60)) / byteSumSd;
    const slope = (end - start - unit * sum) / 60;
    for (let k = 0; k < 59; k++)
      index[at + k] = start + slope * (k + 1) + unit * (walk[k] ?? 0) + 0.5;
    index[at + 59] = end + 0.5;
  }
}

function minuteAmounts(
  symbol: DayNumbers,
  facts: DayFacts,
  noise: Uint8Array,
  share: Float64Array,
  price: Float64Array,
): Float64Array {
  const amounts = new Float64Array(1440);
  const lots = powerOfTen(symbol.amountPrecision);
  const turnover =
    (symbol.dailyVolume / 1440) * facts.volatility * powerOfTen(symbol.pricePrecision + 2) * lots;
  for (let minute = 0; minute < 1440; minute++) {
    const activity = Math.sqrt((share[minute] ?? 0) * 1440);
    const draw = gaussianFromWord(noise, minutesAt + 24 * minute + 8);
    const edge = price[minute] ?? 1;
    // The cap keeps the turnover of a minute, in ticks times lots, a safe integer.
    const planned = Math.min(
      (turnover / edge) * activity * portableExp(volumeSpread * draw),
      4e17 / edge,
      5e11,
    );
    amounts[minute] = Math.floor(planned);
  }
  return amounts;
}

/** Quote currency at the anchor to index units. */
function indexScale(symbol: DayNumbers): number {
  return symbol.anchor * powerOfTen(symbol.pricePrecision + 2);
}

/** 10^exponent for small whole exponents, exactly. */
export function powerOfTen(exponent: number): number {
  let value = 1;
  for (let n = 0; n < exponent; n++) value *= 10;
  return value;
}
