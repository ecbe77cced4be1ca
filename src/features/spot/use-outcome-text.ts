import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { coinStatus, type CoinOrder } from "#protocol/spot.ts";
import { formatAmount, formatWorth, HIDDEN_AMOUNT } from "../../lib/format.ts";
import { splitSymbol } from "../market/symbol-text.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { endReasonTexts } from "./order-texts.ts";

/** What became of an order, in a sentence: "Bought 0.0166 BTC for 999.96 USDT." Hidden amounts stay hidden. */
export function useOutcomeText(): (order: CoinOrder) => string {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  return (order) => {
    const { base, quote } = splitSymbol(order.symbol);
    const amount = `${hidden ? HIDDEN_AMOUNT : formatAmount(order.filled_amount, i18n.locale)} ${base.toUpperCase()}`;
    const value = `${hidden ? HIDDEN_AMOUNT : formatWorth(order.filled_value, quote.toUpperCase(), i18n.locale)} ${quote.toUpperCase()}`;
    const reasonText = endReasonTexts[order.reason ?? ""];
    const reason = reasonText ? ` ${i18n._(reasonText)}` : "";
    if (order.status === coinStatus.pendingReview) return t`The venue reviews this order before it trades.`;
    if (order.state === "filled") return order.side === "buy" ? t`Bought ${amount} for ${value}.` : t`Sold ${amount} for ${value}.`;
    if (!/[1-9]/.test(order.filled_amount)) return t`Nothing was filled; everything set aside came back.` + reason;
    return (order.side === "buy" ? t`Bought ${amount} for ${value}; the rest was cancelled.` : t`Sold ${amount} for ${value}; the rest was cancelled.`) + reason;
  };
}
