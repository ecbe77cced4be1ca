import { formatAmount, parsePrice } from "#protocol/wire/amount.ts";
import type { OrderIntent, TicketFacts } from "./ticket-facts.ts";
import { hasMoved, ticketSummary, draftOf, type TicketSummary } from "./ticket-form.ts";
import { type TicketWarning, isGrave } from "./ticket-warnings.ts";
import type { WarningLimits } from "../../trade/ticket/warning-limits.ts";

/** What a person saw of an order when they were asked, to hold the market of the tap against it. */
export type Look = Pick<TicketSummary, "fate" | "estimate">;

/** What has changed since then so much that it is to be accepted first: the price, or what would become of the order. */
export type LookChange = "price" | "fate";

export function changeOf(seen: Look | undefined, now: Look): LookChange | undefined {
  if (seen === undefined || now.fate === undefined) return undefined;
  if (seen.fate !== undefined && seen.fate !== now.fate) return "fate";
  return seen.estimate && now.estimate && hasMoved(seen.estimate, now.estimate)
    ? "price"
    : undefined;
}

/** The warnings that take a tick of their own, as one text: another set of them takes another tick. */
export function graveOf(warnings: readonly TicketWarning[]): string {
  return warnings
    .filter(isGrave)
    .map(({ kind }) => kind)
    .toSorted()
    .join(" ");
}

/** Whether an order may be sent without a confirmation: it has no warning, and nothing has changed. */
export function isPlain(
  intent: OrderIntent,
  facts: TicketFacts,
  limits: WarningLimits,
  seen: Look | undefined,
): boolean {
  const now = ticketSummary(draftOf(intent), facts, limits);
  return (
    now.problem === undefined && now.warnings.length === 0 && changeOf(seen, now) === undefined
  );
}

/** What an order brings and binds, of both parts: what fills now and what waits. */
export interface OrderFigures {
  /** Before the fee, in quote units. */
  value: bigint;
  /** Of what is received. */
  fee: bigint;
  arrives: bigint;
  /** Whether part of it is an estimate: a part that waits fills at its own price, or not. */
  isEstimate: boolean;
}

export function figuresOf({ estimate, rest, fate }: TicketSummary): OrderFigures | undefined {
  if (!estimate && !rest) return undefined;
  const parts = [
    estimate && { value: estimate.filledValue, fee: estimate.fee, arrives: estimate.arrives },
    rest,
  ];
  const sum = (of: "value" | "fee" | "arrives") =>
    parts.reduce((total, part) => total + (part?.[of] ?? 0n), 0n);
  return {
    value: sum("value"),
    fee: sum("fee"),
    arrives: sum("arrives"),
    isEstimate: estimate !== undefined || fate === "waits",
  };
}

/** How far the last price lies from a stop, in percent of the last price; undefined without one. */
export function distanceText(stopPrice: string, { last, market }: TicketFacts): string | undefined {
  const stop = parsePrice(stopPrice, market.scales.price);
  if (stop === undefined || last === null || last === 0n) return undefined;
  return formatAmount(((stop > last ? stop - last : last - stop) * 1000n) / last, 1);
}
