import { useLingui } from "@lingui/react/macro";
import type { CoinOrder } from "#protocol/spot.ts";
import { formatAmount } from "../../lib/format.ts";
import { ListRow } from "../../ui/list-row.tsx";
import { Tag } from "../../ui/tag.tsx";
import { splitSymbol, symbolText } from "../market/symbol-text.ts";
import { orderStateTexts } from "./order-texts.ts";
import styles from "./order-row.module.css";

/** An order in a list: side and market, how much of it filled, at what price, with what fee. */
export function OrderRow({ order, onPress }: { order: CoinOrder; onPress: () => void }) {
  const { t, i18n } = useLingui();
  const { base, quote } = splitSymbol(order.symbol);
  const figure = (text: string) => formatAmount(text, i18n.locale);
  const when = new Intl.DateTimeFormat(i18n.locale, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(order.create_time);
  const wanted = order.value !== null ? `${figure(order.value)} ${quote.toUpperCase()}` : `${figure(order.amount ?? "0")} ${base.toUpperCase()}`;
  const filled = `${figure(order.filled_amount)} ${base.toUpperCase()}`;
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
          {t`Fee ${figure(order.fee)} ${order.fee_currency}`}
        </>
      }
      value={<span className={styles.value}>{order.avg_price === null ? wanted : filled}</span>}
      valueDetail={
        <>
          {order.avg_price === null ? t`Nothing filled yet` : t`of ${wanted}`}
          <br />
          {order.avg_price !== null && t`at ${figure(order.avg_price)}`}
        </>
      }
      chevron
      onPress={onPress}
    />
  );
}
