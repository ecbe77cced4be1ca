import { useLingui } from "@lingui/react/macro";
import { formatAmount, formatPrice } from "../../../lib/format.ts";
import { lotsText, worthText } from "../ticket/estimate-format.ts";
import { fillsAny } from "../ticket/estimate.ts";
import { figuresOf } from "../ticket/ticket-check.ts";
import type { OrderIntent, TicketMarket } from "../ticket/ticket-facts.ts";
import type { TicketSummary } from "../ticket/ticket-form.ts";

export interface OrderMessage {
  /** The order: "Buy 0.01 BTC at 59,000.00 USDT or less". */
  order: string;
  /** What will happen with it by the current book. */
  fate: string;
}

/** The texts of an order and of what will happen with it. */
export function useOrderMessage(): (
  intent: OrderIntent,
  summary: TicketSummary,
  market: TicketMarket,
) => OrderMessage {
  const { t, i18n } = useLingui();
  const locale = i18n.locale;

  function orderText(intent: OrderIntent, summary: TicketSummary, market: TicketMarket): string {
    const { base, quote, scales } = market;
    const price = (text: string | null | undefined) =>
      `${text ? formatPrice(text, scales.price, locale) : "–"} ${quote}`;
    const isBuy = intent.side === "buy";
    const amount = `${formatAmount(intent.amount ?? "0", locale)} ${base}`;
    if (intent.type === "limit" || intent.type === "stop-limit") {
      return isBuy
        ? t`Buy ${amount} at ${price(intent.price)} or less`
        : t`Sell ${amount} at ${price(intent.price)} or more`;
    }
    const value =
      typeof intent.value === "string"
        ? `${formatAmount(intent.value, locale)} ${quote}`
        : undefined;
    const figures = figuresOf(summary);
    if (value !== undefined) {
      const lots = summary.estimate?.filledAmount ?? summary.rest?.lots;
      const about = lots === undefined ? "–" : lotsText(lots, market, locale);
      return t`Buy ≈ ${about} ${base} for ${value}`;
    }
    const worth = figures === undefined ? "–" : worthText(figures.value, market, locale);
    return isBuy
      ? t`Buy ${amount} for ≈ ${worth} ${quote}`
      : t`Sell ${amount} for ≈ ${worth} ${quote}`;
  }

  function waitText(intent: OrderIntent, market: TicketMarket): string {
    const stop = `${intent.stop_price ? formatPrice(intent.stop_price, market.scales.price, locale) : "–"} ${market.quote}`;
    const rises = intent.operator === "gte";
    if (intent.type === "stop-market") {
      return rises
        ? t`Waits until the last price rises to ${stop}, then trades at once at the best prices there are; they may be worse.`
        : t`Waits until the last price falls to ${stop}, then trades at once at the best prices there are; they may be worse.`;
    }
    const then =
      intent.tif === "ioc"
        ? t`What does not fill at once then is cancelled.`
        : intent.tif === "fok"
          ? t`If it cannot fill whole at once then, it is cancelled.`
          : t`What does not fill at once then waits in the book.`;
    return `${rises ? t`Waits until the last price rises to ${stop}.` : t`Waits until the last price falls to ${stop}.`} ${then}`;
  }

  function fateText(intent: OrderIntent, summary: TicketSummary, market: TicketMarket): string {
    const now = fillsAny(summary.estimate)
      ? `${lotsText(summary.estimate.filledAmount, market, locale)} ${market.base}`
      : "–";
    switch (summary.fate) {
      case "waits":
        return waitText(intent, market);
      case "rests":
        return intent.tif === "post_only"
          ? t`Waits in the book until it fills or you cancel it. It is cancelled if it would fill at once.`
          : t`Waits in the book until it fills or you cancel it.`;
      case "partly-rests":
        return t`≈ ${now} fills at once; the rest waits in the book until it fills or you cancel it.`;
      case "partly-cancelled":
        return t`≈ ${now} fills at once; the rest is cancelled.`;
      // A warning already says so.
      case "cancelled":
        return "";
      default:
        return t`Fills at once at the best prices there are. It cannot be undone.`;
    }
  }

  return (intent, summary, market) => ({
    order: orderText(intent, summary, market),
    fate: fateText(intent, summary, market),
  });
}
