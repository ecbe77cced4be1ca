import { formatAmount, maxMinor, parseAmount, trimZeros } from "#protocol/amount.ts";
import type { SymbolRow } from "#protocol/market.ts";
import { divideDown, rescaleDown } from "#protocol/rounding.ts";
import { lotsWithin, reserveOf, valueDown, worstPrice, type BookLevel, type MarketScales, type Rate, type Side } from "#protocol/spot-fill.ts";
import { bookLevels, estimateFill, rateOf, type Estimate, type Wish } from "./estimate.ts";
import type { OrderIntent } from "./order-flow.ts";

/** What was typed, as plain decimals; `null` where the text is no number. */
export interface TicketDraft {
  side: Side;
  /** A buy says what to spend or how much to get; a sell says how much to give. */
  by: "value" | "amount";
  value: string | null;
  amount: string | null;
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
  feeRate: Rate;
  online: boolean;
}

export interface TicketFacts {
  market: TicketMarket;
  /** Available in units of the two currencies; null for a visitor, before the first balance and where one could not be read. */
  available: { base: bigint; quote: bigint } | null;
  /** The displayed book. */
  asks: readonly BookLevel[];
  bids: readonly BookLevel[];
}

export type TicketProblem =
  | { kind: "missing" }
  | { kind: "below-minimum-value"; minimum: string }
  | { kind: "below-minimum-amount"; minimum: string }
  | { kind: "above-maximum"; maximum: string; currency: string }
  | { kind: "insufficient"; available: string; currency: string }
  | { kind: "no-book" };

export interface TicketSummary {
  /** What the book would give; absent until there is a quantity and a book. */
  estimate: Estimate | undefined;
  /** Quote units set aside until a buy by quantity has filled: the furthest price it may reach. */
  reserve: bigint | undefined;
  problem: TicketProblem | undefined;
  /** Ready to be confirmed; absent while there is a problem. */
  intent: OrderIntent | undefined;
}

/** How the quantity is given: a sell has one way only. */
export function bySpending(draft: TicketDraft): boolean {
  return draft.side === "buy" && draft.by === "value";
}

/** The trading rules of a market and the scales of its two currencies. */
export function ticketMarket(row: SymbolRow, baseScale: number, quoteScale: number): TicketMarket {
  const scales = { price: row["price-precision"], amount: row["amount-precision"], base: baseScale, quote: quoteScale };
  return {
    symbol: row.symbol,
    base: row["base-currency"].toUpperCase(),
    quote: row["quote-currency"].toUpperCase(),
    scales,
    valueDecimals: Math.min(row["value-precision"], quoteScale),
    minValue: limitOf(row["min-order-value"], quoteScale, 0n),
    maxValue: limitOf(row["buy-market-max-order-value"], quoteScale, maxMinor),
    minAmount: limitOf(row["sell-market-min-order-amt"], scales.amount, 0n),
    maxAmount: limitOf(row["sell-market-max-order-amt"], scales.amount, maxMinor),
    feeRate: rateOf(row.fee.taker),
    online: row.state === "online",
  };
}

/** Levels of the displayed book in the market's own scales. */
export function ticketBook(tick: { asks: readonly (readonly [number, number])[]; bids: readonly (readonly [number, number])[] } | undefined, scales: MarketScales) {
  return { asks: bookLevels(tick?.asks ?? [], scales), bids: bookLevels(tick?.bids ?? [], scales) };
}

/** Draft and facts to an estimate, a problem, or an intent ready to be confirmed. */
export function ticketSummary(draft: TicketDraft, facts: TicketFacts): TicketSummary {
  const { market } = facts;
  const spending = bySpending(draft);
  const text = spending ? draft.value : draft.amount;
  const quantity = text === null ? undefined : parseAmount(text, spending ? market.valueDecimals : market.scales.amount);
  if (quantity === undefined || quantity === 0n) return { estimate: undefined, reserve: undefined, problem: { kind: "missing" }, intent: undefined };

  const wish: Wish = spending
    ? { side: "buy", spend: rescaleDown(quantity, market.valueDecimals, market.scales.quote) }
    : { side: draft.side, amount: quantity };
  const levels = draft.side === "buy" ? facts.asks : facts.bids;
  const estimate = estimateFill(wish, levels, market.scales, market.feeRate);
  const [best] = levels;
  const reserve = best && "amount" in wish && wish.side === "buy" ? reserveOf(wish.amount, best.price, market.scales) : undefined;
  const problem = problemOf(wish, estimate, reserve, best, facts);
  if (problem) return { estimate, reserve, problem, intent: undefined };

  const plain = trimZeros(formatAmount(quantity, spending ? market.valueDecimals : market.scales.amount));
  const intent: OrderIntent = {
    symbol: market.symbol, side: draft.side, type: "market",
    amount: spending ? null : plain, value: spending ? plain : null,
  };
  return { estimate, reserve, problem: undefined, intent };
}

/** A share of what is available as a plain decimal for the field; a buy by quantity must be covered up to its furthest price. */
export function shareText(percent: number, draft: TicketDraft, facts: TicketFacts): string | undefined {
  const { market, available } = facts;
  if (!available) return undefined;
  const held = draft.side === "buy" ? available.quote : available.base;
  const share = divideDown(held * BigInt(percent), 100n);
  if (draft.side === "sell") return trimZeros(formatAmount(rescaleDown(share, market.scales.base, market.scales.amount), market.scales.amount));
  if (bySpending(draft)) return trimZeros(formatAmount(rescaleDown(share, market.scales.quote, market.valueDecimals), market.valueDecimals));
  const [best] = facts.asks;
  return best && trimZeros(formatAmount(lotsWithin(share, worstPrice("buy", best.price), market.scales), market.scales.amount));
}

/** Whether the price has moved so far since the sheet opened (over half a percent) that it must be confirmed anew. */
export function hasMoved(then: Estimate, now: Estimate): boolean {
  const distance = now.averagePrice > then.averagePrice ? now.averagePrice - then.averagePrice : then.averagePrice - now.averagePrice;
  return distance * 200n > then.averagePrice;
}

function problemOf(wish: Wish, estimate: Estimate | undefined, reserve: bigint | undefined, best: BookLevel | undefined, facts: TicketFacts): TicketProblem | undefined {
  const { market, available } = facts;
  const { scales } = market;
  const quoteText = (units: bigint) => trimZeros(formatAmount(units, scales.quote));
  const amountText = (units: bigint) => trimZeros(formatAmount(units, scales.amount));

  if ("spend" in wish) {
    if (wish.spend < market.minValue) return { kind: "below-minimum-value", minimum: quoteText(market.minValue) };
    if (wish.spend > market.maxValue) return { kind: "above-maximum", maximum: quoteText(market.maxValue), currency: market.quote };
    if (available && wish.spend > available.quote) return { kind: "insufficient", available: quoteText(available.quote), currency: market.quote };
  } else {
    if (wish.amount < market.minAmount) return { kind: "below-minimum-amount", minimum: amountText(market.minAmount) };
    if (wish.amount > market.maxAmount) return { kind: "above-maximum", maximum: amountText(market.maxAmount), currency: market.base };
    if (best && valueDown({ price: best.price, lots: wish.amount }, scales) < market.minValue) return { kind: "below-minimum-value", minimum: quoteText(market.minValue) };
    if (available && wish.side === "sell" && wish.amount > rescaleDown(available.base, scales.base, scales.amount)) {
      return { kind: "insufficient", available: trimZeros(formatAmount(available.base, scales.base)), currency: market.base };
    }
    if (available && reserve !== undefined && reserve > available.quote) {
      return { kind: "insufficient", available: quoteText(available.quote), currency: market.quote };
    }
  }
  return estimate && estimate.filledAmount > 0n ? undefined : { kind: "no-book" };
}

/** A limit of the wire (a JSON number) in minor units; what is no limit is none. */
function limitOf(value: number, scale: number, none: bigint): bigint {
  if (!Number.isFinite(value) || value <= 0 || value >= 1e15) return none;
  return BigInt(value.toFixed(scale).replace(".", ""));
}
