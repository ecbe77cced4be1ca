import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { coinStatus, type CoinOrder } from "#protocol/api/spot.ts";
import {
  formatAmount,
  formatPrice,
  formatTime,
  formatSum,
  HIDDEN_AMOUNT,
} from "../../../lib/format.ts";
import { splitSymbol } from "../../market/feed/symbol-name.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { filledAny } from "./order-summary.ts";
import { endReasonTexts } from "./order-messages.ts";

/** The outcome of an order, in a sentence: "Bought 0.0166 BTC for 999.96 USDT." Hidden amounts stay hidden. */
export function useOutcomeText(): (order: CoinOrder) => string {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);

  function waitingText(order: CoinOrder, filled: string, base: string): string {
    const price = priceText(order.price, i18n.locale);
    const stop = priceText(order.stop_price, i18n.locale);
    const isChanged = order.replaces !== null;
    if (order.state === "created") {
      if (order.operator === "gte")
        return isChanged
          ? t`Order changed, waiting for the price to rise to ${stop}.`
          : t`Order placed, waiting for the price to rise to ${stop}.`;
      return isChanged
        ? t`Order changed, waiting for the price to fall to ${stop}.`
        : t`Order placed, waiting for the price to fall to ${stop}.`;
    }
    if (filledAny(order)) {
      const wanted = `${hidden ? HIDDEN_AMOUNT : formatAmount(order.amount ?? "0", i18n.locale)} ${base}`;
      return order.side === "buy"
        ? t`Bought ${filled} of ${wanted}; the rest waits at ${price}.`
        : t`Sold ${filled} of ${wanted}; the rest waits at ${price}.`;
    }
    if (order.price === null) return t`The venue has the order; it meets the market at any moment.`;
    return isChanged
      ? t`Order changed, waiting at ${price}.`
      : t`Order placed, waiting at ${price}.`;
  }

  return (order) => {
    const { base, quote } = splitSymbol(order.symbol);
    const filled = hidden ? HIDDEN_AMOUNT : formatAmount(order.filled_amount, i18n.locale);
    const amount = `${filled} ${base.toUpperCase()}`;
    // Never less than was paid, never more than was received.
    const rounding = order.side === "buy" ? "up" : "down";
    const sum = formatSum(order.filled_value, quote.toUpperCase(), i18n.locale, { rounding });
    const value = `${hidden ? HIDDEN_AMOUNT : sum} ${quote.toUpperCase()}`;
    const reasonText = endReasonTexts[order.reason ?? ""];
    const reason = reasonText ? ` ${i18n._(reasonText)}` : "";
    if (order.status === coinStatus.pendingReview) {
      if (order.review_until === null) return t`The venue reviews this order before it trades.`;
      const time = formatTime(order.review_until, i18n.locale);
      return t`The venue reviews this order before it trades, until ${time} at the latest.`;
    }
    if (order.status === coinStatus.pendingOrder)
      return waitingText(order, filled, base.toUpperCase());
    if (order.state === "filled")
      return order.side === "buy"
        ? t`Bought ${amount} for ${value}.`
        : t`Sold ${amount} for ${value}.`;
    if (order.state === "rejected" && !reasonText && order.reason)
      return t`The venue rejected this order and gave back what was set aside. It says: ${order.reason}`;
    if (!filledAny(order)) return t`Nothing was filled; everything set aside came back.` + reason;
    return (
      (order.side === "buy"
        ? t`Bought ${amount} for ${value}; the rest was cancelled.`
        : t`Sold ${amount} for ${value}; the rest was cancelled.`) + reason
    );
  };
}

/** A price of the wire with the decimals it came with: those of its market. */
function priceText(price: string | null, locale: string): string {
  return price === null ? "–" : formatPrice(price, price.split(".")[1]?.length ?? 0, locale);
}
