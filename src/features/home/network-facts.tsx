import { Trans, useLingui } from "@lingui/react/macro";
import { formatAmount, formatRate } from "../../lib/format.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Tag } from "../../ui/tag.tsx";
import { percentText } from "../market/percent-text.ts";
import type { CurrencyNetwork } from "./currency-networks.ts";
import styles from "./network-facts.module.css";

/** One network, folded or open: which ways are open, between which amounts, at which fee. */
export function NetworkFacts({
  flag,
  network,
  open,
}: {
  flag: string;
  network: CurrencyNetwork;
  open: boolean;
}) {
  const { t, i18n } = useLingui();
  const { name, recharge, withdrawal, hasMemo } = network;
  const sum = (amount: string) => `${formatAmount(amount, i18n.locale)}\u00a0${flag}`;
  const orMore = (amount: string) => t`${amount} or more`;
  const range = (least: string, most: string) => t`${least} to ${most}`;
  const between = (least: string, most: string | null) =>
    most === null ? orMore(sum(least)) : range(formatAmount(least, i18n.locale), sum(most));
  const dayMost = withdrawal?.day_max ? sum(withdrawal.day_max) : "";
  return (
    <details className={styles.network} open={open}>
      <summary className={styles.summary}>
        <span className={styles.name}>{name}</span>
        <span className={styles.ways}>
          {recharge?.status === 1 ? (
            <Tag tone="success">
              <Trans>Recharge open</Trans>
            </Tag>
          ) : (
            <Tag tone="warning">
              {recharge ? <Trans>Recharge paused</Trans> : <Trans>No recharge</Trans>}
            </Tag>
          )}
          {withdrawal?.status === 1 ? (
            <Tag tone="success">
              <Trans>Withdrawal open</Trans>
            </Tag>
          ) : (
            <Tag tone="warning">
              {withdrawal ? <Trans>Withdrawal paused</Trans> : <Trans>No withdrawal</Trans>}
            </Tag>
          )}
        </span>
      </summary>
      <KeyValues>
        {recharge && (
          <>
            <KeyValue label={t`One recharge`}>{between(recharge.min, recharge.max)}</KeyValue>
            {recharge.confirmations !== null && (
              <KeyValue
                label={t`Confirmations`}
                explanation={t`How many blocks of this network a venue waits for before a real deposit counts. Paper waits for none.`}
              >
                {formatAmount(recharge.confirmations, i18n.locale)}
              </KeyValue>
            )}
            {recharge.confirmations_note !== "" && (
              <KeyValue label={t`The venue's note`}>{recharge.confirmations_note}</KeyValue>
            )}
          </>
        )}
        {hasMemo && (
          <KeyValue
            label={t`Memo`}
            explanation={t`One address serves many accounts here. The memo, also called tag, says whose a deposit is: without it, it cannot be told.`}
          >
            <Trans>Needed with the address</Trans>
          </KeyValue>
        )}
        {withdrawal && (
          <>
            <KeyValue label={t`One withdrawal`}>{between(withdrawal.min, withdrawal.max)}</KeyValue>
            {dayMost !== "" && (
              <KeyValue label={t`Withdrawals in a day`}>
                <Trans>up to {dayMost}</Trans>
              </KeyValue>
            )}
            <KeyValue
              label={t`Withdrawal fee`}
              explanation={
                withdrawal.fee_mode === "inside"
                  ? t`Taken out of the amount: what arrives is the amount less the fee.`
                  : t`Paid on top: the amount arrives whole.`
              }
            >
              {withdrawal.fee_type === "fixed"
                ? sum(withdrawal.min_fee)
                : formatRate(percentText(withdrawal.fee_rate), i18n.locale)}
            </KeyValue>
            {withdrawal.fee_type === "ratio" && (
              <KeyValue label={t`Fee within`}>
                {between(withdrawal.min_fee, withdrawal.max_fee)}
              </KeyValue>
            )}
          </>
        )}
      </KeyValues>
    </details>
  );
}
