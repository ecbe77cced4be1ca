/** Turns what a snapshot gave an order into money: pure, and blind to whose order it is. */
import { parseAmount } from "#protocol/amount.ts";
import { feeUp, pow10, rescaleDown, rescaleUp } from "#protocol/rounding.ts";
import type { CoinState } from "#protocol/spot.ts";
import type { Level } from "../feed/market-source.ts";
import { coinFees } from "../platform/coin-fees.ts";
import { type Units, type WalkEnd, type Want, walkBook } from "./fill-model.ts";
import type { Side } from "./rules.ts";

/** A market order as far as its fill is concerned. Amounts in minor units. */
export interface MarketOrder {
  side: Side;
  /** Base still wanted; null for a buy by value. */
  amount: bigint | null;
  /** What is still set aside for it. */
  held: bigint;
  units: Units & { baseScale: number };
}

/** One price level's part, in minor units; `value` is what the user pays, or gets before the fee. */
export interface SettledFill {
  price: bigint;
  lots: bigint;
  amount: bigint;
  value: bigint;
  fee: bigint;
}

export interface MarketSettlement {
  fills: SettledFill[];
  amount: bigint;
  value: bigint;
  /** Of the received currency. */
  fee: bigint;
  /** What the other side gets or pays of the quote; the rest of `value` is rounding. */
  houseValue: bigint;
  state: Extract<CoinState, "filled" | "partial-canceled" | "canceled">;
  reason: "no_liquidity" | "max_slip" | null;
}

const feeScale = 8;
const takerFee = parseAmount(coinFees.taker, feeScale) ?? 0n;

/** Fills a market order from one side of a book; what is not filled now never will be. */
export function settleMarket(order: MarketOrder, levels: readonly Level[], overlay: ReadonlyMap<bigint, bigint>): MarketSettlement {
  const { side, units } = order;
  const perLot = pow10(units.baseScale - units.amountPrecision);
  const want: Want = {
    side,
    lots: order.amount === null ? null : order.amount / perLot,
    budget: side === "buy" ? order.held : null,
  };
  const walk = walkBook(want, levels, overlay, units);
  const decimals = units.pricePrecision + units.amountPrecision;
  const settled: MarketSettlement = { fills: [], amount: 0n, value: 0n, fee: 0n, houseValue: 0n, ...ending(walk.end, walk.fills.length > 0) };
  for (const { price, lots } of walk.fills) {
    const amount = lots * perLot;
    const down = rescaleDown(price * lots, decimals, units.quoteScale);
    const up = rescaleUp(price * lots, decimals, units.quoteScale);
    const value = side === "buy" ? up : down;
    const fee = feeUp(side === "buy" ? amount : value, takerFee, feeScale);
    settled.fills.push({ price, lots, amount, value, fee });
    settled.amount += amount;
    settled.value += value;
    settled.fee += fee;
    settled.houseValue += side === "buy" ? down : up;
  }
  return settled;
}

function ending(end: WalkEnd, isFilled: boolean): Pick<MarketSettlement, "state" | "reason"> {
  if (end === "done" && isFilled) return { state: "filled", reason: null };
  const reason = end === "max_slip" || end === "budget" ? "max_slip" : "no_liquidity";
  return { state: isFilled ? "partial-canceled" : "canceled", reason };
}
