/**
 * The model `bridge3-v1`, which the gate must catch: the common factor enters each coin's close alone, and
 * levels return to the anchors. Nothing else uses it.
 */
import { createCipheriv, createHmac } from "node:crypto";
import { powerOfTen } from "#protocol/proof/simulated-day/day-path.ts";
import type { DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import {
  gaussianFromWord,
  portableExp,
  readWord,
} from "#protocol/proof/simulated-day/portable-math.ts";
import type { SimulatedSymbol } from "../../../../venue/feed/simulator/model/symbol-table.ts";
import type { PlayedMarket } from "./played-market.ts";

const secondsAt = 0;
const minutesAt = secondsAt + 4 * 86400;
const halvesAt = minutesAt + 24 * 1440;
const tapeAt = halvesAt + 24 * 48;
const bookAt = tapeAt + 2 * 86400;

const dayNoiseLength = bookAt + 16;

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

/** How many earlier days the level of a day looks back on. */
const levelTerms = 512;
const volatilityTerms = 64;

const marketShare = 0.6;
const ownShare = 0.8;
const volatilitySpread = 0.5;

/** e^(-1/90) and e^(-1/12) as literals: they are part of the model and must not depend on an engine. */
const levelDecay = 0.9889503892939223;
const volatilityDecay = 0.9200444146293233;

const levelWeights = powers(levelDecay, levelTerms);
const volatilityWeights = normalised(powers(volatilityDecay, volatilityTerms));

/** One day's draws, already mixed from the market's and the symbol's own noise; both have variance 1. */
interface DayDraw {
  shock: number;
  volatility: number;
}

/** Two HMAC digests to the day's draws. */
function dayDraw(market: Uint8Array, own: Uint8Array): DayDraw {
  return {
    shock: marketShare * gaussianFromWord(market, 0) + ownShare * gaussianFromWord(own, 0),
    volatility: marketShare * gaussianFromWord(market, 4) + ownShare * gaussianFromWord(own, 4),
  };
}

/** V_d: the volatility regime, mean square about 1, from the volatility draws up to the day's at `at`. */
function volatilityOf(draws: Float64Array, at: number): number {
  let sum = 0;
  for (let k = 0; k < volatilityTerms; k++)
    sum += (volatilityWeights[k] ?? 0) * (draws[at - k] ?? 0);
  return portableExp(volatilitySpread * sum - volatilitySpread * volatilitySpread);
}

/**
 * The log level of a day's close relative to the anchor, from the V·shock of the days up to its own at
 * `at`. Summed in full each time: a running recursion would make the last bits depend on its start.
 */
function levelOf(dailySd: number, shocks: Float64Array, at: number): number {
  let sum = 0;
  for (let k = 0; k < levelTerms; k++) sum += (levelWeights[k] ?? 0) * (shocks[at - k] ?? 0);
  return dailySd * sum;
}

function powers(base: number, count: number): Float64Array {
  const result = new Float64Array(count);
  let value = 1;
  for (let k = 0; k < count; k++) {
    result[k] = value;
    value *= base;
  }
  return result;
}

function normalised(weights: Float64Array): Float64Array {
  let squares = 0;
  for (const weight of weights) squares += weight * weight;
  const norm = Math.sqrt(squares);
  return weights.map((weight) => weight / norm);
}

function buildDayPath(
  symbol: SimulatedSymbol,
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
  symbol: SimulatedSymbol,
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
  symbol: SimulatedSymbol,
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
  symbol: SimulatedSymbol,
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
function indexScale(symbol: SimulatedSymbol): number {
  return symbol.anchor * powerOfTen(symbol.pricePrecision + 2);
}

interface DayFacts {
  open: number;
  close: number;
  volatility: number;
}

export function createBridge3Market(master: string): PlayedMarket {
  const digests = new Map<string, Buffer>();
  const draws = new Map<string, DayDraw>();
  const volatilities = new Map<string, number>();
  const hmac = (message: string) => createHmac("sha256", master).update(message).digest();

  function drawOf(name: string, day: number): DayDraw {
    const key = `${name}|${day}`;
    const known = draws.get(key);
    if (known) return known;
    const market = digests.get(`mkt|${day}`) ?? hmac(`mkt|${day}`);
    digests.set(`mkt|${day}`, market);
    const draw = dayDraw(market, hmac(key));
    draws.set(key, draw);
    return draw;
  }
  function volatility(name: string, day: number): number {
    const key = `${name}|${day}`;
    const known = volatilities.get(key);
    if (known !== undefined) return known;
    const row = Float64Array.from(
      { length: volatilityTerms },
      (_, k) => drawOf(name, day - volatilityTerms + 1 + k).volatility,
    );
    const value = volatilityOf(row, volatilityTerms - 1);
    volatilities.set(key, value);
    return value;
  }
  function closeLevel({ spec: { symbol }, dailySd }: SimulatedSymbol, day: number): number {
    const shocks = Float64Array.from({ length: levelTerms }, (_, k) => {
      const of = day - levelTerms + 1 + k;
      return volatility(symbol, of) * drawOf(symbol, of).shock;
    });
    return levelOf(dailySd, shocks, levelTerms - 1);
  }
  return {
    closeLevel,
    path(symbol, day, index) {
      const key = hmac(`day|${symbol.spec.symbol}|${day}`).subarray(0, 16);
      const bytes = createCipheriv("aes-128-ctr", key, Buffer.alloc(16)).update(
        Buffer.alloc(dayNoiseLength),
      );
      const facts = {
        open: closeLevel(symbol, day - 1),
        close: closeLevel(symbol, day),
        volatility: volatility(symbol.spec.symbol, day),
      };
      return buildDayPath(symbol, facts, new Uint8Array(bytes), index);
    },
  };
}
