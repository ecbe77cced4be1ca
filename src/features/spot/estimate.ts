import { formatAmount } from "#protocol/amount.ts";
import { divideHalfUp, pow10 } from "#protocol/rounding.ts";
import {
  type BookLevel,
  type MarketScales,
  type Rate,
  receivedOf,
  reserveOf,
  settleLevel,
  type Side,
  walkLevels,
  type Want,
} from "#protocol/spot-fill.ts";

/** What to trade: a buy by what it may cost (quote units), or either side by quantity (amount scale). */
export type Wish = { side: "buy"; spend: bigint } | { side: Side; amount: bigint };

/** What the displayed book would give now. An estimate: the order fills on the next snapshot. */
export interface Estimate {
  side: Side;
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
 * What the displayed book gives by the venue's own rules, as if no one were there before.
 * @param feeRate taker fee
 */
export function estimateFill(
  wish: Wish,
  levels: readonly BookLevel[],
  scales: MarketScales,
  feeRate: Rate,
): Estimate | undefined {
  const best = levels[0];
  if (!best) return undefined;
  const { fills, end } = walkLevels(wantOf(wish, best, scales), levels, scales);
  return estimateOf(wish, fills, best, end !== "done", scales, feeRate);
}

/**
 * What the displayed book gives to a limit order at once: the levels up to its own price, undefined where
 * there are none. The rest of it is no shortage.
 */
export function estimateLimit(
  side: Side,
  limit: BookLevel,
  levels: readonly BookLevel[],
  scales: MarketScales,
  feeRate: Rate,
): Estimate | undefined {
  const [best] = levels;
  const fills: BookLevel[] = [];
  let left = limit.lots;
  for (const { price, lots } of levels) {
    if (left === 0n || (side === "buy" ? price > limit.price : price < limit.price)) break;
    fills.push({ price, lots: lots < left ? lots : left });
    left -= lots < left ? lots : left;
  }
  return best && fills.length > 0
    ? estimateOf({ side, amount: limit.lots }, fills, best, false, scales, feeRate)
    : undefined;
}

/** Lots that wait at a price, and what they bring if they fill whole. */
export interface Rest extends BookLevel {
  /** Cost or yield before the fee, in quote units. */
  value: bigint;
  /** In units of what is received. */
  fee: bigint;
  arrives: bigint;
}

export function restAt(side: Side, level: BookLevel, scales: MarketScales, feeRate: Rate): Rest {
  const { amount, value, fee } = settleLevel(side, level, scales, feeRate);
  return { ...level, value, fee, arrives: receivedOf(side, { amount, value, fee }) };
}

function estimateOf(
  wish: Wish,
  fills: readonly BookLevel[],
  best: BookLevel,
  short: boolean,
  scales: MarketScales,
  feeRate: Rate,
): Estimate {
  const { side } = wish;
  let [filledAmount, amount, filledValue, fee, raw] = [0n, 0n, 0n, 0n, 0n];
  for (const level of fills) {
    const settled = settleLevel(side, level, scales, feeRate);
    filledAmount += level.lots;
    amount += settled.amount;
    filledValue += settled.value;
    fee += settled.fee;
    raw += level.lots * level.price;
  }
  const averagePrice =
    filledAmount === 0n ? 0n : divideHalfUp(raw * pow10(averageExtraDecimals), filledAmount);
  const bestScaled = best.price * pow10(averageExtraDecimals);
  const drift =
    averagePrice === 0n
      ? 0n
      : side === "buy"
        ? averagePrice - bestScaled
        : bestScaled - averagePrice;
  return {
    side,
    filledAmount,
    filledValue,
    averagePrice,
    fee,
    arrives: receivedOf(side, { amount, value: filledValue, fee }),
    unfilled: "spend" in wish ? wish.spend - filledValue : wish.amount - filledAmount,
    slippagePpm: divideHalfUp(drift * 1_000_000n, bestScaled),
    short,
  };
}

/** A buy by quantity may cost what the venue sets aside for it. */
function wantOf(wish: Wish, best: BookLevel, scales: MarketScales): Want {
  if ("spend" in wish) return { side: "buy", lots: null, budget: wish.spend };
  return {
    side: wish.side,
    lots: wish.amount,
    budget: wish.side === "buy" ? reserveOf(wish.amount, best.price, scales) : null,
  };
}

/** Whether the book would fill any of it. Figures are judged here: the React Compiler loses bigint literals. */
export function fillsAny(estimate: Estimate | undefined): estimate is Estimate {
  return estimate !== undefined && estimate.filledAmount > 0n;
}

/** The average lies 1 % or more from the best price. */
export function slipsNoticeably(estimate: Estimate): boolean {
  return estimate.slippagePpm >= 10_000n;
}

/** Average price as decimal text with the symbol's own decimals. */
export function averageText(estimate: Estimate, scales: MarketScales): string {
  return formatAmount(
    divideHalfUp(estimate.averagePrice, pow10(averageExtraDecimals)),
    scales.price,
  );
}
