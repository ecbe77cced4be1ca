import { useLingui } from "@lingui/react/macro";
import { coinStatus, type CoinOrder } from "#protocol/spot.ts";
import { formatAmount } from "../../lib/format.ts";
import { splitSymbol } from "../market/symbol-text.ts";
import { endReasonTexts } from "./order-texts.ts";

/** What became of an order, in a sentence: "Bought 0.0166 BTC for 1,000 USDT." */
export function useOutcomeText(): (order: CoinOrder) => string {
  const { t, i18n } = useLingui();
  return (order) => {
    const { base, quote } = splitSymbol(order.symbol);
    const amount = `${formatAmount(order.filled_amount, i18n.locale)} ${base.toUpperCase()}`;
    const value = `${formatAmount(order.filled_value, i18n.locale, 8)} ${quote.toUpperCase()}`;
    const reasonText = endReasonTexts[order.reason ?? ""];
    const reason = reasonText ? ` ${i18n._(reasonText)}` : "";
    if (order.status === coinStatus.pendingReview) return t`The venue reviews this order before it trades.`;
    if (order.state === "filled") return order.side === "buy" ? t`Bought ${amount} for ${value}.` : t`Sold ${amount} for ${value}.`;
    if (!/[1-9]/.test(order.filled_amount)) return t`Nothing was filled; everything set aside came back.` + reason;
    return (order.side === "buy" ? t`Bought ${amount} for ${value}; the rest was cancelled.` : t`Sold ${amount} for ${value}; the rest was cancelled.`) + reason;
  };
}
