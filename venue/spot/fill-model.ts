/**
 * The displayed-only model (rules.md, 3): an order takes what the book shows less what this venue's own
 * orders took there a moment ago, and nothing else. Prices in ticks, amounts in lots.
 */
import { divideUp, pow10, rescaleUp } from "#protocol/rounding.ts";
import type { Level } from "../feed/market-source.ts";
import { type Side, worstPrice } from "./rules.ts";

/** What one order wants from one snapshot. */
export interface Want {
  side: Side;
  /** Lots still wanted; null for a buy by value. */
  lots: bigint | null;
  /** Most that a buy may cost, in minor units of the quote; null for a sell. */
  budget: bigint | null;
}

/** Decimals that turn ticks and lots into money. */
export interface Units {
  pricePrecision: number;
  amountPrecision: number;
  quoteScale: number;
}

export interface LevelFill {
  price: bigint;
  lots: bigint;
}

/** Why a walk ended; `budget`: a buy by amount met prices beyond what was set aside for it. */
export type WalkEnd = "done" | "no_liquidity" | "max_slip" | "budget";

/** Lots taken at a price and when (Unix ms of the snapshot). */
export interface Taken {
  price: bigint;
  lots: bigint;
  at: number;
}

const halfLifeMs = 5000;

/** After this the book counts as refilled: twelve half-lives, less than 0.03 % is left. */
export const overlayMs = 12 * halfLifeMs;

/**
 * What past fills still take away at each price at `ts`: halved every 5 s and straight in between, so
 * that it is whole-number arithmetic which every process repeats exactly.
 */
export function overlayAt(taken: readonly Taken[], ts: number): Map<bigint, bigint> {
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

/** Walks one side of a book, best first, until the want is met, the levels end or the price runs off. */
export function walkBook(
  { side, lots, budget }: Want,
  levels: readonly Level[],
  overlay: ReadonlyMap<bigint, bigint>,
  units: Units,
): { fills: LevelFill[]; end: WalkEnd } {
  const fills: LevelFill[] = [];
  const limit = worstPrice(side, BigInt(levels[0]?.[0] ?? 0));
  let wanted = lots;
  let left = budget;
  let dearest = 0n;
  for (const [ticks, displayed] of levels) {
    const price = BigInt(ticks);
    const affordable = left === null ? null : lotsFor(left, price, units);
    if (wanted === 0n || (wanted === null && affordable === 0n)) return { fills, end: "done" };
    if (side === "buy" ? price > limit : price < limit) return { fills, end: "max_slip" };
    if (affordable === 0n) return { fills, end: "budget" };
    const take = least(BigInt(displayed) - (overlay.get(price) ?? 0n), wanted, affordable);
    dearest = price;
    if (take <= 0n) continue;
    fills.push({ price, lots: take });
    if (wanted !== null) wanted -= take;
    if (left !== null) left -= costUp({ price, lots: take }, units);
  }
  const isSpent = wanted === null && left !== null && fills.length > 0 && lotsFor(left, dearest, units) === 0n;
  return { fills, end: wanted === 0n || isSpent ? "done" : "no_liquidity" };
}

/** What lots cost in minor units of the quote, rounded up. */
export function costUp({ price, lots }: LevelFill, { pricePrecision, amountPrecision, quoteScale }: Units): bigint {
  return rescaleUp(price * lots, pricePrecision + amountPrecision, quoteScale);
}

/** The most lots whose cost, rounded up, stays within the budget. */
function lotsFor(budget: bigint, price: bigint, { pricePrecision, amountPrecision, quoteScale }: Units): bigint {
  const decimals = pricePrecision + amountPrecision - quoteScale;
  return decimals >= 0 ? (budget * pow10(decimals)) / price : budget / (price * pow10(-decimals));
}

function least(first: bigint, ...others: (bigint | null)[]): bigint {
  return others.reduce<bigint>((min, other) => (other !== null && other < min ? other : min), first);
}
