import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { coinStatus, orderTypes, type CoinOrder, type OrderType } from "#protocol/spot.ts";
import {
  formatAmount,
  formatPrice,
  formatTime,
  formatWorth,
  HIDDEN_AMOUNT,
} from "../../lib/format.ts";
import { symbolText } from "../market/symbol-text.ts";
import { useSymbolRow } from "../market/use-ticker.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { flagsOf } from "./order-measures.ts";
import { filledAny } from "./order-receipt.ts";
import { orderStateTexts, restingText } from "./order-texts.ts";
import { orderTypeTexts } from "./order-type-texts.ts";

/** An order in the reader's words; hidden amounts stay hidden. */
export interface OrderWords {
  side: string;
  market: string;
  type: string;
  /** At what price it is to trade: a limit, the market, or first a stop. */
  at: string;
  state: string;
  /** How much of what was wanted has filled, or what was wanted where nothing has. */
  quantity: string;
  /** What it cost or brought, where something filled. */
  worth: string | undefined;
  average: string | undefined;
  /** When it was placed, or ended. */
  time: string;
  /** All of it for ears. */
  sentence: string;
  /** "Buy 0.01 BTC at 60,000.00": names it among others. */
  name: string;
}

/** The words for one order. */
export function useOrderWords(order: CoinOrder): OrderWords {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const row = useSymbolRow(order.symbol);
  const { base, quote } = flagsOf(order);
  const amount = (text: string) => (hidden ? HIDDEN_AMOUNT : formatAmount(text, i18n.locale));
  const price = (text: string) =>
    row ? formatPrice(text, row["price-precision"], i18n.locale) : formatAmount(text, i18n.locale);
  const moment = order.finish_time ?? order.create_time;
  const time = new Intl.DateTimeFormat(i18n.locale, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(moment);

  const isBuy = order.side === "buy";
  const side = isBuy ? t`Buy` : t`Sell`;
  const market = symbolText(order.symbol);
  const type = isOrderType(order.type) ? i18n._(orderTypeTexts[order.type].label) : order.type;
  const at = order.price !== null ? t`at ${price(order.price)}` : t`at the market price`;
  const state = stateOf();
  const filled = filledAny(order);
  const [got, cost] = [
    amount(order.filled_amount),
    hidden ? HIDDEN_AMOUNT : formatWorth(order.filled_value, quote, i18n.locale),
  ];
  const wanted = `${amount(order.value ?? order.amount ?? "0")} ${order.value === null ? base : quote}`;
  const isPart = order.value === null && order.amount !== null && order.state !== "filled";
  const quantity = !filled
    ? wanted
    : isPart
      ? isBuy
        ? t`Bought ${got} of ${wanted}`
        : t`Sold ${got} of ${wanted}`
      : isBuy
        ? t`Bought ${got} ${base}`
        : t`Sold ${got} ${base}`;
  const worth = !filled
    ? undefined
    : order.value === null
      ? t`for ${cost} ${quote}`
      : t`for ${cost} of ${wanted}`;
  const average = order.avg_price === null ? undefined : t`at ${price(order.avg_price)}`;
  const name = `${side} ${wanted} ${at}`;
  const facts = [
    `${side} ${market}`,
    type,
    `${wanted} ${at}`,
    state,
    ...(filled ? [`${quantity} ${worth} ${average ?? ""}`.trim()] : []),
    time,
  ];
  return {
    side,
    market,
    type,
    at,
    state,
    quantity,
    worth,
    average,
    time,
    name,
    sentence: `${facts.join(", ")}.`,
  };

  function stateOf(): string {
    if (order.state === "reviewing" && order.review_until !== null) {
      const until = formatTime(order.review_until, i18n.locale);
      return t`Under review until ${until}`;
    }
    if (order.state === "created" && order.stop_price !== null)
      return t`Waiting for ${price(order.stop_price)}`;
    const waits =
      order.state === "submitted" &&
      order.status === coinStatus.pendingOrder &&
      order.price !== null;
    return i18n._(waits ? restingText : orderStateTexts[order.state]);
  }
}

function isOrderType(type: string): type is OrderType {
  return orderTypes.some((known) => known === type);
}
