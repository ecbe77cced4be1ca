import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { rechargeEndpoints, requestStatus } from "#protocol/api/recharge.ts";
import { read } from "../../../api/query.ts";
import { formatDateTime, formatMoney } from "../../../lib/format.ts";
import { buttonClass } from "../../../ui/actions/button.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { hideAmountsAtom } from "../assets/wallet-atoms.ts";
import styles from "../bills/order-bills.module.css";

const newest = 100;

/** The recharge that an entry of the history belongs to; older ones are on their own page. */
export function LinkedRecharge({ id }: { id: string }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const { data, error, isFetching, refetch } = useQuery(
    read(
      rechargeEndpoints.payOrder,
      { status: requestStatus.approved, size: newest },
      { quiet: true },
    ),
  );
  const record = data?.list.find((one) => one.id === id);
  return (
    <section aria-label={t`Recharge`}>
      <div className={styles.head}>
        <h3 className={styles.heading}>
          <Trans>Recharge</Trans>
        </h3>
        <Link to="/recharge" className={buttonClass({ look: "quiet", size: "small" })}>
          <Trans>All recharges</Trans>
        </Link>
      </div>
      {record && (
        <KeyValues>
          <KeyValue label={t`Asked for`}>
            {formatMoney(record.amount, record.flag, i18n.locale, { whole: true, hidden })}
          </KeyValue>
          {record.actual_amount !== null && (
            <KeyValue label={t`Credited`}>
              {formatMoney(record.actual_amount, record.flag, i18n.locale, { whole: true, hidden })}
            </KeyValue>
          )}
          {record.network !== "" && <KeyValue label={t`Network`}>{record.network}</KeyValue>}
          <KeyValue label={t`Requested`}>
            {formatDateTime(record.create_time, i18n.locale)}
          </KeyValue>
          {record.review_time !== null && (
            <KeyValue label={t`Decided`}>
              {formatDateTime(record.review_time, i18n.locale)}
            </KeyValue>
          )}
          <KeyValue label={t`Number`}>{record.order_no}</KeyValue>
        </KeyValues>
      )}
      {!data &&
        (error ? (
          <ErrorState
            compact
            title={t`The recharge did not arrive`}
            retryLabel={t`Try again`}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        ) : (
          <SkeletonRows count={2} lead={false} />
        ))}
    </section>
  );
}
