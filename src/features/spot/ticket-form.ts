import { formatAmount, parseAmount, parsePrice, trimZeros } from "#protocol/amount.ts";
import type { OrderType, TimeInForce } from "#protocol/spot.ts";
import { rescaleDown } from "#protocol/rounding.ts";
import {
  lotsWithin,
  type BookLevel,
  type MarketScales,
  type Rate,
  type Side,
} from "#protocol/spot-fill.ts";
import type { Estimate, Rest } from "./estimate.ts";
import type { OrderIntent } from "./order-flow.ts";
import { outlookOf, type Fate } from "./ticket-outlook.ts";
import { problemOf } from "./ticket-problems.ts";
import { warningsOf } from "./ticket-warnings.ts";
import type { WarningLimits } from "../trading/warning-limits.ts";

/** What was typed, as plain decimals; `null` where the text is no number. */
export interface TicketDraft {
  side: Side;
  type: OrderType;
  /** Of a limit and a stop-limit order. */
  tif: TimeInForce;
  /** By a total in the quote currency, or by quantity. */
  by: "value" | "amount";
  price: string | null;
  stopPrice: string | null;
  value: string | null;
  amount: string | null;
  /** How its stop is reached, where that was decided before; else it follows from the last price. */
  operator?: "gte" | "lte" | undefined;
  /** Id of an order that ends when this one stands. */
  replaces?: string | undefined;
}

/** A market's rules as the ticket needs them; amounts in minor units. */
export interface TicketMarket {
  symbol: string;
  base: string;
  quote: string;
  scales: MarketScales;
  /** Decimals a spend may have. */
  valueDecimals: number;
  minValue: bigint;
  maxValue: bigint;
  minAmount: bigint;
  maxAmount: bigint;
  /** Of an order that takes from the book. */
  feeRate: Rate;
  makerRate: Rate;
  /** As factors of the last price: how high a buy and how low a sell may be limited. */
  buyBelow: Rate | null;
  sellAbove: Rate | null;
  /** Lots above which a sell waits for the operator. */
  reviewOver: bigint | null;
  online: boolean;
}

export interface TicketFacts {
  market: TicketMarket;
  /** Available in units of the two currencies; null for a visitor, before the first balance and where one could not be read. */
  available: { base: bigint; quote: bigint } | null;
  /** The whole account in quote units; null where nobody can say. */
  worth: bigint | null;
  /** The last trade's price in ticks; null before the first. */
  last: bigint | null;
  /** Orders that wait; null where not known. */
  openOrders: number | null;
  /** The displayed book. */
  asks: readonly BookLevel[];
  bids: readonly BookLevel[];
}

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

export type TicketWarning =
  | { kind: "far-price" | "far-stop"; percent: string; above: boolean }
  | { kind: "large-share"; percent: string }
  /** Post-only, and it would take: cancelled at its first look. */
  | { kind: "would-take" }
  /** All or nothing, and the book shows less at this price. */
  | { kind: "not-whole" }
  /** At once or not at all, and the book shows nothing at this price. */
  | { kind: "nothing-at-price" }
  /** The book shows less than wanted; the rest is cancelled. */
  | { kind: "short" }
  | { kind: "review"; over: string; currency: string };

export interface TicketSummary {
  /** What the book would give at once; absent for stops and where nothing fills now. */
  estimate: Estimate | undefined;
  /** What stands in the book after that, or waits for the stop, and what it brings if it fills whole. */
  rest: Rest | undefined;
  fate: Fate | undefined;
  /** Units set aside: of the quote for a buy, of the base for a sell. */
  reserve: bigint | undefined;
  /** How the stop is reached: by a rise or by a fall of the last price. */
  operator: "gte" | "lte" | undefined;
  /** Of what is well worth a second look and still may be sent. */
  warnings: readonly TicketWarning[];
  problem: TicketProblem | undefined;
  /** Ready to be confirmed; absent while there is a problem. */
  intent: OrderIntent | undefined;
}

/** A draft's numbers in minor units; undefined where there is none. */
export interface TicketNumbers {
  price: bigint | undefined;
  stopPrice: bigint | undefined;
  /** Quote units of a market order by total. */
  spend: bigint | undefined;
  /** Lots of every other order; of a limit order by total, as many as it pays for at its price. */
  lots: bigint | undefined;
  operator: "gte" | "lte" | undefined;
}

export const hasLimit = (type: OrderType) => type === "limit" || type === "stop-limit";
export const hasStop = (type: OrderType) => type === "stop-limit" || type === "stop-market";

/** Whether the quantity is given as a total: a sell at whatever price has no total to give. */
export function bySpending(draft: Pick<TicketDraft, "side" | "type" | "by">): boolean {
  return draft.by === "value" && (draft.side === "buy" || hasLimit(draft.type));
}

/** A stop-limit order may not be post-only. */
export function tifOf(draft: Pick<TicketDraft, "type" | "tif">): TimeInForce {
  return draft.type === "stop-limit" && draft.tif === "post_only" ? "gtc" : draft.tif;
}

/** The draft an intent was made of, so that it can be judged anew by newer facts. */
export function draftOf(intent: OrderIntent): TicketDraft {
  const { side, type, value = null, amount = null } = intent;
  return {
    side,
    type,
    value,
    amount,
    tif: intent.tif ?? "gtc",
    by: value === null ? "amount" : "value",
    price: intent.price ?? null,
    stopPrice: intent.stop_price ?? null,
    operator: intent.operator ?? undefined,
    replaces: intent.replaces,
  };
}

/** Draft and facts to what would happen, what speaks against it, and an intent ready to be confirmed. */
export function ticketSummary(
  draft: TicketDraft,
  facts: TicketFacts,
  limits?: WarningLimits,
): TicketSummary {
  const numbers = numbersOf(draft, facts);
  const outlook = outlookOf(draft, numbers, facts);
  const problem = problemOf(draft, numbers, outlook, facts);
  const warnings = warningsOf(draft, numbers, outlook, facts, limits);
  return {
    ...outlook,
    operator: numbers.operator,
    warnings,
    problem,
    intent: problem ? undefined : intentOf(draft, numbers, facts.market),
  };
}

/** What a draft asks for as far as it says so, whatever speaks against it: to be shown, not to be sent. */
export function wishOf(
  draft: TicketDraft,
  facts: Pick<TicketFacts, "market" | "last">,
): OrderIntent {
  return intentOf(draft, numbersOf(draft, facts), facts.market);
}

/** What of a draft is a number by the market's own decimals. */
export function numbersOf(
  draft: TicketDraft,
  { market, last }: Pick<TicketFacts, "market" | "last">,
): TicketNumbers {
  const { scales, valueDecimals } = market;
  const price = hasLimit(draft.type) ? above0(draft.price, scales.price, parsePrice) : undefined;
  const stopPrice = hasStop(draft.type)
    ? above0(draft.stopPrice, scales.price, parsePrice)
    : undefined;
  const total = bySpending(draft) ? above0(draft.value, valueDecimals) : undefined;
  const spend = total === undefined ? undefined : rescaleDown(total, valueDecimals, scales.quote);
  const bought =
    spend !== undefined && price !== undefined ? lotsWithin(spend, price, scales) : undefined;
  const comparable = stopPrice !== undefined && last !== null && stopPrice !== last;
  return {
    price,
    stopPrice,
    spend: hasLimit(draft.type) ? undefined : spend,
    lots: bySpending(draft) ? bought : above0(draft.amount, scales.amount),
    operator:
      stopPrice === undefined
        ? undefined
        : (draft.operator ?? (comparable ? (stopPrice > last ? "gte" : "lte") : undefined)),
  };
}

/** Whether the price has moved so far since the sheet opened (over half a percent) that it must be confirmed anew. */
export function hasMoved(then: Estimate, now: Estimate): boolean {
  const distance =
    now.averagePrice > then.averagePrice
      ? now.averagePrice - then.averagePrice
      : then.averagePrice - now.averagePrice;
  return distance * 200n > then.averagePrice;
}

function intentOf(draft: TicketDraft, numbers: TicketNumbers, market: TicketMarket): OrderIntent {
  const { price, stopPrice, spend, lots, operator } = numbers;
  const { scales } = market;
  return {
    symbol: market.symbol,
    side: draft.side,
    type: draft.type,
    tif: hasLimit(draft.type) ? tifOf(draft) : null,
    price: plain(price, scales.price),
    stop_price: plain(stopPrice, scales.price),
    operator: operator ?? null,
    amount: plain(spend === undefined ? lots : undefined, scales.amount),
    value: plain(spend, scales.quote),
    ...(draft.replaces !== undefined && { replaces: draft.replaces }),
  };
}

function plain(units: bigint | undefined, scale: number): string | null {
  return units === undefined ? null : trimZeros(formatAmount(units, scale));
}

function above0(text: string | null, scale: number, read = parseAmount): bigint | undefined {
  const units = text === null ? undefined : read(text, scale);
  return units === 0n ? undefined : units;
}
