/** When a position's take profit or stop loss is reached: pure. */
import type { Direction } from "#protocol/rules/contracts/contract-worth.ts";
import { divideUp, pow10 } from "#protocol/wire/rounding.ts";
import { markDecimals, type Prices } from "../records/contract-market.ts";
import type { TriggerBy } from "../records/rows.ts";

export type TriggerKind = "tp" | "sl";

/** A price in ticks as it counts for triggers above it and below it: a mark between two ticks has reached neither. */
export interface Reached {
  rise: bigint;
  fall: bigint;
}

/** The price that triggers, undefined where it is not fresh. */
export function reachedBy(by: TriggerBy, { mark, last }: Prices): Reached | undefined {
  if (by === "last") return last === null ? undefined : { rise: last, fall: last };
  return mark === null
    ? undefined
    : { rise: mark.value / pow10(markDecimals), fall: divideUp(mark.value, pow10(markDecimals)) };
}

/** Whether a price that rises reaches it; else one that falls. */
export function risesTo(kind: TriggerKind, direction: Direction): boolean {
  return (kind === "tp") === (direction === "buy");
}

export interface Triggerable {
  direction: Direction;
  tp_price: bigint | null;
  sl_price: bigint | null;
  trigger_by: TriggerBy;
}

export function isTriggered(kind: TriggerKind, position: Triggerable, prices: Prices): boolean {
  const price = kind === "tp" ? position.tp_price : position.sl_price;
  const reached = reachedBy(position.trigger_by, prices);
  if (price === null || !reached) return false;
  return risesTo(kind, position.direction) ? price <= reached.rise : price >= reached.fall;
}
