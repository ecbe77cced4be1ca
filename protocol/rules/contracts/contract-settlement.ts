import { divideHalfUp, rescaleDown } from "../../wire/rounding.ts";
import { type BookLevel, type Rate, walkLevels } from "../spot-fill.ts";
import type { Exposure } from "./contract-risk.ts";
import {
  type ContractTerms,
  contractFee,
  costOf,
  costScale,
  moneyScale,
  signOf,
} from "./contract-worth.ts";

/** Turns what a market gives an order to close into money (rules.md, 4): the app shows it before the tap, the venue books it. Pure, and blind to whose position it is. */

/** Contracts closed at one price. */
interface ClosedPart {
  price: bigint;
  volume: bigint;
  /** Their worth at that price, at `costScale`. */
  cost: bigint;
  /** Margin that they gave back. */
  released: bigint;
  realised: bigint;
  fee: bigint;
}

export interface Closed {
  parts: ClosedPart[];
  volume: bigint;
  cost: bigint;
  realised: bigint;
  fee: bigint;
  /** What leaves the position's margin: what the closed part gives back, and what it lost beyond that. */
  margin: bigint;
  /** What reaches the owner. */
  arrives: bigint;
  left: Exposure;
}

/**
 * Closes contracts at these prices, all together in money: what is lost beyond the margin of the closed part
 * comes from the margin that is left, and beyond that from nobody's pocket but the insurance's.
 */
export function settleClose(
  position: Exposure,
  fills: Iterable<BookLevel>,
  rate: Rate,
  terms: ContractTerms,
): Closed {
  const closed: Closed = {
    parts: [],
    volume: 0n,
    cost: 0n,
    realised: 0n,
    fee: 0n,
    margin: 0n,
    arrives: 0n,
    left: position,
  };
  for (const { price, lots: volume } of fills) {
    const { realised, fee, released, left } = closePart(closed.left, volume, price, rate, terms);
    const cost = costOf(volume, price, terms);
    closed.parts.push({ price, volume, cost, released, realised, fee });
    closed.volume += volume;
    closed.cost += cost;
    closed.realised += realised;
    closed.fee += fee;
    closed.margin += released;
    closed.left = left;
  }
  const net = closed.margin + closed.realised - closed.fee;
  if (net >= 0n) return { ...closed, arrives: net };
  const more = -net < closed.left.margin ? -net : closed.left.margin;
  return {
    ...closed,
    margin: closed.margin + more,
    left: { ...closed.left, margin: closed.left.margin - more },
  };
}

/** Closes a position whole for the venue: all its margin leaves it, and nothing of it reaches the owner. */
export function settleLiquidation(
  position: Exposure,
  fills: Iterable<BookLevel>,
  rate: Rate,
  terms: ContractTerms,
): Closed {
  const closed = settleClose(position, fills, rate, terms);
  return { ...closed, margin: position.margin, arrives: 0n };
}

/**
 * What a liquidation takes of a book: all that it shows, however far, and where that is too little the rest
 * at the worst price shown. Empty where it shows nothing.
 * @param beyond contracts of the last fill that the book did not have
 */
export function liquidationFills(
  side: "buy" | "sell",
  volume: bigint,
  offered: readonly BookLevel[],
): { fills: BookLevel[]; beyond: bigint } {
  const worst = offered.at(-1);
  if (!worst) return { fills: [], beyond: 0n };
  const want = { side, lots: volume, budget: null, limit: worst.price };
  const { fills } = walkLevels(want, offered, { price: 0, amount: 0, base: 0, quote: 0 });
  const beyond = volume - fills.reduce((sum, { lots }) => sum + lots, 0n);
  return { fills: beyond > 0n ? [...fills, { price: worst.price, lots: beyond }] : fills, beyond };
}

/** What closing part of a position books, and what adding to one makes of it (rules.md, 4). */

interface Closing {
  /** Profit of the closed part, signed, rounded down: s·qc·(P − EP). */
  realised: bigint;
  fee: bigint;
  /** Margin that the closed part gives back: M·qc/q; all of it with the last contract. */
  released: bigint;
  /** What arrives: margin, profit and fee together; negative where they do not cover the loss. */
  arrives: bigint;
  left: Exposure;
}

/** Closes `volume` contracts of a position at a price in ticks. */
export function closePart(
  position: Exposure,
  volume: bigint,
  ticks: bigint,
  rate: Rate,
  terms: ContractTerms,
): Closing {
  const isWhole = volume === position.volume;
  const cost = isWhole ? position.cost : divideHalfUp(position.cost * volume, position.volume);
  const released = isWhole ? position.margin : (position.margin * volume) / position.volume;
  const worth = costOf(volume, ticks, terms);
  const realised = rescaleDown(signOf(position.direction) * (worth - cost), costScale, moneyScale);
  const fee = contractFee(worth, rate);
  return {
    realised,
    fee,
    released,
    arrives: released + realised - fee,
    left: {
      ...position,
      volume: position.volume - volume,
      cost: position.cost - cost,
      margin: position.margin - released,
    },
  };
}

/** A position with more of the same: cost and volume are added, so the entry price is their exact average. */
export function addTo(
  position: Exposure,
  more: Pick<Exposure, "volume" | "cost" | "margin">,
): Exposure {
  return {
    ...position,
    volume: position.volume + more.volume,
    cost: position.cost + more.cost,
    margin: position.margin + more.margin,
  };
}
