/** What an order gets on its first look at the book (rules.md, 3): pure, and blind to whose order it is. */
import {
  type BookLevel,
  minorToLots,
  walkLevels,
  type WalkEnd,
  type Want,
} from "#protocol/rules/spot-fill.ts";
import type { Level } from "../../feed/market-source.ts";
import { leftLevels } from "../../matching/fill-model.ts";
import { type Fillable, settle, type Settlement, type OrderEnd } from "./settlement.ts";

/** An order that meets its first book, so that nothing of it is filled; `tif` is one of `timesInForce`. */
export interface Taker extends Fillable {
  tif: string;
}

/** Levels of the opposite side, best first, and how many lots they lack of what this venue took there. */
export interface Offered {
  levels: readonly Level[];
  missing: bigint;
}

/**
 * Fills an order from one side of a book. The unfilled part of a limit order rests if it may; in all
 * other cases, and for a market order, it is cancelled.
 */
export function settleTaker(order: Taker, offered: Offered): Settlement & OrderEnd {
  const nothing = () => settle(order, [], "taker");
  if (order.tif === "post_only") {
    return crosses(order, offered.levels)
      ? { ...nothing(), ...ended("would_take", false) }
      : { ...nothing(), ...resting(false) };
  }
  const { fills, end } = walkLevels(
    wantOf(order),
    leftLevels(offered.levels, offered.missing),
    order.scales,
  );
  if (order.tif === "fok" && end !== "done") return { ...nothing(), ...ended("not_whole", false) };
  return { ...settle(order, fills, "taker"), ...endOf(order, fills, end) };
}

function wantOf({ side, price, amount, held, scales }: Taker): Want {
  const lots = amount === null ? null : minorToLots(amount, scales);
  return price === null
    ? { side, lots, budget: side === "buy" ? held : null }
    : { side, lots, budget: null, limit: price };
}

/** Whether it would take from the book as it is displayed. */
function crosses({ side, price }: Taker, [best]: readonly Level[]): boolean {
  if (!best || price === null) return false;
  return side === "buy" ? BigInt(best[0]) <= price : BigInt(best[0]) >= price;
}

/** A value below one lot meets its want by taking nothing: that fills nobody. */
function endOf(order: Taker, fills: readonly BookLevel[], end: WalkEnd): OrderEnd {
  const isFilled = fills.length > 0;
  if (end === "done")
    return isFilled ? { state: "filled", reason: null } : ended("no_liquidity", false);
  if (order.price === null) return ended(end, isFilled);
  if (order.tif === "gtc") return resting(isFilled);
  return ended(isFilled ? "price" : "no_liquidity", isFilled);
}

function ended(reason: string, isFilled: boolean): OrderEnd {
  return { state: isFilled ? "partial-canceled" : "canceled", reason };
}

function resting(isFilled: boolean): OrderEnd {
  return { state: isFilled ? "partial-filled" : "submitted", reason: null };
}
