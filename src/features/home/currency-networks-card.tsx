import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOnline } from "../platform/use-online.ts";
import { rechargeCurrencyQuery, withdrawalCurrencyQuery } from "../wallet/queries.ts";
import { networksOf } from "./currency-networks.ts";
import { FactsAge } from "./facts-age.tsx";
import { NetworkFacts } from "./network-facts.tsx";
import facts from "../market/facts.module.css";

/** The networks a currency may come in and go out by, with limits and fees. */
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
