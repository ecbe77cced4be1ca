import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { Exposure } from "#protocol/rules/contracts/contract-risk.ts";
import type { ContractTerms, Price } from "#protocol/rules/contracts/contract-worth.ts";
import { rescaleDown } from "#protocol/wire/rounding.ts";
import { parseNumber, toInputText } from "../../../lib/parse-number.ts";
import { triggerOutcome, type TriggerOutcome } from "../figures/contract-figures.ts";
import {
  triggerProblem,
  triggerTicks,
  type TriggerKind,
  type TriggerProblem,
  type TriggerUnit,
} from "../figures/tpsl-convert.ts";

/** A trigger as it stands in its field. */
export interface TriggerText {
  unit: TriggerUnit;
  value: string;
}

export interface TypedTriggerState {
  /** Plain decimal for the wire; null for none. */
  price: string | null;
  ticks: bigint | null;
  outcome: TriggerOutcome | null;
  /** `unreachable`: no price above zero brings what was typed. */
  problem: TriggerProblem | "unreachable" | "unreadable" | undefined;
  /** Where stepping of an empty field begins, plain decimal. */
  start: string | undefined;
}

export interface TriggerFacts {
  exposure: Exposure;
  leverage: number;
  terms: ContractTerms;
  watched: Price | null;
  liquidation: bigint | null;
}

/** What a typed trigger means for a position. */
export function typedTrigger(
  kind: TriggerKind,
  { unit, value }: TriggerText,
  locale: string,
  facts: TriggerFacts,
): TypedTriggerState {
  const { exposure, leverage, terms, watched, liquidation } = facts;
  const start = watched
    ? formatAmount(rescaleDown(watched.value, watched.scale, terms.price), terms.price)
    : undefined;
  const parsed = parseNumber(value, locale);
  const none = { price: null, ticks: null, outcome: null, start };
  if (!parsed.ok) return { ...none, problem: parsed.reason === "empty" ? undefined : "unreadable" };
  const ticks = triggerTicks({ kind, unit, value: parsed.value }, exposure, leverage, terms);
  if (ticks === undefined)
    return { ...none, problem: unit === "price" ? "unreadable" : "unreachable" };
  return {
    price: formatAmount(ticks, terms.price),
    ticks,
    start,
    outcome: triggerOutcome(exposure, leverage, ticks, terms),
    problem: triggerProblem(kind, ticks, exposure.direction, watched, liquidation, terms),
  };
}

/** Whether a trigger may be sent; one beyond liquidation may, with a warning. */
export function maySend({ problem }: TypedTriggerState): boolean {
  return problem === undefined || problem === "liquidated-first";
}

/** A trigger price of the wire as it stands in a field. */
export function triggerText(price: string | null, locale: string): TriggerText {
  return { unit: "price", value: price === null ? "" : toInputText(trimZeros(price), locale) };
}
