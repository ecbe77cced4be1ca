import { parseAmount, parsePrice } from "#protocol/wire/amount.ts";
import type { Exposure } from "#protocol/rules/contracts/contract-risk.ts";
import {
  type ContractTerms,
  costScale,
  type Direction,
  initialMargin,
  moneyScale,
  type Price,
  signOf,
} from "#protocol/rules/contracts/contract-worth.ts";
import { divideDown, divideUp, pow10 } from "#protocol/wire/rounding.ts";

/** The unit in which a take profit or stop loss is typed. */
export type TriggerUnit = "price" | "percent" | "money";
export type TriggerKind = "tp" | "sl";

/** A trigger as typed: a plain decimal in its unit; percent and money are the gain of a take profit, the loss of a stop loss. */
export interface TypedTrigger {
  kind: TriggerKind;
  unit: TriggerUnit;
  value: string;
}

/** Decimals of a percentage of the margin. */
export const roiDecimals = 2;

/**
 * The trigger price in ticks at which a close would gain at least the typed amount, or lose at most that, before
 * the fee; undefined where the text is not valid or no price above zero does it.
 */
export function triggerTicks(
  { kind, unit, value }: TypedTrigger,
  exposure: Exposure,
  leverage: number,
  terms: ContractTerms,
): bigint | undefined {
  if (unit === "price") return aboveZero(parsePrice(value, terms.price));
  const money =
    unit === "money" ? parseAmount(value, moneyScale) : shareOfMargin(value, exposure, leverage);
  if (money === undefined || money === 0n || exposure.volume === 0n) return undefined;
  const target = kind === "tp" ? money : -money;
  // s·(q·P − cost) = target, solved for P.
  const dividend =
    (exposure.cost + signOf(exposure.direction) * target * pow10(costScale - moneyScale)) *
    pow10(terms.size.scale + terms.price);
  const divisor = exposure.volume * terms.size.value * pow10(costScale);
  return aboveZero(
    exposure.direction === "buy" ? divideUp(dividend, divisor) : divideDown(dividend, divisor),
  );
}

export type TriggerProblem = "wrong-side" | "liquidated-first";

/**
 * The problem of a trigger price: it would trigger at once, or it is beyond the liquidation price, which would
 * come first.
 */
export function triggerProblem(
  kind: TriggerKind,
  ticks: bigint,
  direction: Direction,
  market: Price | null,
  liquidation: bigint | null,
  { price }: ContractTerms,
): TriggerProblem | undefined {
  const isAbove = (kind === "tp") === (direction === "buy");
  if (market) {
    const scale = Math.max(market.scale, price);
    const [at, now] = [ticks * pow10(scale - price), market.value * pow10(scale - market.scale)];
    if (isAbove ? at <= now : at >= now) return "wrong-side";
  }
  if (
    kind === "sl" &&
    liquidation !== null &&
    (direction === "buy" ? ticks <= liquidation : ticks >= liquidation)
  )
    return "liquidated-first";
  return undefined;
}

function shareOfMargin(percent: string, { cost }: Exposure, leverage: number): bigint | undefined {
  const share = parseAmount(percent, roiDecimals);
  return share === undefined
    ? undefined
    : (initialMargin(cost, leverage) * share) / pow10(roiDecimals + 2);
}

function aboveZero(ticks: bigint | undefined): bigint | undefined {
  return ticks === undefined || ticks <= 0n ? undefined : ticks;
}
