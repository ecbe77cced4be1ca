import { formatAmount, parseAmount, parsePrice, trimZeros } from "#protocol/wire/amount.ts";
import { rescaleDown } from "#protocol/wire/rounding.ts";
import { lotsWithin } from "#protocol/rules/spot-fill.ts";
import type { Estimate, Rest } from "./estimate.ts";
import {
  type OrderIntent,
  type TicketDraft,
  type TicketMarket,
  type TicketFacts,
  type TicketNumbers,
  hasLimit,
  hasStop,
  bySpending,
  tifOf,
} from "./ticket-facts.ts";
import { outlookOf, type Fate } from "./ticket-outlook.ts";
import { problemOf, type TicketProblem } from "./ticket-problems.ts";
import { warningsOf, type TicketWarning } from "./ticket-warnings.ts";
import type { WarningLimits } from "../../trade/ticket/warning-limits.ts";

export interface TicketSummary {
  /** The immediate fills; absent for stops and where nothing fills now. */
  estimate: Estimate | undefined;
  /** The part that then rests in the book or waits for the stop, with its figures if it fills completely. */
  rest: Rest | undefined;
  fate: Fate | undefined;
  /** Held units: of the quote for a buy, of the base for a sell. */
  reserve: bigint | undefined;
  /** How the stop is reached: by a rise or by a fall of the last price. */
  operator: "gte" | "lte" | undefined;
  /** Warnings about an order that may still be sent. */
  warnings: readonly TicketWarning[];
  problem: TicketProblem | undefined;
  /** Ready to be confirmed; absent while there is a problem. */
  intent: OrderIntent | undefined;
}

/** The draft of an intent, to check it again by newer facts. */
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

/** From draft and facts: what would happen, the problem and warnings, and an intent ready to be confirmed. */
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

/** The intent of an incomplete or invalid draft, as far as it is known: to be shown, not to be sent. */
export function partialIntentOf(
  draft: TicketDraft,
  facts: Pick<TicketFacts, "market" | "last">,
): OrderIntent {
  return intentOf(draft, numbersOf(draft, facts), facts.market);
}

/** The valid numbers of a draft in the market's units. */
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

/** Whether the price has moved so far since the sheet opened (over half a percent) that it must be confirmed again. */
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
