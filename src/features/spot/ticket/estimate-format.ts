import { formatAmount as minorText } from "#protocol/wire/amount.ts";
import { formatMoney, formatQuantity, formatSum } from "../../../lib/format.ts";
import type { TicketMarket } from "./ticket-facts.ts";

/** A quantity with all decimals of the market's lots: 0.000274. */
export function lotsText(lots: bigint, market: TicketMarket, locale: string): string {
  return formatQuantity(minorText(lots, market.scales.amount), market.scales.amount, locale);
}

/** A value in quote: 19.95. */
export function worthText(value: bigint, market: TicketMarket, locale: string): string {
  return formatSum(minorText(value, market.scales.quote), market.quote, locale);
}

/** A sum of one of the two currencies: coins to the last unit, so that a moving figure keeps its width. */
export function sideText(
  units: bigint,
  side: "base" | "quote",
  market: TicketMarket,
  locale: string,
  rounding: "down" | "up" = "down",
): string {
  const plain = minorText(units, market.scales[side]);
  return side === "base"
    ? `${formatQuantity(plain, market.scales.base, locale)}\u00a0${market.base}`
    : formatMoney(plain, market.quote, locale, { rounding });
}
