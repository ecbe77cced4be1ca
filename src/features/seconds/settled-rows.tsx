import { Trans, useLingui } from "@lingui/react/macro";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { netOf } from "./running-outlook.ts";
import { useRunningWords } from "./use-running-words.ts";

/** How a contract was settled: both prices with their moments, what came back, and what that made of the stake. */
export function SettledRows({
  order,
  seq,
}: {
  order: SecondsOrder;
  /** Number of its receipt, where it is there. */ seq: number | undefined;
}) {
  const { t } = useLingui();
  const words = useRunningWords();
  const { currency, price_precision: precision } = order;
  const net = netOf(order);
  const at = (price: string | null, moment: number) =>
    `${price === null ? t`none` : words.price(price, precision)} · ${words.moment(moment)}`;
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
      <KeyValue label={t`Stake`}>{words.money(order.amount, currency)}</KeyValue>
      <KeyValue label={t`Odds`}>{words.odds(order.odds)}</KeyValue>
      {order.payout !== null && (
        <KeyValue label={t`Came back`}>{words.money(order.payout, currency)}</KeyValue>
      )}
      {net !== undefined && (
        <KeyValue
          label={t`Net result`}
          strong
          tone={order.result === "win" ? "up" : order.result === "lose" ? "down" : undefined}
        >
          {words.signed(net, currency)}
        </KeyValue>
      )}
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
