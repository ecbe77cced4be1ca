import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { PriceAlert } from "#protocol/api/price-alerts.ts";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { RowsMissing } from "../../platform/lists/rows-missing.tsx";
import { PushOffer } from "../../account/push/push-offer.tsx";
import { AlertForm } from "./alert-form.tsx";
import { AlertRow } from "./alert-row.tsx";
import styles from "./alert-sheet.module.css";
import type { AlertStart } from "./alert-start.ts";
import { priceAlertsQuery } from "./alerts-query.ts";

export interface AlertSheetProps extends AlertStart {
  open: boolean;
  onClose: () => void;
}

/** Prices at which the user wants a notice: a new one for this market, and all that there are. */
export function AlertSheet({ symbol, market, price, open, onClose }: AlertSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Price alerts`} closeLabel={t`Close`} tall>
      <div className={styles.parts}>
        <AlertForm key={price} symbol={symbol} market={market} price={price} />
        <PushOffer />
        <Alerts symbol={symbol} />
      </div>
    </Sheet>
  );
}

function Alerts({ symbol }: { symbol: string }) {
  const { t } = useLingui();
  const query = useQuery({ ...priceAlertsQuery(), refetchOnMount: "always" });
  const { data, error } = query;
  if (!data && error)
    return <RowsMissing hold title={t`Your alerts did not arrive`} query={query} />;
  if (!data) return <SkeletonRows count={2} lead={false} />;
  if (data.list.length === 0)
    return (
      <EmptyState compact title={t`No alerts yet`}>
        <Trans>
          The venue watches the price for you, also while the app is closed. In the notification
          settings you choose how you hear of it. In a list of markets, press a market and hold it
          to get here.
        </Trans>
      </EmptyState>
    );
  const here = data.list.filter((alert) => alert.symbol === symbol);
  const elsewhere = data.list.filter((alert) => alert.symbol !== symbol);
  return (
    <>
      {here.length > 0 && <Group name={t`This market`} alerts={here} />}
      {elsewhere.length > 0 && <Group name={t`Other markets`} alerts={elsewhere} />}
    </>
  );
}

function Group({ name, alerts }: { name: string; alerts: readonly PriceAlert[] }) {
  return (
    <section aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      <ul>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  );
}
