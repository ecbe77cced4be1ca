import { maxMinor, parseAmount } from "#protocol/wire/amount.ts";
import type { SymbolRow } from "#protocol/api/market.ts";
import { rescaleDown } from "#protocol/wire/rounding.ts";
import type { Rate } from "#protocol/rules/spot-fill.ts";
import { minorOf, rateOf } from "../../trade/ticket/market-units.ts";
import type { TicketFacts, TicketMarket } from "./ticket-facts.ts";

/** The trading rules of a market and the scales of its two currencies. */
export function ticketMarket(row: SymbolRow, baseScale: number, quoteScale: number): TicketMarket {
  const scales = {
    price: row["price-precision"],
    amount: row["amount-precision"],
    base: baseScale,
    quote: quoteScale,
  };
  const reviewOver = parseAmount(row["sell-review-over"] ?? "", baseScale);
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
    makerRate: rateOf(row.fee.maker),
    buyBelow: factorOf(row["buy-limit-must-less-than"]),
    sellAbove: factorOf(row["sell-limit-must-greater-than"]),
    reviewOver: reviewOver === undefined ? null : rescaleDown(reviewOver, baseScale, scales.amount),
    online: row.state === "online",
  };
}

/** A limit of the wire (a JSON number) in minor units; what is no limit is none. */
function limitOf(value: number, scale: number, none: bigint): bigint {
  return Number.isFinite(value) && value > 0 && value < 1e15 ? minorOf(value, scale) : none;
}

function factorOf(value: number | null): Rate | null {
  return value === null || !Number.isFinite(value) || value <= 0 || value >= 1000
    ? null
    : { value: limitOf(value, 6, 0n), scale: 6 };
}

/** The facts for an order that takes the place of another: what that one holds counts as available. */
export function withFreed<Facts extends TicketFacts>(
  facts: Facts,
  old: { side: "buy" | "sell"; frozen: string },
): Facts {
  const { available, openOrders, market } = facts;
  const side = old.side === "buy" ? "quote" : "base";
  const freed = parseAmount(old.frozen, market.scales[side]) ?? 0n;
  return {
    ...facts,
    available: available && { ...available, [side]: available[side] + freed },
    openOrders: openOrders === null ? null : Math.max(0, openOrders - 1),
  };
}
