/** Turns what a market gave an order into money: pure, and blind to whose order it is. */
import { parseAmount } from "#protocol/wire/amount.ts";
import type { CoinState } from "#protocol/api/spot.ts";
import {
  type BookLevel,
  type MarketScales,
  minorToLots,
  type Rate,
  type SettledLevel,
  settleLevel,
  type Side,
  valueDown,
  valueUp,
} from "#protocol/rules/spot-fill.ts";
import { coinFees } from "../../platform/coin-terms.ts";

/** The columns of an order that its fills depend on. Amounts in minor units, prices in ticks. */
export interface Fillable {
  side: Side;
  /** Its limit; null for a market order. */
  price: bigint | null;
  /** Base still wanted; null for a buy by value. */
  amount: bigint | null;
  /** What is still set aside for it. */
  held: bigint;
  scales: MarketScales;
}

/** Sums of fills, in minor units. */
export interface Settlement {
  /** One for each price level or printed trade. */
  fills: SettledLevel[];
  amount: bigint;
  /** What the user pays, or gets before the fee. */
  value: bigint;
  /** Of the received currency. */
  fee: bigint;
  /** What the other side gets or pays of the quote; the rest of `value` is rounding. */
  houseValue: bigint;
}

/** How an order stands after it was settled; it waits on where the state is not an end. */
export interface OrderEnd {
  state: CoinState;
  reason: string | null;
}

export type Role = "maker" | "taker";

const rates: Record<Role, Rate> = { maker: rateOf(coinFees.maker), taker: rateOf(coinFees.taker) };

function rateOf(text: string): Rate {
  return { value: parseAmount(text, 8) ?? 0n, scale: 8 };
}

/**
 * Prices fills. A buy with a limit never pays so much that what is held would no longer cover the
 * rest of it at its limit: many small fills, each rounded up, cost no more than one.
 */
export function settle(
  { side, price, amount, held, scales }: Fillable,
  levels: readonly BookLevel[],
  role: Role,
): Settlement {
  const settled: Settlement = { fills: [], amount: 0n, value: 0n, fee: 0n, houseValue: 0n };
  let wanted = amount;
  let left = held;
  for (const level of levels) {
    const fill = settleLevel(side, level, scales, rates[role]);
    if (wanted !== null) wanted -= fill.amount;
    if (side === "buy" && price !== null && wanted !== null) {
      const free = left - valueUp({ price, lots: minorToLots(wanted, scales) }, scales);
      if (fill.value > free) fill.value = free;
      left -= fill.value;
    }
    settled.fills.push(fill);
    settled.amount += fill.amount;
    settled.value += fill.value;
    settled.fee += fill.fee;
    settled.houseValue += side === "buy" ? valueDown(level, scales) : valueUp(level, scales);
  }
  return settled;
}
