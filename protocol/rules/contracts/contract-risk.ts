import { divideDown, divideUp, pow10, rescaleUp } from "../../wire/rounding.ts";
import type { Rate } from "../spot-fill.ts";
import { type ContractTier, mmrScale, tierFor } from "./contract-tiers.ts";
import {
  type ContractTerms,
  type Direction,
  type Price,
  costScale,
  initialMargin,
  moneyScale,
  notionalUp,
  profitAt,
  signOf,
  worthOf,
} from "./contract-worth.ts";

/**
 * Margin, its ratio and the price of liquidation of an isolated linear position (rules.md, 4: Binance's
 * formula with tiers, the closing fee added as Gate and OKX do). One implementation for the form, the
 * card, the confirm step and the venue that liquidates.
 */

/** What a position is, as far as its risk is concerned. */
export interface Exposure {
  direction: Direction;
  /** Whole contracts, more than none. */
  volume: bigint;
  /** Σ volume · size · price, at `costScale`. */
  cost: bigint;
  /** Isolated margin, money. */
  margin: bigint;
}

/** Decimals of a ratio: 1.000000 liquidates. */
export const ratioScale = 6;

/** Margin that must remain at a price, rounded up: q·P·mmr − cum. */
export function maintenanceMargin(volume: bigint, price: Price, terms: ContractTerms): bigint {
  const { value, scale } = worthOf(volume, price, terms);
  const { mmr, cum } = tierFor(notionalUp({ value, scale }));
  const margin = rescaleUp(value * mmr, scale + mmrScale, moneyScale) - cum;
  return margin > 0n ? margin : 0n;
}

/** The margin with what is won or lost at a price. */
export function equityAt(
  { direction, volume, cost, margin }: Exposure,
  price: Price,
  terms: ContractTerms,
): bigint {
  return margin + profitAt(direction, volume, cost, price, terms);
}

/** What a close at a price would need besides the loss: maintenance margin and the taker's fee. */
export function requiredAt(
  volume: bigint,
  price: Price,
  terms: ContractTerms,
  taker: Rate,
): bigint {
  const { value, scale } = worthOf(volume, price, terms);
  return (
    maintenanceMargin(volume, price, terms) +
    rescaleUp(value * taker.value, scale + taker.scale, moneyScale)
  );
}

/** (MM + closing fee) / equity at {@link ratioScale}, rounded up; null where nothing is left to divide by. */
export function marginRatio(
  exposure: Exposure,
  price: Price,
  terms: ContractTerms,
  taker: Rate,
): bigint | null {
  const equity = equityAt(exposure, price, terms);
  if (equity <= 0n) return null;
  return divideUp(requiredAt(exposure.volume, price, terms, taker) * pow10(ratioScale), equity);
}

/** Whether a position is liquidated at this mark price: its ratio is 100 % or beyond. */
export function mustLiquidate(
  exposure: Exposure,
  mark: Price,
  terms: ContractTerms,
  taker: Rate,
): boolean {
  return equityAt(exposure, mark, terms) <= requiredAt(exposure.volume, mark, terms, taker);
}

/** Whether the margin is used up at this mark price, so that a close would bring its owner nothing: the closing fee counts. */
export function isExhausted(
  exposure: Exposure,
  mark: Price,
  terms: ContractTerms,
  taker: Rate,
): boolean {
  const { value, scale } = worthOf(exposure.volume, mark, terms);
  return (
    equityAt(exposure, mark, terms) <=
    rescaleUp(value * taker.value, scale + taker.scale, moneyScale)
  );
}

/**
 * The mark price at which the ratio reaches 100 %, with `decimals`: of a long rounded up, of a short down,
 * so that what is shown is never better than what happens. Null where no price above zero does it.
 * long (EP−(M+cum)/q)/(1−mmr−f), short (EP+(M+cum)/q)/(1+mmr+f); solved again where q·LP lies in another tier.
 */
export function liquidationPrice(
  exposure: Exposure,
  terms: ContractTerms,
  taker: Rate,
  decimals: number,
): bigint | null {
  if (exposure.volume === 0n) return null;
  let tier = tierFor(rescaleUp(exposure.cost, costScale, moneyScale));
  let solved = solveWithin(exposure, terms, taker, tier, decimals);
  for (let round = 0; round < 4 && solved !== null; round++) {
    const other = tierFor(
      notionalUp(worthOf(exposure.volume, { value: solved, scale: decimals }, terms)),
    );
    if (other === tier) break;
    tier = other;
    solved = solveWithin(exposure, terms, taker, tier, decimals);
  }
  return solved;
}

/** The same within one tier. */
export function solveWithin(
  { direction, volume, cost, margin }: Exposure,
  { size }: ContractTerms,
  taker: Rate,
  { mmr, cum }: ContractTier,
  decimals: number,
): bigint | null {
  const sign = signOf(direction);
  // All over q·10^rate: the price times (10^rate − s·(mmr+f)) equals (cost − s·(M+cum)) · 10^rate / q.
  const scale = Math.max(mmrScale, taker.scale);
  const rate = mmr * pow10(scale - mmrScale) + taker.value * pow10(scale - taker.scale);
  const held = cost - sign * (margin + cum) * pow10(costScale - moneyScale);
  const dividend = held * pow10(scale + size.scale + decimals);
  const divisor = (pow10(scale) - sign * rate) * volume * size.value * pow10(costScale);
  const price = direction === "buy" ? divideUp(dividend, divisor) : divideDown(dividend, divisor);
  return price > 0n ? price : null;
}

/** The share of the mark price that lies between it and liquidation, at {@link ratioScale}; negative beyond it. */
export function distanceTo(liquidation: Price, mark: Price, direction: Direction): bigint {
  const scale = Math.max(liquidation.scale, mark.scale);
  const [at, now] = [
    liquidation.value * pow10(scale - liquidation.scale),
    mark.value * pow10(scale - mark.scale),
  ];
  return divideDown(signOf(direction) * (now - at) * pow10(ratioScale), now);
}

/**
 * How much margin may be taken from a position: what is above its initial margin, and of that only what
 * its loss at the mark price does not need.
 */
export function removableMargin(
  exposure: Exposure,
  leverage: number,
  mark: Price,
  terms: ContractTerms,
): bigint {
  const equity = equityAt(exposure, mark, terms);
  const left =
    (equity < exposure.margin ? equity : exposure.margin) - initialMargin(exposure.cost, leverage);
  return left > 0n ? left : 0n;
}
