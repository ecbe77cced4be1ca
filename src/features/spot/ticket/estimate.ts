import { formatAmount } from "#protocol/wire/amount.ts";
import { divideHalfUp, pow10 } from "#protocol/wire/rounding.ts";
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
} from "#protocol/rules/spot-fill.ts";

/** A quantity to trade: a buy by its cost (quote units), or either side by amount (amount scale). */
export type FillRequest = { side: "buy"; spend: bigint } | { side: Side; amount: bigint };

/** The fills by the displayed book. It is an estimate: the order fills on the next snapshot. */
export interface Estimate {
  side: Side;
  /** Quantity traded, at the amount scale. */
  filledAmount: bigint;
  /** Cost or yield before the fee, in quote units; a cost is rounded up, a yield down. */
  filledValue: bigint;
  /** At the price scale with 8 more decimals; 0 when nothing fills. */
  averagePrice: bigint;
  /** In units of the received currency: base for a buy, quote for a sell. */
  fee: bigint;
  arrives: bigint;
  /** The part that the book cannot fill within 5 % of the best price: quote units for a buy by cost, else amount scale. */
  unfilled: bigint;
  /** Distance of the average from the best price to the disadvantage of the user, in millionths. */
  slippagePpm: bigint;
  /** The book or the 5 % limit ended before the request was filled. */
  short: boolean;
}

export const averageExtraDecimals = 8;

/**
 * The fills of the displayed book by the venue's own rules, as if no other order came before.
 * @param feeRate taker fee
 */
export function estimateFill(
  request: FillRequest,
  levels: readonly BookLevel[],
  scales: MarketScales,
  feeRate: Rate,
): Estimate | undefined {
  const best = levels[0];
  if (!best) return undefined;
  const { fills, end } = walkLevels(wantOf(request, best, scales), levels, scales);
  return estimateOf(request, fills, best, end !== "done", scales, feeRate);
}

/**
 * The immediate fills of a limit order: the levels up to its own price, undefined where there are none. Its rest
 * is not counted as unfilled.
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

/** Lots that wait at a price, and their figures if they fill completely. */
export interface Rest extends BookLevel {
  /** Cost or yield before the fee, in quote units. */
  value: bigint;
  /** In units of the received currency. */
  fee: bigint;
  arrives: bigint;
}

export function restAt(side: Side, level: BookLevel, scales: MarketScales, feeRate: Rate): Rest {
  const { amount, value, fee } = settleLevel(side, level, scales, feeRate);
  return { ...level, value, fee, arrives: receivedOf(side, { amount, value, fee }) };
}

function estimateOf(
  request: FillRequest,
  fills: readonly BookLevel[],
  best: BookLevel,
  short: boolean,
  scales: MarketScales,
  feeRate: Rate,
): Estimate {
  const { side } = request;
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
    unfilled: "spend" in request ? request.spend - filledValue : request.amount - filledAmount,
    slippagePpm: divideHalfUp(drift * 1_000_000n, bestScaled),
    short,
  };
}

/** A buy by amount may cost no more than the venue holds for it. */
function wantOf(request: FillRequest, best: BookLevel, scales: MarketScales): Want {
  if ("spend" in request) return { side: "buy", lots: null, budget: request.spend };
  return {
    side: request.side,
    lots: request.amount,
    budget: request.side === "buy" ? reserveOf(request.amount, best.price, scales) : null,
  };
}

/** Whether the book would fill a part of it. */
export function fillsAny(estimate: Estimate | undefined): estimate is Estimate {
  return estimate !== undefined && estimate.filledAmount > 0n;
}

/** Whether the average is 1 % or more from the best price. */
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
