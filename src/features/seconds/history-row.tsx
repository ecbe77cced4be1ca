import { useLingui } from "@lingui/react/macro";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Tag } from "../../ui/tag.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { symbolText } from "../market/symbol-text.ts";
import { netOf } from "./running-outlook.ts";
import { useRunningWords } from "./use-running-words.ts";
import styles from "./history-row.module.css";

/** A closed contract in a list: what was called, how it ended, and what that made of the stake. */
export function HistoryRow({ order, onPress }: { order: SecondsOrder; onPress: () => void }) {
  const { t, i18n } = useLingui();
  const words = useRunningWords();
  const outcome = order.result === null ? t`Delivery in progress` : words.outcome(order.result);
  const net = netOf(order);
  const result = net === undefined ? "–" : words.signed(net, order.currency);
  const [entry, exit] = [order.open_price, order.close_price].map((price) =>
    words.price(price, order.price_precision),
  );
  const stake = words.money(order.amount, order.currency);
  const time = formatDateTime(order.t1, i18n.locale);
  return (
    <button type="button" className={styles.row} onClick={onPress}>
      <VisuallyHidden>
        {[
          words.name(order),
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
          <Tag tone={order.direction}>{words.side(order.direction)}</Tag>
          <span>{symbolText(order.symbol)}</span>
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
