import { Trans, useLingui } from "@lingui/react/macro";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import type { Slip } from "#protocol/api/slip.ts";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { netOf } from "../figures/payout-figures.ts";
import { useSecondsOrderMessages } from "../figures/use-seconds-messages.ts";
import { DelayRow } from "../verify/delay-row.tsx";
import styles from "./result-summary.module.css";

/** The outcome of a contract, its signed net result, and the reason. */
export function ResultHeadline({ order }: { order: SecondsOrder }) {
  const { t } = useLingui();
  const messages = useSecondsOrderMessages();
  const net = netOf(order);
  return (
    <div className={styles.headline}>
      <p>{messages.name(order)}</p>
      <p className={styles.outcome} data-result={order.result ?? undefined}>
        {order.result === null ? t`Delivery in progress` : messages.outcome(order.result)}
        {net !== undefined &&
          (order.result === "win" || order.result === "lose") &&
          ` ${messages.signed(net, order.currency)}`}
      </p>
      <p className={styles.why}>{messages.why(order)}</p>
    </div>
  );
}

/** The settlement of a contract: both prices with their moments, payout and net result. */
export function SettledRows({
  order,
  slip,
  seq,
}: {
  order: SecondsOrder;
  /** What the venue signed when it took it in, where this device has it. */
  slip?: Slip | undefined;
  /** Number of its receipt, where it is there. */ seq: number | undefined;
}) {
  const { t } = useLingui();
  const messages = useSecondsOrderMessages();
  const { currency, price_precision: precision } = order;
  const net = netOf(order);
  const at = (price: string | null, moment: number) =>
    `${price === null ? t`none` : messages.price(price, precision)} · ${messages.moment(moment)}`;
  return (
    <KeyValues>
      <KeyValue
        label={t`Entry price`}
        explanation={
          <Trans>
            The mean of three of the five index prices up to that moment: the highest and the lowest
            are left out.
          </Trans>
        }
      >
        {at(order.open_price, order.t0)}
      </KeyValue>
      <KeyValue
        label={t`Exit price`}
        explanation={
          <Trans>Made the same way as the entry price, at the moment of delivery.</Trans>
        }
      >
        {at(order.close_price, order.t1)}
      </KeyValue>
      <KeyValue label={t`Stake`}>{messages.exact(order.amount, currency)}</KeyValue>
      <KeyValue label={t`Odds`}>{messages.odds(order.odds)}</KeyValue>
      {order.payout !== null && (
        <KeyValue label={t`Came back`}>{messages.exact(order.payout, currency)}</KeyValue>
      )}
      {net !== undefined && (
        <KeyValue
          label={t`Net result`}
          strong
          tone={order.result === "win" ? "up" : order.result === "lose" ? "down" : undefined}
        >
          {messages.signed(net, currency)}
        </KeyValue>
      )}
      <DelayRow slip={slip} onlySlow />
      {seq !== undefined && (
        <KeyValue
          label={t`Receipt number`}
          explanation={
            <Trans>
              Its place in the venue’s chain of receipts. Each receipt carries the hash of the one
              before it, so that none can be changed or left out unseen.
            </Trans>
          }
        >
          {seq}
        </KeyValue>
      )}
    </KeyValues>
  );
}
