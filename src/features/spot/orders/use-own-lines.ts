import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { type CoinOrder, coinStatus } from "#protocol/api/spot.ts";
import { formatAmount, formatMoney, HIDDEN_AMOUNT } from "../../../lib/format.ts";
import type { PriceLine } from "../../../ui/chart/tagged-lines.ts";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { splitSymbol } from "../../market/feed/symbol-name.ts";
import { leftOf, worthAt } from "./order-figures.ts";
import { openOrdersQuery } from "./order-queries.ts";
import { mayAmend } from "./ticket-prefill.ts";

const none: readonly CoinOrder[] = [];

/** The person's waiting orders of a market as lines of its chart; the same array while they are the same. */
export function useOwnLines(symbol: string): readonly PriceLine[] {
  const { t, i18n } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const hidden = useAtomValue(hideAmountsAtom);
  const { data } = useQuery({ ...openOrdersQuery(), enabled: authorized });
  const orders = authorized ? (data?.list ?? none) : none;
  const { locale } = i18n;
  const quote = splitSymbol(symbol).quote.toUpperCase();
  return useMemo(
    () =>
      ownLines(
        orders.filter((order) => order.symbol === symbol),
        (order) => {
          const amount = hidden
            ? HIDDEN_AMOUNT
            : formatAmount(leftOf(order) ?? order.value ?? "0", locale);
          if (order.state === "created")
            return order.side === "buy" ? t`Stop: buy ${amount}` : t`Stop: sell ${amount}`;
          return order.side === "buy" ? t`Buy ${amount}` : t`Sell ${amount}`;
        },
        (order, price) => {
          const worth = worthAt(order, price);
          if (worth === null) return [];
          const value = formatMoney(worth, quote, locale, { hidden });
          return [order.side === "buy" ? t`Costs ${value}` : t`Brings ${value}`];
        },
      ),
    [orders, symbol, hidden, locale, quote, t],
  );
}

/**
 * The orders that wait, each as a line at the price it waits for: a stop at its stop price until it is
 * reached, then at its limit. An order at the market has no line. What may be changed has a meaning at other prices.
 */
export function ownLines(
  orders: readonly CoinOrder[],
  labelOf: (order: CoinOrder) => string,
  meaningOf: (order: CoinOrder, price: string) => readonly string[],
): PriceLine[] {
  return orders.flatMap((order): PriceLine[] => {
    const price = Number(order.state === "created" ? order.stop_price : order.price);
    if (order.status === coinStatus.completed || !(price > 0)) return [];
    return [
      {
        id: order.id,
        price,
        kind: order.side,
        label: labelOf(order),
        ...(mayAmend(order) && { meaning: (at: string) => meaningOf(order, at) }),
      },
    ];
  });
}
