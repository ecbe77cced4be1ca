/** What closing part of a position books, and what adding to one makes of it (rules.md, 4). */
import type { Exposure } from "./contract-risk.ts";
import {
  contractFee,
  costOf,
  costScale,
  type ContractTerms,
  moneyScale,
  signOf,
} from "./contract-worth.ts";
import { divideHalfUp, rescaleDown } from "./rounding.ts";
import type { Rate } from "./spot-fill.ts";

export interface Closing {
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
