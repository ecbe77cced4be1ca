/**
 * The displayed-only model (rules.md, 3): an order takes what the book shows less what this venue's own
 * orders took there a moment ago, and nothing else. Prices in ticks, amounts in lots.
 */
import { divideUp } from "#protocol/wire/rounding.ts";
import type { BookLevel, Side } from "#protocol/rules/spot-fill.ts";
import type { Level } from "../feed/market-source.ts";

/** Lots taken of a side of the book and when (Unix ms of the snapshot). */
export interface Taken {
  lots: bigint;
  at: number;
}

/** Who took it: the side of the order, and the market's trade where it was not the book that filled. */
export interface TakenBy extends Taken {
  side: Side;
  trade: string | null;
}

const halfLifeMs = 5000;

/** After this the book counts as refilled: twelve half-lives, less than 0.03 % is left. */
export const refillMs = 12 * halfLifeMs;

/**
 * Lots that a side of the book still lacks at `ts` of what was taken of it: halved every 5 s and straight in
 * between, so that it is whole-number arithmetic which every process repeats exactly.
 */
export function missingLots(taken: Iterable<Taken>, ts: number): bigint {
  let missing = 0n;
  for (const { lots, at } of taken) {
    const ageMs = Math.max(0, ts - at);
    if (ageMs < refillMs) missing += faded(lots, ageMs);
  }
  return missing;
}

function faded(lots: bigint, ageMs: number): bigint {
  const halvings = BigInt(Math.floor(ageMs / halfLifeMs));
  const whole = BigInt(2 * halfLifeMs);
  return divideUp(lots * (whole - BigInt(ageMs % halfLifeMs)), whole << halvings);
}

/**
 * What a side of the book has left at each price, best first. What is missing is missing at the best prices,
 * wherever these have moved since; a level of which all was taken stays, so that the best price stays the best.
 */
export function* leftLevels(levels: readonly Level[], missing: bigint): Generator<BookLevel> {
  let owed = missing;
  for (const [ticks, displayed] of levels) {
    const shown = BigInt(displayed);
    const gone = shown < owed ? shown : owed;
    owed -= gone;
    yield { price: BigInt(ticks), lots: shown - gone };
  }
}
