import { formatAmount, maxMinor, parseAmount } from "#protocol/amount.ts";
import type { SymbolRow } from "#protocol/market.ts";
import { rescaleDown } from "#protocol/rounding.ts";
import type { MarketScales, Rate } from "#protocol/spot-fill.ts";
import { bookLevels, rateOf } from "./estimate.ts";
import type { TicketFacts, TicketMarket } from "./ticket-form.ts";

/** The trading rules of a market and the scales of its two currencies. */
export function ticketMarket(row: SymbolRow, baseScale: number, quoteScale: number): TicketMarket {
  const scales = { price: row["price-precision"], amount: row["amount-precision"], base: baseScale, quote: quoteScale };
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

/** Levels of the displayed book in the market's own scales. */
export function ticketBook(tick: { asks: readonly (readonly [number, number])[]; bids: readonly (readonly [number, number])[] } | undefined, scales: MarketScales) {
  return { asks: bookLevels(tick?.asks ?? [], scales), bids: bookLevels(tick?.bids ?? [], scales) };
}

/** A price of the wire (a JSON number) in ticks; null where it is none. */
export function ticksOf(price: number | undefined, scales: MarketScales): bigint | null {
  const ticks = limitOf(price ?? 0, scales.price, 0n);
  return ticks === 0n ? null : ticks;
}

/** A limit of the wire (a JSON number) in minor units; what is no limit is none. */
function limitOf(value: number, scale: number, none: bigint): bigint {
  if (!Number.isFinite(value) || value <= 0 || value >= 1e15) return none;
  return BigInt(value.toFixed(scale).replace(".", ""));
}

function factorOf(value: number | null): Rate | null {
  return value === null || !Number.isFinite(value) || value <= 0 || value >= 1000 ? null : { value: limitOf(value, 6, 0n), scale: 6 };
}

/** The account's worth, decimal text in USDT, in units of the quote; null where the market counts in another currency. */
export function worthIn({ quote, scales }: TicketMarket, usdt: string): bigint | null {
  const [whole, fraction = ""] = usdt.split(".");
  return quote === "USDT" ? (parseAmount(`${whole}.${fraction.slice(0, scales.quote).padEnd(1, "0")}`, scales.quote) ?? null) : null;
}

/** The facts for an order that takes the place of another: what that one holds counts as available. */
export function withFreed<Facts extends TicketFacts>(facts: Facts, old: { side: "buy" | "sell"; frozen: string }): Facts {
  const { available, openOrders, market } = facts;
  const side = old.side === "buy" ? "quote" : "base";
  const freed = parseAmount(old.frozen, market.scales[side]) ?? 0n;
  return {
    ...facts,
    available: available && { ...available, [side]: available[side] + freed },
    openOrders: openOrders === null ? null : Math.max(0, openOrders - 1),
  };
}

/** Prices that a field can take over, as plain decimals. */
export function pricePicks({ last, bids, asks, market }: TicketFacts): { last: string | undefined; bid: string | undefined; ask: string | undefined } {
  const text = (ticks: bigint | null | undefined) => (ticks === null || ticks === undefined ? undefined : formatAmount(ticks, market.scales.price));
  return { last: text(last), bid: text(bids[0]?.price), ask: text(asks[0]?.price) };
}
