/**
 * What an order gets from one side of a book (rules.md, 3): the app shows it before the order is sent, the
 * venue books it. Prices are in ticks, quantities in lots, money in minor units.
 */
import { divideUp, feeUp, pow10, rescaleDown, rescaleUp } from "../wire/rounding.ts";

export type Side = "buy" | "sell";

/** How a market counts. */
export interface MarketScales {
  /** Decimals of its ticks and of its lots. */
  price: number;
  amount: number;
  /** Decimals of the minor unit of either currency. */
  base: number;
  quote: number;
}

/** Lots at a price: what a book shows, or what was taken of it. */
export interface BookLevel {
  price: bigint;
  lots: bigint;
}

/** A fraction as integer and decimals: 0.002 is { value: 2n, scale: 3 }. */
export interface Rate {
  value: bigint;
  scale: number;
}

/** The furthest a market order walks from the best price. */
const maxSlip: Rate = { value: 5n, scale: 2 };

/** What one order wants from one book. */
export interface Want {
  side: Side;
  /** Lots still wanted; null for a buy by value. */
  lots: bigint | null;
  /** Most that a buy may cost, in the quote; null for a sell and where the limit holds the cost. */
  budget: bigint | null;
  /** The worst price it takes; without one it stops at the furthest that a market order may reach. */
  limit?: bigint;
}

/**
 * Why a walk ended. `budget`: a buy by amount met prices beyond what was set aside for it; `price`: the
 * next level is beyond the order's own limit.
 */
export type WalkEnd = "done" | "no_liquidity" | "max_slip" | "budget" | "price";

/** One level's part in money. */
export interface SettledLevel extends BookLevel {
  amount: bigint;
  /** What the user pays, or gets before the fee. */
  value: bigint;
  /** Of the received currency. */
  fee: bigint;
}

/** The furthest price that a market order may reach when `best` is the best one. */
export function worstPrice(side: Side, best: bigint): bigint {
  const whole = pow10(maxSlip.scale);
  return side === "buy"
    ? (best * (whole + maxSlip.value)) / whole
    : divideUp(best * (whole - maxSlip.value), whole);
}

/** What a buy by amount sets aside: its lots at the furthest price it may reach. */
export function reserveOf(lots: bigint, bestAsk: bigint, scales: MarketScales): bigint {
  return valueUp({ price: worstPrice("buy", bestAsk), lots }, scales);
}

/** Worth of lots in the quote, as a user who pays counts it. */
export function valueUp({ price, lots }: BookLevel, scales: MarketScales): bigint {
  return rescaleUp(price * lots, scales.price + scales.amount, scales.quote);
}

/** Worth of lots in the quote, as a user who is paid counts it. */
export function valueDown({ price, lots }: BookLevel, scales: MarketScales): bigint {
  return rescaleDown(price * lots, scales.price + scales.amount, scales.quote);
}

/** The most lots whose cost, rounded up, stays within the budget. */
export function lotsWithin(budget: bigint, price: bigint, scales: MarketScales): bigint {
  const decimals = scales.price + scales.amount - scales.quote;
  return decimals >= 0 ? (budget * pow10(decimals)) / price : budget / (price * pow10(-decimals));
}

/** Lots in minor units of the base. */
export function lotsToMinor(lots: bigint, scales: MarketScales): bigint {
  return rescaleDown(lots, scales.amount, scales.base);
}

/** Whole lots in minor units of the base. */
export function minorToLots(amount: bigint, scales: MarketScales): bigint {
  return rescaleDown(amount, scales.base, scales.amount);
}

/** Walks one side of a book, best first, until the want is met, the levels end or the price runs off. */
export function walkLevels(
  want: Want,
  levels: Iterable<BookLevel>,
  scales: MarketScales,
): { fills: BookLevel[]; end: WalkEnd } {
  const { side, limit } = want;
  const fills: BookLevel[] = [];
  let wanted = want.lots;
  let left = want.budget;
  let guard = limit;
  let last = 0n;
  for (const { price, lots: shown } of levels) {
    guard ??= worstPrice(side, price);
    const affordable = left === null ? null : lotsWithin(left, price, scales);
    if (wanted === 0n || (wanted === null && affordable === 0n)) return { fills, end: "done" };
    if (side === "buy" ? price > guard : price < guard)
      return { fills, end: limit === undefined ? "max_slip" : "price" };
    if (affordable === 0n) return { fills, end: "budget" };
    const lots = least(shown, wanted, affordable);
    last = price;
    if (lots <= 0n) continue;
    fills.push({ price, lots });
    if (wanted !== null) wanted -= lots;
    if (left !== null) left -= valueUp({ price, lots }, scales);
  }
  if (wanted === 0n) return { fills, end: "done" };
  const isSpent = left !== null && fills.length > 0 && lotsWithin(left, last, scales) === 0n;
  if (!isSpent) return { fills, end: "no_liquidity" };
  return { fills, end: wanted === null ? "done" : "budget" };
}

/** One level's part in money: what a buyer pays rounds up, what a seller gets rounds down, the fee rounds up. */
export function settleLevel(
  side: Side,
  level: BookLevel,
  scales: MarketScales,
  feeRate: Rate,
): SettledLevel {
  const amount = lotsToMinor(level.lots, scales);
  const value = side === "buy" ? valueUp(level, scales) : valueDown(level, scales);
  return {
    ...level,
    amount,
    value,
    fee: feeUp(side === "buy" ? amount : value, feeRate.value, feeRate.scale),
  };
}

/** What arrives of it, in the received currency. */
export function receivedOf(
  side: Side,
  { amount, value, fee }: Pick<SettledLevel, "amount" | "value" | "fee">,
): bigint {
  return (side === "buy" ? amount : value) - fee;
}

function least(first: bigint, ...others: (bigint | null)[]): bigint {
  return others.reduce<bigint>(
    (min, other) => (other !== null && other < min ? other : min),
    first,
  );
}
