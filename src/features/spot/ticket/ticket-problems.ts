import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { divideUp, pow10, rescaleDown } from "#protocol/wire/rounding.ts";
import { maxOpenOrders } from "#protocol/api/spot.ts";
import { valueDown, type Rate } from "#protocol/rules/spot-fill.ts";
import { fillsAny } from "./estimate.ts";
import {
  bySpending,
  hasLimit,
  hasStop,
  type TicketDraft,
  type TicketFacts,
  type TicketNumbers,
} from "./ticket-facts.ts";
import type { Outlook } from "./ticket-outlook.ts";

export type TicketProblem =
  | { kind: "missing" }
  | { kind: "missing-price" }
  | { kind: "missing-stop" }
  | { kind: "below-minimum-value"; minimum: string }
  | { kind: "below-minimum-amount"; minimum: string }
  | { kind: "above-maximum"; maximum: string; currency: string }
  | { kind: "insufficient"; available: string; currency: string }
  /** A buy limited too high or a sell too low; `percent` from the last price, or from the stop price. */
  | {
      kind: "price-too-high" | "price-too-low";
      bound: string;
      percent: string;
      from: "last" | "stop";
    }
  /** The last price is there already. */
  | { kind: "triggers-at-once"; last: string }
  | { kind: "too-many-open"; maximum: number }
  /** Nothing is known that a stop could be compared with. */
  | { kind: "no-last" }
  | { kind: "no-book" };

/** The field that a problem belongs to; undefined where it is nobody's. */
export function fieldOf(problem: TicketProblem): "price" | "stopPrice" | "quantity" | undefined {
  switch (problem.kind) {
    case "missing-price":
    case "price-too-high":
    case "price-too-low":
      return "price";
    case "missing-stop":
    case "triggers-at-once":
      return "stopPrice";
    case "too-many-open":
    case "no-last":
    case "no-book":
      return undefined;
    default:
      return "quantity";
  }
}

/** The first thing in the way, in the order in which the venue would refuse it. */
export function problemOf(
  draft: TicketDraft,
  numbers: TicketNumbers,
  outlook: Outlook,
  facts: TicketFacts,
): TicketProblem | undefined {
  return (
    missing(draft, numbers) ??
    stopProblem(draft, numbers, facts) ??
    bandProblem(draft, numbers, facts) ??
    quantityProblem(draft, numbers, facts) ??
    balanceProblem(draft, outlook, facts) ??
    (facts.openOrders !== null && facts.openOrders >= maxOpenOrders
      ? { kind: "too-many-open", maximum: maxOpenOrders }
      : undefined) ??
    (draft.type === "market" && !fillsAny(outlook.estimate) ? { kind: "no-book" } : undefined)
  );
}

function missing(
  draft: TicketDraft,
  { price, stopPrice, spend, lots }: TicketNumbers,
): TicketProblem | undefined {
  if (hasStop(draft.type) && stopPrice === undefined) return { kind: "missing-stop" };
  if (hasLimit(draft.type) && price === undefined) return { kind: "missing-price" };
  return spend === undefined && lots === undefined ? { kind: "missing" } : undefined;
}

function stopProblem(
  { type }: TicketDraft,
  { stopPrice, operator }: TicketNumbers,
  { last, market }: TicketFacts,
): TicketProblem | undefined {
  if (!hasStop(type) || stopPrice === undefined) return undefined;
  if (last === null) return { kind: "no-last" };
  const reached =
    operator === undefined || (operator === "gte" ? last >= stopPrice : last <= stopPrice);
  return reached
    ? { kind: "triggers-at-once", last: trimZeros(formatAmount(last, market.scales.price)) }
    : undefined;
}

function bandProblem(
  { side, type }: TicketDraft,
  { price, stopPrice }: TicketNumbers,
  { last, market }: TicketFacts,
): TicketProblem | undefined {
  const from = type === "stop-limit" ? stopPrice : last;
  const factor = side === "buy" ? market.buyBelow : market.sellAbove;
  if (
    !hasLimit(type) ||
    price === undefined ||
    from === undefined ||
    from === null ||
    factor === null
  )
    return undefined;
  const bound = boundOf(from, factor, side);
  if (side === "buy" ? price <= bound : price >= bound) return undefined;
  return {
    kind: side === "buy" ? "price-too-high" : "price-too-low",
    bound: formatAmount(bound, market.scales.price),
    percent: distancePercent(factor),
    from: type === "stop-limit" ? "stop" : "last",
  };
}

function boundOf(from: bigint, factor: Rate, side: "buy" | "sell"): bigint {
  const whole = pow10(factor.scale);
  return side === "buy" ? (from * factor.value) / whole : divideUp(from * factor.value, whole);
}

/** 1.1 is 10 % away, 0.9 too. */
function distancePercent({ value, scale }: Rate): string {
  const whole = pow10(scale);
  return trimZeros(formatAmount((value > whole ? value - whole : whole - value) * 100n, scale));
}

function quantityProblem(
  draft: TicketDraft,
  numbers: TicketNumbers,
  { market, last, asks, bids }: TicketFacts,
): TicketProblem | undefined {
  const { scales } = market;
  const [best] = draft.side === "buy" ? asks : bids;
  const { spend, lots } = numbers;
  if (lots !== undefined && !bySpending(draft) && lots < market.minAmount)
    return { kind: "below-minimum-amount", minimum: text(market.minAmount, scales.amount) };
  if (lots !== undefined && lots > market.maxAmount)
    return {
      kind: "above-maximum",
      maximum: text(market.maxAmount, scales.amount),
      currency: market.base,
    };
  const at = numbers.price ?? numbers.stopPrice ?? last ?? best?.price;
  const value =
    spend ??
    (lots !== undefined && at !== undefined ? valueDown({ price: at, lots }, scales) : undefined);
  if (value !== undefined && value > market.maxValue)
    return {
      kind: "above-maximum",
      maximum: text(market.maxValue, scales.quote),
      currency: market.quote,
    };
  if (value !== undefined && value < market.minValue)
    return { kind: "below-minimum-value", minimum: text(market.minValue, scales.quote) };
  if (lots !== undefined && lots < market.minAmount)
    return { kind: "below-minimum-amount", minimum: text(market.minAmount, scales.amount) };
  return undefined;
}

function balanceProblem(
  { side }: TicketDraft,
  { reserve }: Outlook,
  { available, market }: TicketFacts,
): TicketProblem | undefined {
  const { scales, base, quote } = market;
  if (!available || reserve === undefined) return undefined;
  if (side === "buy")
    return reserve > available.quote
      ? { kind: "insufficient", available: text(available.quote, scales.quote), currency: quote }
      : undefined;
  // Dust below a lot cannot be sold.
  const sellable = rescaleDown(
    rescaleDown(available.base, scales.base, scales.amount),
    scales.amount,
    scales.base,
  );
  return reserve > sellable
    ? { kind: "insufficient", available: text(available.base, scales.base), currency: base }
    : undefined;
}

function text(units: bigint, scale: number): string {
  return trimZeros(formatAmount(units, scale));
}
