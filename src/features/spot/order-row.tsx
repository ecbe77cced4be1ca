import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { coinStatus, type CoinOrder } from "#protocol/spot.ts";
import { formatAmount, formatBrief, formatPrice, formatWorth, HIDDEN_AMOUNT } from "../../lib/format.ts";
import { ListRow } from "../../ui/list-row.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useSymbolRow } from "../market/use-ticker.ts";
import { splitSymbol, symbolText } from "../market/symbol-text.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { filledAny } from "./order-receipt.ts";
import { orderStateTexts } from "./order-texts.ts";
import styles from "./order-row.module.css";

/** An order in a list: side and market, how much of it filled, at what price, with what fee. */
export function OrderRow({ order, onPress }: { order: CoinOrder; onPress: () => void }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const decimals = useSymbolRow(order.symbol)?.["price-precision"];
  const [base, quote] = [splitSymbol(order.symbol).base.toUpperCase(), splitSymbol(order.symbol).quote.toUpperCase()];
  const mask = (text: string) => (hidden ? HIDDEN_AMOUNT : text);
  const amount = (text: string) => mask(formatAmount(text, i18n.locale));
  const when = new Intl.DateTimeFormat(i18n.locale, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(order.create_time);
  const filled = filledAny(order);
  const [got, cost] = [amount(order.filled_amount), mask(formatWorth(order.filled_value, quote, i18n.locale))];
  const wanted = amount(order.value ?? order.amount ?? "0");
  // The unit in which it was wanted says how much of it was met.
  const ofAmount = order.value === null && order.amount !== null && order.state !== "filled" ? wanted : undefined;
  const price = order.avg_price === null ? undefined : decimals === undefined ? formatAmount(order.avg_price, i18n.locale) : formatPrice(order.avg_price, decimals, i18n.locale);
  return (
    <ListRow
      title={
        <span className={styles.title}>
          <Tag tone={order.side === "buy" ? "up" : "down"}>{order.side === "buy" ? t`Buy` : t`Sell`}</Tag> {symbolText(order.symbol)}
        </span>
      }
      detail={
        <>
          {i18n._(orderStateTexts[order.state])} · {when}
          <br />
          {filled && t`Fee ${mask(formatBrief(order.fee, i18n.locale))} ${order.fee_currency}`}
        </>
      }
      value={
        <span className={styles.value}>
          {!filled ? `${wanted} ${order.value === null ? base : quote}`
            : ofAmount !== undefined ? (order.side === "buy" ? t`Bought ${got} of ${ofAmount} ${base}` : t`Sold ${got} of ${ofAmount} ${base}`)
            : order.side === "buy" ? t`Bought ${got} ${base}` : t`Sold ${got} ${base}`}
        </span>
      }
      valueDetail={
        filled ? (
          <>
            {order.value === null ? t`for ${cost} ${quote}` : t`for ${cost} of ${wanted} ${quote}`}
            <br />
            {price !== undefined && t`at ${price}`}
          </>
        ) : order.status === coinStatus.completed ? t`Nothing filled` : t`Nothing filled yet`
      }
      chevron
      onPress={onPress}
    />
  );
}
