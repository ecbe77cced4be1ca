import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatAmount, formatRate } from "../../../lib/format.ts";
import { Card } from "../../../ui/lists/card.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { percentOfFraction } from "../../market/feed/percent-of-fraction.ts";
import facts from "../../market/header/market-screen.module.css";
import { useOnline } from "../../platform/use-online.ts";
import {
  rechargeCurrencyQuery,
  withdrawalCurrencyQuery,
} from "../../wallet/assets/wallet-queries.ts";
import { type CurrencyNetwork, networksOf } from "./currency-networks.ts";
import { FactsAge } from "./facts-age.tsx";
import styles from "./currency-networks-card.module.css";

/** The networks of a currency for recharges and withdrawals, with limits and fees. */
export function CurrencyNetworks({ flag }: { flag: string }) {
  const { t } = useLingui();
  const online = useOnline();
  const recharge = useQuery(rechargeCurrencyQuery());
  const withdrawal = useQuery(withdrawalCurrencyQuery());
  const networks = networksOf(flag, recharge.data, withdrawal.data);
  const failed = recharge.error !== null || withdrawal.error !== null;
  const missing = (failed || !online) && (!recharge.data || !withdrawal.data);
  const retry = () => {
    for (const query of [recharge, withdrawal])
      if (query.error !== null || !query.data) void query.refetch();
  };
  const oldest = Math.min(
    recharge.dataUpdatedAt || withdrawal.dataUpdatedAt,
    withdrawal.dataUpdatedAt || recharge.dataUpdatedAt,
  );
  const isComplete = recharge.data !== undefined && withdrawal.data !== undefined;
  return (
    <Card title={t`Networks, limits and fees`}>
      {networks?.map((network, at) => (
        <NetworkFacts key={network.name} flag={flag} network={network} open={at === 0} />
      ))}
      {isComplete && networks?.length === 0 && (
        <EmptyState compact title={t`No networks for ${flag}`}>
          <Trans>It can be traded here, but neither recharged nor withdrawn.</Trans>
        </EmptyState>
      )}
      {!isComplete && !missing && <SkeletonRows count={3} />}
      {missing && (
        <ErrorState
          compact
          title={networks ? t`A part of this did not arrive` : t`The networks did not arrive`}
          retryLabel={t`Try again`}
          onRetry={retry}
          busy={recharge.isFetching || withdrawal.isFetching}
        >
          {!online && <Trans>You are offline, and this device has no copy.</Trans>}
        </ErrorState>
      )}
      {networks && networks.length > 0 && (
        <p className={facts.note}>
          <Trans>
            Paper networks: nothing here moves on a chain, and no chain knows their addresses.
          </Trans>
        </p>
      )}
      {networks && <FactsAge at={oldest} failed={failed} />}
    </Card>
  );
}

/** One network, folded or open: whether recharges and withdrawals are open, their limits and fees. */
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
            explanation={t`One address serves many accounts here. The memo, also called tag, says whose a deposit is: without it, nobody can know.`}
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
                : formatRate(percentOfFraction(withdrawal.fee_rate), i18n.locale)}
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
