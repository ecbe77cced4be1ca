import { formatAmount as minorText } from "#protocol/amount.ts";
import { formatMoney, formatPrice, formatWorth } from "../../lib/format.ts";
import type { TicketMarket } from "./ticket-form.ts";

/** Digits of what is about: as many every time, so that a moving figure keeps its width. */
const smallDecimals = 4;

/** A quantity with all decimals of the market's lots: 0.000274. */
export function lotsText(lots: bigint, market: TicketMarket, locale: string): string {
  return formatPrice(minorText(lots, market.scales.amount), market.scales.amount, locale);
}

/** A value in quote to the cent where it is money: 19.96. */
export function worthText(value: bigint, market: TicketMarket, locale: string): string {
  return formatWorth(minorText(value, market.scales.quote), market.quote, locale);
}

/** A small sum of one of the two currencies (a fee, a rest), always with as many decimals. */
export function smallText(
  units: bigint,
  side: "base" | "quote",
  market: TicketMarket,
  locale: string,
): string {
  const scale = market.scales[side];
  return formatMoney(minorText(units, scale), market[side], locale, {
    decimals: side === "base" ? scale : Math.min(scale, smallDecimals),
  });
}

/** What arrives, after the fee: coins to the last unit, money to the cent. */
export function arrivesText(
  units: bigint,
  side: "base" | "quote",
  market: TicketMarket,
  locale: string,
): string {
  return side === "base"
    ? smallText(units, "base", market, locale)
    : formatMoney(minorText(units, market.scales.quote), market.quote, locale, { decimals: 2 });
}
