import { gaussianFromWord, portableExp } from "#protocol/proof/simulated-day/portable-math.ts";

/** How many earlier days the level of a day looks back on. */
export const levelTerms = 512;
const volatilityTerms = 64;
/** Days before a day whose noise its level depends on. */
export const levelReach = levelTerms + volatilityTerms;

const marketShare = 0.6;
const ownShare = 0.8;
const volatilitySpread = 0.5;

/** e^(-1/90) and e^(-1/12) as literals: they are part of the model and must not depend on an engine. */
const levelDecay = 0.9889503892939223;
const volatilityDecay = 0.9200444146293233;

const levelWeights = powers(levelDecay, levelTerms);
const volatilityWeights = normalised(powers(volatilityDecay, volatilityTerms));

/** One day's draws, already mixed from the market's and the symbol's own noise; both have variance 1. */
export interface DayDraw {
  shock: number;
  volatility: number;
}

/** Two HMAC digests to the day's draws. */
export function dayDraw(market: Uint8Array, own: Uint8Array): DayDraw {
  return {
    shock: marketShare * gaussianFromWord(market, 0) + ownShare * gaussianFromWord(own, 0),
    volatility: marketShare * gaussianFromWord(market, 4) + ownShare * gaussianFromWord(own, 4),
  };
}

/** V_d: the volatility regime, mean square about 1, from the volatility draws up to the day's at `at`. */
export function volatilityOf(draws: Float64Array, at: number): number {
  let sum = 0;
  for (let k = 0; k < volatilityTerms; k++)
    sum += (volatilityWeights[k] ?? 0) * (draws[at - k] ?? 0);
  return portableExp(volatilitySpread * sum - volatilitySpread * volatilitySpread);
}

/**
 * The log level of a day's close relative to the anchor, from the V·shock of the days up to its own at
 * `at`. Summed in full each time: a running recursion would make the last bits depend on its start.
 */
export function levelOf(dailySd: number, shocks: Float64Array, at: number): number {
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
