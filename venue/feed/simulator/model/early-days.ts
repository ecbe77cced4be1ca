import {
  type ComponentFacts,
  hourFactors,
  type Jump,
} from "#protocol/proof/simulated-day/component-path.ts";
import { lastOfIndex, powerOfTen } from "#protocol/proof/simulated-day/day-path.ts";
import {
  gaussianFromWord,
  nearest,
  portableExp,
  portableLog,
} from "#protocol/proof/simulated-day/portable-math.ts";
import { marketFactor } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import { type CandleColumns, candleColumns, turnoverUnit } from "./day-minutes.ts";
import type { MarketModel } from "./market-model.ts";
import { recent } from "./memory.ts";
import { earlyMessage, type Noise } from "./noise.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/**
 * Days before the exchange opened, which nobody traded on: their 4-hour candles are drawn first, and their minutes
 * so that they add up to them to the last unit. It costs some hundredths of a day that is made second by second
 * (docs/simulator.md, "Before the opening").
 */
export interface EarlyDays {
  /** Writes the six 4-hour candles of a day to `into` from `row` on; some 20 µs. */
  blocks(symbol: SimulatedSymbol, day: number, into: CandleColumns, row: number): void;
  /** The 1440 candles of a day; some 0.6 ms. */
  minutes(symbol: SimulatedSymbol, day: number): CandleColumns;
}

/** Another number makes stored candles of such days be made again. */
export const earlyVersion = 2;

const blocks = 6;
const minutesPerBlock = 240;
const blockSeconds = 14400;

/** Bytes of a minute's noise: a normal number, two chances for its highest and lowest, one for its amount. */
const minuteBytes = 12;

/** Each block's share of the variance of a day, by the hours that it holds. */
const blockShares = sharesOfBlocks();

/** How much a block's amount scatters around what its movement lets expect. */
const amountSpread = 0.25;
/** Standard deviation of a byte. */
const byteSd = 73.90027063531352;
/** Mean of exp(n / 2), the scatter of a minute of the exact model, over standard normal n. */
const meanScatter = 1.1331484530668263;
/** A minute's part of its block's amount is at least this part of an equal one. */
const leastWeight = 0.15;
const highestIndex = 4294967295;
const rememberedDays = 64;
/** Room for edges is made so many days at a time. */
const daysAhead = 1024;

export function createEarlyDays(model: MarketModel): EarlyDays {
  const minutes = new Map<string, CandleColumns>();
  /** Block edges of the market and the groups, which many symbols share: those of all days in a row, NaN until asked for. */
  const factorEdges = new Map<string, Float64Array>();

  function edgesOf(name: string, facts: ComponentFacts, day: number): Float64Array {
    return blockEdges(facts, model.noise.hmac(earlyMessage(name, day, "moves")));
  }
  function factorEdgesOf(name: string, facts: ComponentFacts, day: number): Float64Array {
    const [from, to] = [day * (blocks + 1), (day + 1) * (blocks + 1)];
    let days = factorEdges.get(name) ?? new Float64Array(0);
    if (days.length < to) {
      const longer = new Float64Array(to + daysAhead * (blocks + 1)).fill(Number.NaN);
      longer.set(days);
      days = longer;
      factorEdges.set(name, days);
    }
    if (Number.isNaN(days[from])) days.set(edgesOf(name, facts, day), from);
    return days.subarray(from, to);
  }
  function draw(symbol: SimulatedSymbol, day: number): DrawnDay {
    const { loadings, group, spec } = symbol;
    const facts = model.facts(symbol, day);
    const [market, ofGroup, own] = facts;
    const edges = new Float64Array(blocks + 1);
    const parts = [
      [loadings.market, factorEdgesOf(marketFactor, market, day)],
      [loadings.group, factorEdgesOf(group, ofGroup, day)],
      [loadings.own, edgesOf(spec.symbol, own, day)],
    ] as const;
    for (const [loading, levels] of parts)
      for (let edge = 0; edge <= blocks; edge++)
        edges[edge] = (edges[edge] ?? 0) + loading * (levels[edge] ?? 0);
    return {
      symbol,
      day,
      facts,
      edges,
      variance:
        (loadings.market * market.volatility) ** 2 +
        (loadings.group * ofGroup.volatility) ** 2 +
        (loadings.own * own.volatility) ** 2,
      ranges: model.noise.hmac(earlyMessage(spec.symbol, day, "ranges")),
    };
  }
  return {
    blocks(symbol, day, into, row) {
      const drawn = draw(symbol, day);
      for (let block = 0; block < blocks; block++) writeBlock(drawn, block, into, row + block);
    },
    minutes: (symbol, day) =>
      recent(minutes, `${day}|${symbol.spec.symbol}`, rememberedDays, () =>
        minutesOf(model.noise, draw(symbol, day)),
      ),
  };
}

/** A day of a symbol in logarithms against its anchor, block by block. */
interface DrawnDay {
  symbol: SimulatedSymbol;
  day: number;
  /** Of the market, the group and its own. */
  facts: readonly [ComponentFacts, ComponentFacts, ComponentFacts];
  /** Levels at the seven edges of the blocks. */
  edges: Float64Array;
  /** Variance of the symbol's day, jumps left out. */
  variance: number;
  /** Noise of the highest, lowest and amounts of the blocks, five bytes each. */
  ranges: Uint8Array;
}

/** A bridge from the day's open to its close over the blocks, jumps on top, as the exact model has it over minutes. */
function blockEdges(
  { open, close, volatility, jumps }: ComponentFacts,
  bytes: Uint8Array,
): Float64Array {
  const walk = new Float64Array(blocks + 1);
  for (let block = 0; block < blocks; block++)
    walk[block + 1] =
      (walk[block] ?? 0) + Math.sqrt(blockShares[block] ?? 0) * gaussianFromWord(bytes, 4 * block);
  const end = walk[blocks] ?? 0;
  const calm = close - open - jumpsUpTo(jumps, 86400);
  const edges = new Float64Array(blocks + 1);
  let passed = 0;
  for (let block = 0; block < blocks; block++) {
    const bridge = calm * passed + volatility * ((walk[block] ?? 0) - passed * end);
    edges[block] = open + bridge + jumpsUpTo(jumps, block * blockSeconds);
    passed += blockShares[block] ?? 0;
  }
  edges[blocks] = close;
  return edges;
}

function jumpsUpTo(jumps: readonly Jump[], second: number): number {
  let sum = 0;
  for (const jump of jumps) if (jump.second < second) sum += jump.size;
  return sum;
}

function writeBlock(
  { symbol, edges, variance, ranges }: DrawnDay,
  block: number,
  into: CandleColumns,
  row: number,
): void {
  const [from, to] = [edges[block] ?? 0, edges[block + 1] ?? 0];
  const blockVariance = variance * (blockShares[block] ?? 0);
  const at = 5 * block;
  const [open, close] = [ticksAt(symbol, from), ticksAt(symbol, to)];
  const high = ticksAt(symbol, highest(from, to, blockVariance, halfWord(ranges, at)));
  const low = ticksAt(symbol, -highest(-from, -to, blockVariance, halfWord(ranges, at + 2)));
  into.open[row] = open;
  into.close[row] = close;
  into.high[row] = Math.max(high, open, close);
  into.low[row] = Math.min(low, open, close);
  const price = meanPrice(into, row);
  const count = countPerMinute(symbol) * minutesPerBlock;
  const activity = Math.sqrt((blockVariance * blocks) / (symbol.dailySd * symbol.dailySd));
  const turnover = (symbol.dailyVolume / blocks) * activity * meanScatter;
  const lots =
    (turnover * powerOfTen(symbol.pricePrecision) * powerOfTen(symbol.amountPrecision)) / price;
  const scatter = portableExp((amountSpread * ((ranges[at + 4] ?? 0) - 127.5)) / byteSd);
  into.count[row] = count;
  into.amount[row] = Math.max(Math.floor(lots * scatter), count);
  into.vol[row] = Math.floor(((into.amount[row] ?? 0) * price) / turnoverUnit(symbol));
}

/** What a candle's amount is valued at, ticks. */
function meanPrice({ open, close, high, low }: CandleColumns, row: number): number {
  return ((open[row] ?? 0) + (close[row] ?? 0) + (high[row] ?? 0) + (low[row] ?? 0)) / 4;
}

/**
 * The highest level of a Brownian bridge from `from` to `to`, by the inverse of its distribution:
 * P(max > m) = exp(−2 (m − from)(m − to) / variance). `word` is a chance of 16 bits.
 */
function highest(from: number, to: number, variance: number, word: number): number {
  const way = to - from;
  return (from + to + Math.sqrt(way * way - 2 * variance * (logs[word] ?? 0))) / 2;
}

/** ln((n + 0.5) / 65536) of each n of 16 bits. */
const logs = Float64Array.from({ length: 65536 }, (_, n) => portableLog((n + 0.5) / 65536));

function halfWord(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

function ticksAt(symbol: SimulatedSymbol, level: number): number {
  return ticksOf(scaleOf(symbol) * portableExp(level));
}

/** Index units of the anchor. */
function scaleOf({ anchor, pricePrecision }: SimulatedSymbol): number {
  return anchor * powerOfTen(pricePrecision + 2);
}

/** Index units, not rounded, to ticks. */
function ticksOf(index: number): number {
  return Math.max(lastOfIndex(Math.floor(Math.min(index + 0.5, highestIndex))), 1);
}

const minuteCounts = [0, 45, 81, 142, 230, 378] as const;

/** Prints of a minute, by pace on average as many as the exact model has. */
function countPerMinute({ pace }: SimulatedSymbol): number {
  return minuteCounts[pace] ?? 0;
}

function minutesOf(noise: Noise, drawn: DrawnDay): CandleColumns {
  const { symbol, day } = drawn;
  const bytes = [marketFactor, symbol.group, symbol.spec.symbol].map((name) =>
    noise.keystream(
      noise.hmac(earlyMessage(name, day, "minutes")).slice(0, 16),
      minuteBytes * 1440,
    ),
  );
  const ofBlocks = candleColumns(blocks);
  const minutes = candleColumns(1440);
  for (let block = 0; block < blocks; block++) {
    writeBlock(drawn, block, ofBlocks, block);
    writePrices(drawn, block, bytes, minutes);
    fitPrices(ofBlocks, block, minutes);
    writeAmounts(drawn, block, bytes[2] ?? new Uint8Array(0), ofBlocks, minutes);
  }
  return minutes;
}

/** Prices of a block's minutes as a bridge between its edges, jumps where they were. */
function writePrices(
  { symbol, facts, edges, variance }: DrawnDay,
  block: number,
  noise: readonly Uint8Array[],
  minutes: CandleColumns,
): void {
  const { loadings } = symbol;
  const share = (blockShares[block] ?? 0) / minutesPerBlock;
  const first = block * minutesPerBlock;
  const walk = new Float64Array(minutesPerBlock + 1);
  const jumped = new Float64Array(minutesPerBlock + 1);
  [loadings.market, loadings.group, loadings.own].forEach((loading, which) => {
    const { volatility, jumps } = facts[which] ?? facts[0];
    const bytes = noise[which] ?? new Uint8Array(0);
    const unit = loading * volatility * Math.sqrt(share);
    let sum = 0;
    for (let k = 0; k < minutesPerBlock; k++) {
      sum += unit * gaussianFromWord(bytes, minuteBytes * (first + k));
      walk[k + 1] = (walk[k + 1] ?? 0) + sum;
    }
    for (const { second, size } of jumps) {
      const at = Math.floor(second / 60) - first;
      if (at < 0 || at >= minutesPerBlock) continue;
      for (let k = at + 1; k <= minutesPerBlock; k++) jumped[k] = (jumped[k] ?? 0) + loading * size;
    }
  });
  const own = noise[2] ?? new Uint8Array(0);
  const [from, to] = [edges[block] ?? 0, edges[block + 1] ?? 0];
  const drift = to - from - (jumped[minutesPerBlock] ?? 0) - (walk[minutesPerBlock] ?? 0);
  const minuteVariance = variance * share;
  const scale = scaleOf(symbol);
  let before = from;
  let index = scale * portableExp(from);
  let open = ticksOf(index);
  for (let k = 0; k < minutesPerBlock; k++) {
    const row = first + k;
    const draws = minuteBytes * row;
    const isLast = k === minutesPerBlock - 1;
    const after = isLast
      ? to
      : from + ((k + 1) / minutesPerBlock) * drift + (walk[k + 1] ?? 0) + (jumped[k + 1] ?? 0);
    const next = scale * portableExp(after);
    const close = ticksOf(next);
    const up = highest(before, after, minuteVariance, halfWord(own, draws + 4)) - before;
    const down = -highest(-before, -after, minuteVariance, halfWord(own, draws + 6)) - before;
    minutes.open[row] = open;
    minutes.close[row] = close;
    minutes.high[row] = Math.max(open, close, ticksOf(index * growth(up)));
    minutes.low[row] = Math.min(open, close, ticksOf(index * growth(down)));
    [before, index, open] = [after, next, close];
  }
}

/** The first terms of the exponential, as the exact model has them within a minute. */
function growth(x: number): number {
  return 1 + x * (1 + x * (1 / 2 + x * (1 / 6 + x * (1 / 24 + x * (1 / 120)))));
}

/** Stretches what lies above and below the block's open and close until its highest and lowest are the block's. */
function fitPrices(ofBlocks: CandleColumns, block: number, minutes: CandleColumns): void {
  const [from, to] = [block * minutesPerBlock, (block + 1) * minutesPerBlock];
  const [open, close] = [ofBlocks.open[block] ?? 0, ofBlocks.close[block] ?? 0];
  const [top, bottom] = [Math.max(open, close), Math.min(open, close)];
  const [high, low] = [ofBlocks.high[block] ?? 0, ofBlocks.low[block] ?? 0];
  let [most, least, mostRow, leastRow] = [0, Number.POSITIVE_INFINITY, from, from];
  for (let row = from; row < to; row++) {
    if ((minutes.high[row] ?? 0) > most) [most, mostRow] = [minutes.high[row] ?? 0, row];
    if ((minutes.low[row] ?? 0) < least) [least, leastRow] = [minutes.low[row] ?? 0, row];
  }
  const fit = (price: number): number => {
    if (price > top)
      return price === most ? high : top + nearest(((price - top) * (high - top)) / (most - top));
    if (price < bottom)
      return price === least
        ? low
        : bottom - nearest(((bottom - price) * (bottom - low)) / (bottom - least));
    return price;
  };
  for (const column of [minutes.open, minutes.high, minutes.low, minutes.close])
    for (let row = from; row < to; row++) column[row] = fit(column[row] ?? 0);
  minutes.high[mostRow] = high;
  minutes.low[leastRow] = low;
}

/**
 * Parts of the block's amount and turnover. The weights are tilted by the price, so that the turnover of the minutes
 * comes out at the block's with each minute at about its own price.
 */
function writeAmounts(
  { symbol }: DrawnDay,
  block: number,
  own: Uint8Array,
  ofBlocks: CandleColumns,
  minutes: CandleColumns,
): void {
  const first = block * minutesPerBlock;
  const weights = new Float64Array(minutesPerBlock);
  const prices = new Float64Array(minutesPerBlock);
  let [total, mean] = [0, 0];
  for (let k = 0; k < minutesPerBlock; k++) {
    const row = first + k;
    const price = meanPrice(minutes, row);
    const weight =
      leastWeight - (1 - leastWeight) * (logs[halfWord(own, minuteBytes * row + 8)] ?? 0);
    [prices[k], weights[k]] = [price, weight];
    total += weight;
    mean += weight * price;
  }
  mean /= total;
  let [spread, plain] = [0, 0];
  for (let k = 0; k < minutesPerBlock; k++) {
    spread += (weights[k] ?? 0) * ((prices[k] ?? 0) - mean) ** 2;
    plain += (prices[k] ?? 0) / minutesPerBlock;
  }
  const count = countPerMinute(symbol);
  const amount = ofBlocks.amount[block] ?? 0;
  const least = count * minutesPerBlock;
  const rest = amount - least;
  // A lot of each print goes to its minute at any price; what is above it makes up for that.
  const wanted = rest > 0 ? (amount * meanPrice(ofBlocks, block) - least * plain) / rest : mean;
  const tilt = spread > 0 ? ((wanted - mean) * total) / spread : 0;
  let tilted = 0;
  for (let k = 0; k < minutesPerBlock; k++) {
    const factor = Math.min(Math.max(1 + tilt * ((prices[k] ?? 0) - mean), 0.1), 10);
    weights[k] = (weights[k] ?? 0) * factor;
    tilted += weights[k] ?? 0;
  }
  let [passed, given, worth] = [0, 0, 0];
  for (let k = 0; k < minutesPerBlock; k++) {
    const row = first + k;
    passed += weights[k] ?? 0;
    const upTo = k === minutesPerBlock - 1 ? rest : Math.floor((rest * passed) / tilted);
    minutes.count[row] = count;
    minutes.amount[row] = count + upTo - given;
    worth += (minutes.amount[row] ?? 0) * (prices[k] ?? 0);
    given = upTo;
  }
  // By what a minute got, not by its weight: a quiet coin's lots are few, and their rounding would show as a price.
  const vol = ofBlocks.vol[block] ?? 0;
  let [paid, spent] = [0, 0];
  for (let k = 0; k < minutesPerBlock; k++) {
    const row = first + k;
    paid += (minutes.amount[row] ?? 0) * (prices[k] ?? 0);
    const volUpTo = k === minutesPerBlock - 1 ? vol : Math.floor((vol * paid) / worth);
    minutes.vol[row] = volUpTo - spent;
    spent = volUpTo;
  }
}

function sharesOfBlocks(): Float64Array {
  const shares = new Float64Array(blocks);
  let total = 0;
  hourFactors.forEach((factor, hour) => {
    const block = Math.floor(hour / 4);
    shares[block] = (shares[block] ?? 0) + factor * factor;
    total += factor * factor;
  });
  return shares.map((share) => share / total);
}
