import { gaussianFromWord, portableExp, readWord } from "./portable-math.ts";

/**
 * The market, the group of a symbol and what is its own each move as a component: a path of its own for
 * every second of a day, in standard deviations of an average day.
 */
const secondsAt = 0;
const minutesAt = secondsAt + 4 * 86400;
const minuteBytes = 12;
const halvesAt = minutesAt + minuteBytes * 1440;

/** Bytes of keystream that the path of one component's day takes. */
export const componentNoiseLength = halvesAt + 4 * 48;

/** Standard deviation of the sum of four uniform bytes: sqrt(4 (256^2 - 1) / 12). */
const byteSumSd = 147.80054127099805;
const burstSpread = 0.45;
const burstMemory = 0.8;
const burstFresh = 0.6;
const commonShare = 0.6;
const ownShare = 0.8;

/** Volatility of each hour, 00 to 23 GMT+8. */
export const hourFactors = [
  1.24, 1.14, 1.08, 1.06, 1.04, 0.96, 0.9, 0.92, 1.05, 0.98, 0.92, 0.86, 0.8, 0.78, 0.82, 0.92, 1,
  0.95, 0.9, 0.9, 1.02, 1.22, 1.45, 1.38,
] as const;

/** 2 % of minutes have nine times the variance, 0.1 % sixty-four times; of 65536. */
const rareBelow = 1311;
const rareFactor = 9;
const wildBelow = 66;
const wildFactor = 64;

/** Each minute after a jump has 1 + 2 |size| times the variance, which fades by 3 % a minute. */
const aftershock = 2;
const aftershockMemory = 0.97;

/** A move that happens within one second of the day, in the component's unit. */
export interface Jump {
  second: number;
  size: number;
}

/** What fixes a component's day, with its keystream. */
export interface ComponentFacts {
  /** Level at the start and the end of the day. */
  open: number;
  close: number;
  /** Standard deviation of the day's move, jumps left out. */
  volatility: number;
  jumps: readonly Jump[];
}

export interface ComponentPath {
  /** The 1441 levels at the edges of the minutes. */
  edges: Float64Array;
  /** What each second ends at, less the level at the start of its minute. */
  moves: Float32Array;
  /** Each minute's share of the day's variance; sums to 1. */
  share: Float64Array;
  /** The volatility of each half hour as a standard normal number. */
  bursts: Float64Array;
  volatility: number;
}

/**
 * Minutes as a Brownian bridge between the levels of the day with uneven variance, seconds as a bridge
 * inside each minute, jumps on top. The move of the day was drawn with the variance that the bridge has, so
 * that the whole is a random walk with independent steps. `common` are the bursts of the market, which
 * those of the others partly follow. `moves` may be a buffer to reuse.
 */
export function buildComponentPath(
  facts: ComponentFacts,
  noise: Uint8Array,
  common: Float64Array | undefined,
  moves: Float32Array = new Float32Array(86400),
): ComponentPath {
  const bursts = burstsOf(noise, common);
  const share = varianceShares(facts, noise, bursts);
  const edges = minuteEdges(facts, noise, share);
  fillMoves(facts, noise, share, edges, moves);
  return { edges, moves, share, bursts, volatility: facts.volatility };
}

/** A standard normal number of a minute that no price depends on. */
export function spareDraw(noise: Uint8Array, minute: number): number {
  return gaussianFromWord(noise, minutesAt + minuteBytes * minute + 8);
}

function burstsOf(noise: Uint8Array, common: Float64Array | undefined): Float64Array {
  const bursts = new Float64Array(48);
  let burst = 0;
  for (let half = 0; half < 48; half++) {
    const draw = gaussianFromWord(noise, halvesAt + 4 * half);
    burst = half === 0 ? draw : burstMemory * burst + burstFresh * draw;
    bursts[half] =
      common === undefined ? burst : commonShare * (common[half] ?? 0) + ownShare * burst;
  }
  return bursts;
}

function varianceShares(
  { jumps }: ComponentFacts,
  noise: Uint8Array,
  bursts: Float64Array,
): Float64Array {
  const shares = new Float64Array(1440);
  let unrest = 0;
  let total = 0;
  for (let minute = 0; minute < 1440; minute++) {
    const half = Math.floor(minute / 30);
    const factor = (hourFactors[half >> 1] ?? 1) * portableExp(burstSpread * (bursts[half] ?? 0));
    const draw = readWord(noise, minutesAt + minuteBytes * minute + 4) & 0xffff;
    const rare = draw < wildBelow ? wildFactor : draw < rareBelow ? rareFactor : 1;
    const weight = factor * factor * rare * (1 + aftershock * unrest);
    shares[minute] = weight;
    total += weight;
    for (const jump of jumps)
      if (Math.floor(jump.second / 60) === minute) unrest += Math.abs(jump.size);
    unrest *= aftershockMemory;
  }
  for (let minute = 0; minute < 1440; minute++) shares[minute] = (shares[minute] ?? 0) / total;
  return shares;
}

function minuteEdges(
  { open, close, volatility, jumps }: ComponentFacts,
  noise: Uint8Array,
  share: Float64Array,
): Float64Array {
  const walk = new Float64Array(1441);
  for (let minute = 0; minute < 1440; minute++) {
    // Words, not bytes: a coarse grid of increments would show in published prices and give the drift away.
    const draw = gaussianFromWord(noise, minutesAt + minuteBytes * minute);
    walk[minute + 1] = (walk[minute] ?? 0) + Math.sqrt(share[minute] ?? 0) * draw;
  }
  const end = walk[1440] ?? 0;
  const calm = close - open - jumpedBefore(jumps, 86400);
  const edges = new Float64Array(1441);
  let passed = 0;
  edges[0] = open;
  for (let minute = 1; minute < 1440; minute++) {
    passed += share[minute - 1] ?? 0;
    const bridge = calm * passed + volatility * ((walk[minute] ?? 0) - passed * end);
    edges[minute] = open + bridge + jumpedBefore(jumps, minute * 60);
  }
  edges[1440] = close;
  return edges;
}

function jumpedBefore(jumps: readonly Jump[], second: number): number {
  let sum = 0;
  for (const jump of jumps) if (jump.second < second) sum += jump.size;
  return sum;
}

function fillMoves(
  { volatility, jumps }: ComponentFacts,
  noise: Uint8Array,
  share: Float64Array,
  edges: Float64Array,
  moves: Float32Array,
): void {
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
    const inMinute = jumpsBetween(jumps, at, at + 60);
    const calm = (edges[minute + 1] ?? 0) - (edges[minute] ?? 0) - jumpedBefore(inMinute, at + 60);
    const unit = (volatility * Math.sqrt((share[minute] ?? 0) / 60)) / byteSumSd;
    const slope = (calm - unit * sum) / 60;
    for (let k = 0; k < 60; k++) moves[at + k] = slope * (k + 1) + unit * (walk[k] ?? 0);
    for (const { second, size } of inMinute)
      for (let s = second; s < at + 60; s++) moves[s] = (moves[s] ?? 0) + size;
  }
}

const none: readonly Jump[] = [];

function jumpsBetween(jumps: readonly Jump[], from: number, to: number): readonly Jump[] {
  const isHere = ({ second }: Jump) => second >= from && second < to;
  return jumps.some(isHere) ? jumps.filter(isHere) : none;
}
