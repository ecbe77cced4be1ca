import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { coinStatus, orderTypes, type CoinOrder, type OrderType } from "#protocol/api/spot.ts";
import {
  formatAmount,
  formatDayTime,
  formatPrice,
  formatTime,
  formatSum,
  HIDDEN_AMOUNT,
} from "../../../lib/format.ts";
import { symbolName } from "../../market/feed/symbol-name.ts";
import { useSymbolRow } from "../../market/feed/use-ticker.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { flagsOf } from "./order-figures.ts";
import { filledAny } from "./order-summary.ts";
import { orderStateTexts, restingText, orderTypeTexts } from "./order-messages.ts";

/** The texts of an order; hidden amounts stay hidden. */
export interface OrderWords {
  side: string;
  market: string;
  type: string;
  /** Its price: a limit, the market, or a stop before it. */
  at: string;
  /** The figure of it alone; the market's word where it has none. */
  price: string;
  state: string;
  /** The filled part of the quantity, or the quantity where nothing has filled. */
  quantity: string;
  /** Its cost or yield, where something filled. */
  worth: string | undefined;
  average: string | undefined;
  averagePrice: string | undefined;
  /** The time at which it was placed, or ended. */
  time: string;
  /** All of it in a sentence, for screen readers. */
  summary: string;
  /** "Buy 0.01 BTC at 60,000.00": distinguishes it from others. */
  name: string;
}

/** The texts of one order. */
export function useOrderWords(order: CoinOrder): OrderWords {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const row = useSymbolRow(order.symbol);
  const { base, quote } = flagsOf(order);
  const amount = (text: string) => (hidden ? HIDDEN_AMOUNT : formatAmount(text, i18n.locale));
  const price = (text: string) =>
    row ? formatPrice(text, row["price-precision"], i18n.locale) : formatAmount(text, i18n.locale);
  const moment = order.finish_time ?? order.create_time;
  const time = formatDayTime(moment, i18n.locale);

  const isBuy = order.side === "buy";
  const side = isBuy ? t`Buy` : t`Sell`;
  const market = symbolName(order.symbol);
  const type = isOrderType(order.type) ? i18n._(orderTypeTexts[order.type].label) : order.type;
  const at = order.price !== null ? t`at ${price(order.price)}` : t`at the market price`;
  const state = stateOf();
  const filled = filledAny(order);
  const [got, cost] = [
    amount(order.filled_amount),
    hidden ? HIDDEN_AMOUNT : formatSum(order.filled_value, quote, i18n.locale),
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
  const averagePrice = order.avg_price === null ? undefined : price(order.avg_price);
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
    price:
      order.price !== null
        ? price(order.price)
        : t({ context: "type of an order", message: "Market" }),
    state,
    quantity,
    worth,
    average,
    averagePrice,
    time,
    name,
    summary: `${facts.join(", ")}.`,
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
