import { useLingui } from "@lingui/react/macro";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Tag } from "../../../ui/text/tag.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { symbolName } from "../../market/feed/symbol-name.ts";
import { netOf } from "../figures/payout-figures.ts";
import { useSecondsOrderMessages } from "../figures/use-seconds-messages.ts";
import styles from "./closed-seconds-row.module.css";

/** A closed contract in a list: its call, outcome and net result. */
export function HistoryRow({ order, onPress }: { order: SecondsOrder; onPress: () => void }) {
  const { t, i18n } = useLingui();
  const messages = useSecondsOrderMessages();
  const outcome = order.result === null ? t`Delivery in progress` : messages.outcome(order.result);
  const net = netOf(order);
  const result = net === undefined ? "–" : messages.signed(net, order.currency);
  const [entry, exit] = [order.open_price, order.close_price].map((price) =>
    messages.price(price, order.price_precision),
  );
  const stake = messages.money(order.amount, order.currency);
  const time = formatDateTime(order.t1, i18n.locale);
  return (
    <button type="button" className={styles.row} onClick={onPress}>
      <VisuallyHidden>
        {[
          messages.name(order),
          outcome,
          result,
          t`stake ${stake}`,
          t`entry ${entry}, exit ${exit}`,
          time,
        ].join(", ")}
        .
      </VisuallyHidden>
      <span className={styles.line} aria-hidden="true">
        <span className={styles.title}>
          <Tag tone={order.direction}>{messages.side(order.direction)}</Tag>
          <span>{symbolName(order.symbol)}</span>
          <span>{t`${order.time} s`}</span>
        </span>
        <span className={styles.net} data-result={order.result ?? undefined}>
          {outcome} {result}
        </span>
      </span>
      <span className={styles.line} aria-hidden="true">
        <span>{t`Stake ${stake}`}</span>
        <span>
          {entry} → {exit}
        </span>
      </span>
      <span className={styles.line} aria-hidden="true">
        <span>{time}</span>
      </span>
    </button>
  );
}
