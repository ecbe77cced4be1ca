import { gaussianFromWord, readWord } from "#protocol/proof/simulated-day/portable-math.ts";
import { fundingRate } from "../../funding.ts";
import { computed, recent } from "./memory.ts";
import type { Noise } from "./noise.ts";
import { premiumMessage } from "./noise.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** By how much a contract is wanted above its index, a sample a minute in 1e-8. */
export interface PremiumDays {
  /** The 1440 samples of a day, each taken at the last second of its minute. */
  minutes(symbol: SimulatedSymbol, day: number): Float64Array;
}

/**
 * A premium stays within these, so that no settlement pays more than 0.07 %, which is what a maker's and a
 * taker's fee come to: who comes for one settlement alone pays at least as much as it brings.
 */
const middle = 5000;
const mostBeyond = 115_000;

const dayLimit = 400;
/** Days that a level looks back on; what lies before counts below a millionth. */
const levelDays = 40;
/** Standard deviation of the noise of a minute, its memory, and over how many minutes of a day's ends it fades. */
const noiseSpread = 15_000;
const noiseMemory = 0.98;
const edgeMinutes = 60;

/** How the premium of one contract behaves; nobody knows it before he has watched it. */
interface Habit {
  /** How much of a day's level is left after a day. */
  memory: number;
  spread: number;
  /** Where the premium goes back to: rates have no mean there, though most are above zero. */
  home: number;
}

export function createPremiumDays(noise: Noise): PremiumDays {
  const habits = new Map<string, Habit>();
  const shocks = new Map<string, number>();
  const days = new Map<string, Float64Array>();

  function habitOf({ spec, dailySd }: SimulatedSymbol): Habit {
    return computed(habits, spec.symbol, () => {
      const digest = noise.hmac(premiumMessage(spec.symbol));
      const spread = 1_500_000 * dailySd * (0.7 + 0.6 * shareOf(digest, 0));
      return { memory: 0.15 + 0.5 * shareOf(digest, 4), spread, home: homeOf(spread) };
    });
  }
  /** The level at the end of a day, in standard deviations. */
  function levelAfter(symbol: SimulatedSymbol, day: number, memory: number): number {
    let level = 0;
    for (let past = day - levelDays; past <= day; past++) {
      const shock = computed(shocks, `${past}|${symbol.spec.symbol}`, () =>
        gaussianFromWord(noise.hmac(premiumMessage(symbol.spec.symbol, past)), 0),
      );
      level = memory * level + Math.sqrt(1 - memory * memory) * shock;
    }
    return level;
  }
  function compute(symbol: SimulatedSymbol, day: number): Float64Array {
    const { memory, spread, home } = habitOf(symbol);
    const open = levelAfter(symbol, day - 1, memory);
    const close = levelAfter(symbol, day, memory);
    const key = noise.hmac(premiumMessage(symbol.spec.symbol, day)).slice(16, 32);
    const bytes = noise.keystream(key, 4 * 1440);
    const samples = new Float64Array(1440);
    let drawn = 0;
    for (let minute = 0; minute < 1440; minute++) {
      drawn =
        noiseMemory * drawn +
        Math.sqrt(1 - noiseMemory * noiseMemory) * gaussianFromWord(bytes, 4 * minute);
      const level = open + ((close - open) * (minute + 1)) / 1440;
      const toEdge = Math.min(minute, 1439 - minute, edgeMinutes) / edgeMinutes;
      samples[minute] = premiumOf(home + spread * level + noiseSpread * toEdge * drawn);
    }
    return samples;
  }
  return {
    minutes: (symbol, day) =>
      recent(days, `${day}|${symbol.spec.symbol}`, dayLimit, () => compute(symbol, day)),
  };
}

/** Bounded smoothly. */
function premiumOf(wanted: number): number {
  const beyond = (wanted - middle) / mostBeyond;
  return Math.round(middle + (mostBeyond * beyond) / Math.sqrt(1 + beyond * beyond));
}

/**
 * The rate is 0.01 % wherever the premium is small. For its mean to be none, the premium lies below zero on
 * average: who holds the coin and sells the contract forever earns most of the time, and no more in all.
 */
function homeOf(spread: number): number {
  let [low, high] = [-mostBeyond, 0];
  for (let tries = 0; tries < 30; tries++) {
    const home = (low + high) / 2;
    if (meanRate(home, spread * periodSpread) < 0) low = home;
    else high = home;
  }
  return (low + high) / 2;
}

/** A level's mean over a period moves less than the level at the end of a day. */
const periodSpread = 0.85;

function meanRate(home: number, spread: number): number {
  let [sum, weights] = [0, 0];
  for (let z = -4; z <= 4; z += 0.1) {
    const weight = Math.exp(-(z * z) / 2);
    sum += weight * fundingRate(premiumOf(home + spread * z));
    weights += weight;
  }
  return sum / weights;
}

function shareOf(digest: Uint8Array, at: number): number {
  return readWord(digest, at) / 4294967296;
}
