/**
 * The displayed-only model (rules.md, 3): an order takes what the book shows less what this venue's own
 * orders took there a moment ago, and nothing else. Prices in ticks, amounts in lots.
 */
import { divideUp } from "#protocol/wire/rounding.ts";
import type { BookLevel, Side } from "#protocol/rules/spot-fill.ts";
import type { Level } from "../feed/market-source.ts";

/** Lots taken at a price of the market and when (Unix ms of the snapshot). */
export interface Taken {
  price: bigint;
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
export const overlayMs = 12 * halfLifeMs;

/**
 * What past fills still take away at each price at `ts`: halved every 5 s and straight in between, so
 * that it is whole-number arithmetic which every process repeats exactly.
 */
export function overlayAt(taken: Iterable<Taken>, ts: number): Map<bigint, bigint> {
  const overlay = new Map<bigint, bigint>();
  for (const { price, lots, at } of taken) {
    const ageMs = Math.max(0, ts - at);
    if (ageMs < overlayMs) overlay.set(price, (overlay.get(price) ?? 0n) + faded(lots, ageMs));
  }
  return overlay;
}

function faded(lots: bigint, ageMs: number): bigint {
  const halvings = BigInt(Math.floor(ageMs / halfLifeMs));
  const whole = BigInt(2 * halfLifeMs);
  return divideUp(lots * (whole - BigInt(ageMs % halfLifeMs)), whole << halvings);
}

/** What a side of the book has left at each price; nothing where all was taken, so that the best price stays the best. */
export function* leftLevels(
  levels: readonly Level[],
  overlay: ReadonlyMap<bigint, bigint>,
): Generator<BookLevel> {
  for (const [ticks, displayed] of levels) {
    const price = BigInt(ticks);
    const lots = BigInt(displayed) - (overlay.get(price) ?? 0n);
    yield { price, lots: lots > 0n ? lots : 0n };
  }
}
