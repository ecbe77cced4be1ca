import { parseAmount, formatAmount } from "#protocol/amount.ts";
import { divideDown, divideHalfUp, divideUp, feeUp, pow10, rescaleDown } from "#protocol/rounding.ts";
import { maxSlip } from "#protocol/spot.ts";

/** How a market counts. */
export interface MarketScales {
  /** Decimals of its prices and of its quantities. */
  price: number;
  amount: number;
  /** Decimals of the smallest unit of either currency. */
  base: number;
  quote: number;
}

/** Price at the market's price scale, size at its amount scale, best first. */
export interface BookLevel {
  price: bigint;
  amount: bigint;
}

/** What to trade: a buy by what it may cost (quote units), or either side by quantity (amount scale). */
export type Wish = { side: "buy"; spend: bigint } | { side: "buy" | "sell"; amount: bigint };

/** What the displayed book would give now. An estimate: the order fills on the next snapshot. */
export interface Estimate {
  side: "buy" | "sell";
  /** Quantity traded, at the amount scale. */
  filledAmount: bigint;
  /** What it costs or yields before the fee, in quote units; a cost rounds up, a yield down. */
  filledValue: bigint;
  /** At the price scale with 8 more decimals; 0 when nothing fills. */
  averagePrice: bigint;
  /** In units of what is received: base for a buy, quote for a sell. */
  fee: bigint;
  arrives: bigint;
  /** Of the wish, what finds no seller or buyer within 5 % of the best price: quote units of a spend, else amount scale. */
  unfilled: bigint;
  /** Distance of the average from the best price against the person, in millionths. */
  slippagePpm: bigint;
  /** The book or the guard ended before the wish was met. */
  short: boolean;
}

export const averageExtraDecimals = 8;

/**
 * Walks the displayed book as the venue does (rules.md, 3): best level first, at most what each shows,
 * quantities bought by value truncated to the market's precision, the fee on each fill rounded up.
 * @param feeRate taker fee as integer and scale: 0.002 is { value: 2n, scale: 3 }
 */
export function estimateFill(wish: Wish, levels: readonly BookLevel[], scales: MarketScales, feeRate: { value: bigint; scale: number }): Estimate | undefined {
  const best = levels[0];
  if (!best) return undefined;
  const buying = wish.side === "buy";
  const limit = pow10(maxSlip.scale);
  /** One quote unit in the raw product of price and amount. */
  const rawPerQuote = scales.price + scales.amount - scales.quote;
  let rawLeft = "spend" in wish ? toRaw(wish.spend, rawPerQuote) : 0n;
  let amountLeft = "spend" in wish ? 0n : wish.amount;
  let filledAmount = 0n;
  let rawValue = 0n;
  let filledValue = 0n;
  let fee = 0n;
  let ended = false;

  for (const level of levels) {
    const slip = buying ? level.price - best.price : best.price - level.price;
    if (slip * limit > best.price * maxSlip.value) break;
    const wanted = "spend" in wish ? divideDown(rawLeft, level.price) : amountLeft;
    const taken = wanted < level.amount ? wanted : level.amount;
    if (taken > 0n) {
      const raw = taken * level.price;
      const value = fromRaw(raw, rawPerQuote, buying);
      filledAmount += taken;
      rawValue += raw;
      filledValue += value;
      fee += buying
        ? feeUp(rescaleDown(taken, scales.amount, scales.base), feeRate.value, feeRate.scale)
        : feeUp(value, feeRate.value, feeRate.scale);
      rawLeft -= raw;
      amountLeft -= taken;
    }
    if (wanted <= level.amount) {
      ended = true;
      break;
    }
  }

  const received = buying ? rescaleDown(filledAmount, scales.amount, scales.base) : filledValue;
  const averagePrice = filledAmount === 0n ? 0n : divideHalfUp(rawValue * pow10(averageExtraDecimals), filledAmount);
  const bestScaled = best.price * pow10(averageExtraDecimals);
  const drift = averagePrice === 0n ? 0n : buying ? averagePrice - bestScaled : bestScaled - averagePrice;
  return {
    side: wish.side,
    filledAmount,
    filledValue,
    averagePrice,
    fee,
    arrives: received > fee ? received - fee : 0n,
    unfilled: "spend" in wish ? maxZero(wish.spend - filledValue) : amountLeft,
    slippagePpm: divideHalfUp(drift * 1_000_000n, bestScaled),
    short: !ended,
  };
}

/** Whether the book would fill any of it. Figures are judged here: the React Compiler loses bigint literals. */
export function fillsAny(estimate: Estimate | undefined): estimate is Estimate {
  return estimate !== undefined && estimate.filledAmount > 0n;
}

export function leavesRest(estimate: Estimate): boolean {
  return estimate.unfilled > 0n;
}

/** The average lies 1 % or more from the best price. */
export function slipsNoticeably(estimate: Estimate): boolean {
  return estimate.slippagePpm >= 10_000n;
}

/** A rate in percent, as decimal text. */
export function percentText({ value, scale }: { value: bigint; scale: number }): string {
  return formatAmount(value * 100n, scale);
}

/** Levels of the wire (JSON numbers, already of the symbol's precision) as integers; a level that is not is left out. */
export function bookLevels(side: readonly (readonly [number, number])[], scales: MarketScales): BookLevel[] {
  return side.flatMap(([price, amount]) => {
    const level = { price: minorOf(price, scales.price), amount: minorOf(amount, scales.amount) };
    return level.price > 0n && level.amount > 0n ? [level] : [];
  });
}

/** The value of a quantity at the best price, in quote units, for the minimum order value. */
export function valueAtBest(amount: bigint, best: BookLevel, scales: MarketScales): bigint {
  return fromRaw(amount * best.price, scales.price + scales.amount - scales.quote, false);
}

/** Average price as decimal text with the symbol's own decimals. */
export function averageText(estimate: Estimate, scales: MarketScales): string {
  return formatAmount(divideHalfUp(estimate.averagePrice, pow10(averageExtraDecimals)), scales.price);
}

/** A decimal rate as integer and scale; what is no rate counts as none. */
export function rateOf(text: string): { value: bigint; scale: number } {
  return { value: parseAmount(text, 8) ?? 0n, scale: 8 };
}

function minorOf(value: number, scale: number): bigint {
  if (!Number.isFinite(value) || value <= 0 || value >= 1e15) return 0n;
  return BigInt(value.toFixed(scale).replace(".", ""));
}

function toRaw(quote: bigint, rawPerQuote: number): bigint {
  return rawPerQuote >= 0 ? quote * pow10(rawPerQuote) : divideDown(quote, pow10(-rawPerQuote));
}

function fromRaw(raw: bigint, rawPerQuote: number, up: boolean): bigint {
  if (rawPerQuote <= 0) return raw * pow10(-rawPerQuote);
  return up ? divideUp(raw, pow10(rawPerQuote)) : divideDown(raw, pow10(rawPerQuote));
}

function maxZero(value: bigint): bigint {
  return value > 0n ? value : 0n;
}

