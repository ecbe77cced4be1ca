import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import type { CoinOrder } from "#protocol/spot.ts";
import { formatAmount, HIDDEN_AMOUNT } from "../../lib/format.ts";
import type { PriceLine } from "../../ui/chart/price-lines.ts";
import { authorizedAtom } from "../session/session-atoms.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { leftOf } from "./order-measures.ts";
import { openOrdersQuery } from "./order-pages.ts";
import { ownLines } from "./own-lines.ts";

const none: readonly CoinOrder[] = [];

/** The person's waiting orders of a market as lines of its chart; the same array while they are the same. */
export function useOwnLines(symbol: string): readonly PriceLine[] {
  const { t, i18n } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const hidden = useAtomValue(hideAmountsAtom);
  const { data } = useQuery({ ...openOrdersQuery(), enabled: authorized });
  const orders = authorized ? (data?.list ?? none) : none;
  const { locale } = i18n;
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
      ),
    [orders, symbol, hidden, locale, t],
  );
}
