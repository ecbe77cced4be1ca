/**
 * What contracts are worth (rules.md, 4): the app shows it before the tap, the venue books it. Volumes are
 * whole contracts, prices integers in 10^-decimals of the quote, money minor units of the quote at
 * {@link moneyScale}; what stands for sums that are yet to be divided is at {@link costScale}.
 */
import { divideUp, pow10, rescaleDown, rescaleUp } from "../../wire/rounding.ts";
import type { Rate } from "../spot-fill.ts";

/** Decimals of the margin currency. */
export const moneyScale = 8;
/** Decimals of a position's cost: Σ volume · size · price without a remainder for every contract there is. */
export const costScale = 10;

export type Direction = "buy" | "sell";

/** The fixed terms of a contract. */
export interface ContractTerms {
  /** Base of one contract, as integer and decimals: 0.001 is { value: 1n, scale: 3 }. */
  size: Rate;
  /** Decimals of the price's ticks. */
  price: number;
}

/** A price as integer and decimals: ticks have the contract's, mark and index two more. */
export interface Price {
  value: bigint;
  scale: number;
}

/** +1 for long, −1 for short. */
export function signOf(direction: Direction): 1n | -1n {
  return direction === "buy" ? 1n : -1n;
}

/** Notional of a volume at a price in ticks, exact, at {@link costScale}. */
export function costOf(volume: bigint, ticks: bigint, { size, price }: ContractTerms): bigint {
  const decimals = size.scale + price;
  if (decimals > costScale) throw new RangeError("a contract finer than its cost can be written");
  return volume * size.value * ticks * pow10(costScale - decimals);
}

/** Notional of a volume at any price, as integer and decimals. */
export function worthOf(volume: bigint, price: Price, { size }: ContractTerms): Price {
  return { value: volume * size.value * price.value, scale: size.scale + price.scale };
}

/** Initial margin of a notional, rounded up. */
export function initialMargin(cost: bigint, leverage: number): bigint {
  return divideUp(cost, BigInt(leverage) * pow10(costScale - moneyScale));
}

/** The fee on a notional, rounded up. */
export function contractFee(cost: bigint, rate: Rate): bigint {
  return divideUp(cost * rate.value, pow10(rate.scale + costScale - moneyScale));
}

/** What an order to open sets aside: its margin, and the fee as if all of it took. */
export function orderCost(
  cost: bigint,
  leverage: number,
  taker: Rate,
): { margin: bigint; fee: bigint; frozen: bigint } {
  const margin = initialMargin(cost, leverage);
  const fee = contractFee(cost, taker);
  return { margin, fee, frozen: margin + fee };
}

/** The largest volume whose order cost at a price stays within `available`. */
export function volumeWithin(
  available: bigint,
  ticks: bigint,
  leverage: number,
  taker: Rate,
  terms: ContractTerms,
): bigint {
  const one = costOf(1n, ticks, terms);
  if (one <= 0n || available <= 0n) return 0n;
  // Per contract: cost/L + cost·f, without the roundings, which may take one contract more.
  const whole = BigInt(leverage) * pow10(taker.scale);
  const perContract = one * (pow10(taker.scale) + BigInt(leverage) * taker.value);
  let volume = (available * whole * pow10(costScale - moneyScale)) / perContract;
  while (volume > 0n && orderCost(volume * one, leverage, taker).frozen > available) volume -= 1n;
  return volume;
}

/** Average entry price with `decimals`, half up; for showing only: what is kept is cost and volume. */
export function entryPrice(
  cost: bigint,
  volume: bigint,
  { size }: ContractTerms,
  decimals: number,
): bigint {
  if (volume === 0n) return 0n;
  const dividend = cost * pow10(size.scale + decimals);
  const divisor = volume * size.value * pow10(costScale);
  return (2n * dividend + divisor) / (2n * divisor);
}

/** Unrealised profit at a price, rounded down: s · (q·P − cost). */
export function profitAt(
  direction: Direction,
  volume: bigint,
  cost: bigint,
  price: Price,
  terms: ContractTerms,
): bigint {
  const worth = worthOf(volume, price, terms);
  const scale = Math.max(worth.scale, costScale);
  const difference =
    rescaleDown(worth.value, worth.scale, scale) - rescaleDown(cost, costScale, scale);
  return rescaleDown(signOf(direction) * difference, scale, moneyScale);
}

/**
 * What a funding settlement moves on a position's margin, signed: −s·q·index·rate. A position that pays
 * pays the rounding, one that receives goes without it.
 */
export function fundingOf(
  direction: Direction,
  volume: bigint,
  index: Price,
  rate: Rate,
  terms: ContractTerms,
): bigint {
  const { value, scale } = worthOf(volume, index, terms);
  return rescaleDown(-signOf(direction) * value * rate.value, scale + rate.scale, moneyScale);
}

/** A notional in money, rounded up: what tiers and bands are asked with. */
export function notionalUp({ value, scale }: Price): bigint {
  return rescaleUp(value, scale, moneyScale);
}
