import type { Jump } from "#protocol/proof/simulated-day/component-path.ts";
import {
  gaussianFromWord,
  portableExp,
  portableLog,
  readWord,
} from "#protocol/proof/simulated-day/portable-math.ts";

/** How many days, its own included, the volatility of a day looks back on. */
export const volatilityTerms = 64;

const commonShare = 0.6;
const ownShare = 0.8;
const volatilitySpread = 0.5;

/** e^(-1/12) as a literal: it is part of the model and must not depend on an engine. */
const volatilityDecay = 0.9200444146293233;
const volatilityWeights = normalised(powers(volatilityDecay, volatilityTerms));

/** Saturdays and Sundays, and the days between, so that the mean square of a week is 1. */
const weekendFactor = 0.75;
const weekdayFactor = 1.08;

/** Of 2^32: half of the days have a jump, three in twenty have two. */
const firstJumpBelow = 2147483648;
const secondJumpBelow = 644245094;
const smallestJump = 0.2;
const largestJump = 3;
const tailIndex = 3;

/** Mean sum of the squares of a day's jumps. */
export const jumpVariance = 0.0745;

/** One day's draws of a component; `shock` and `volatility` are standard normal. */
export interface DayDraw {
  shock: number;
  volatility: number;
  jumps: Jump[];
}

/** An HMAC digest to the day's draws. */
export function dayDraw(digest: Uint8Array): DayDraw {
  const jumps: Jump[] = [];
  const count = readWord(digest, 8);
  if (count < firstJumpBelow) jumps.push(jumpOf(digest, 12));
  if (count < secondJumpBelow) jumps.push(jumpOf(digest, 20));
  return { shock: gaussianFromWord(digest, 0), volatility: gaussianFromWord(digest, 4), jumps };
}

/** A word for the second and the sign, one for the size: a power law of index 3. */
function jumpOf(digest: Uint8Array, at: number): Jump {
  const word = readWord(digest, at);
  const second = Math.floor(((word >>> 1) / 2147483648) * 86400);
  const uniform = (readWord(digest, at + 4) + 0.5) / 4294967296;
  const size = smallestJump * portableExp(-portableLog(uniform) / tailIndex);
  const bounded = size < largestJump ? size : largestJump;
  return { second, size: (word & 1) === 1 ? bounded : -bounded };
}

/** What all jumps of a day add up to. */
export function jumpSum(jumps: readonly Jump[]): number {
  let sum = 0;
  for (const { size } of jumps) sum += size;
  return sum;
}

/** A volatility draw of a component that partly follows the market's. */
export function mixedDraw(common: number, own: number): number {
  return commonShare * common + ownShare * own;
}

/** The volatility regime of a day, mean square about 1, from the draws up to the day's at `at`. */
export function volatilityOf(draws: Float64Array, at: number, day: number): number {
  let sum = 0;
  for (let k = 0; k < volatilityTerms; k++)
    sum += (volatilityWeights[k] ?? 0) * (draws[at - k] ?? 0);
  const calendar = isWeekend(day) ? weekendFactor : weekdayFactor;
  return calendar * portableExp(volatilitySpread * sum - volatilitySpread * volatilitySpread);
}

/** Day 0 was a Wednesday. */
function isWeekend(day: number): boolean {
  const weekday = day % 7;
  return weekday === 3 || weekday === 4;
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
