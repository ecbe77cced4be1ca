/** Turns what a snapshot gave an order into money: pure, and blind to whose order it is. */
import { parseAmount } from "#protocol/amount.ts";
import type { CoinState } from "#protocol/spot.ts";
import {
  type MarketScales, minorToLots, type Rate, type SettledLevel, settleLevel, type Side, valueDown, valueUp, type WalkEnd, walkLevels, type Want,
} from "#protocol/spot-fill.ts";
import type { Level } from "../feed/market-source.ts";
import { coinFees } from "../platform/coin-fees.ts";
import { leftLevels } from "./fill-model.ts";

/** A market order as far as its fill is concerned. Amounts in minor units. */
export interface MarketOrder {
  side: Side;
  /** Base still wanted; null for a buy by value. */
  amount: bigint | null;
  /** What is still set aside for it. */
  held: bigint;
  scales: MarketScales;
}

export interface MarketSettlement {
  /** One for each price level. */
  fills: SettledLevel[];
  amount: bigint;
  value: bigint;
  /** Of the received currency. */
  fee: bigint;
  /** What the other side gets or pays of the quote; the rest of `value` is rounding. */
  houseValue: bigint;
  state: Extract<CoinState, "filled" | "partial-canceled" | "canceled">;
  reason: Exclude<WalkEnd, "done"> | null;
}

const takerFee: Rate = { value: parseAmount(coinFees.taker, 8) ?? 0n, scale: 8 };

/** Fills a market order from one side of a book; what is not filled now never will be. */
export function settleMarket(order: MarketOrder, levels: readonly Level[], overlay: ReadonlyMap<bigint, bigint>): MarketSettlement {
  const { side, scales } = order;
  const want: Want = {
    side,
    lots: order.amount === null ? null : minorToLots(order.amount, scales),
    budget: side === "buy" ? order.held : null,
  };
  const walk = walkLevels(want, leftLevels(levels, overlay), scales);
  const settled: MarketSettlement = { fills: [], amount: 0n, value: 0n, fee: 0n, houseValue: 0n, ...ending(walk.end, walk.fills.length > 0) };
  for (const level of walk.fills) {
    const fill = settleLevel(side, level, scales, takerFee);
    settled.fills.push(fill);
    settled.amount += fill.amount;
    settled.value += fill.value;
    settled.fee += fill.fee;
    settled.houseValue += side === "buy" ? valueDown(level, scales) : valueUp(level, scales);
  }
  return settled;
}

/** A value below one lot meets its want by taking nothing: that fills nobody. */
function ending(end: WalkEnd, isFilled: boolean): Pick<MarketSettlement, "state" | "reason"> {
  if (end === "done" && isFilled) return { state: "filled", reason: null };
  return { state: isFilled ? "partial-canceled" : "canceled", reason: end === "done" ? "no_liquidity" : end };
}
