import { useLingui } from "@lingui/react/macro";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import { netOf } from "./running-outlook.ts";
import { useRunningWords } from "./use-running-words.ts";
import styles from "./result-headline.module.css";

/** The outcome of a contract in words and with its sign, and why. */
export function ResultHeadline({ order }: { order: SecondsOrder }) {
  const { t } = useLingui();
  const words = useRunningWords();
  const net = netOf(order);
  return (
    <div className={styles.headline}>
      <p>{words.name(order)}</p>
      <p className={styles.outcome} data-result={order.result ?? undefined}>
        {order.result === null ? t`Delivery in progress` : words.outcome(order.result)}
        {net !== undefined &&
          (order.result === "win" || order.result === "lose") &&
          ` ${words.signed(net, order.currency)}`}
      </p>
      <p className={styles.why}>{words.why(order)}</p>
    </div>
  );
}
