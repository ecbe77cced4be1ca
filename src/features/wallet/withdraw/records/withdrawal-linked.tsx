import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../../../ui/actions/button.tsx";
import { ErrorState } from "../../../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../../../ui/states/skeleton.tsx";
import { WithdrawalFacts } from "./withdrawal-facts.tsx";
import { withdrawalQuery } from "../withdrawal-queries.ts";
import styles from "../withdraw.module.css";

/** The withdrawal that an entry of the history belongs to. */
export function LinkedWithdrawal({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, error, isFetching, isSuccess, refetch } = useQuery(withdrawalQuery(id));
  return (
    <section aria-label={t`Withdrawal`} className={styles.stack}>
      <div className={styles.between}>
        <h3 className={styles.heading}>
          <Trans>Withdrawal</Trans>
        </h3>
        {data && (
          <Link
            to={data.kind === "bank" ? "/withdraw/bankcard" : "/withdraw"}
            className={buttonClass({ look: "quiet", size: "small" })}
          >
            <Trans>All withdrawals</Trans>
          </Link>
        )}
      </div>
      {data && <WithdrawalFacts record={data} />}
      {!data && isSuccess && (
        <p className={styles.soft}>
          <Trans>The venue does not show this withdrawal any more.</Trans>
        </p>
      )}
      {!data &&
        !isSuccess &&
        (error ? (
          <ErrorState
            compact
            title={t`The withdrawal did not arrive`}
            retryLabel={t`Try again`}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        ) : (
          <SkeletonRows count={3} lead={false} />
        ))}
    </section>
  );
}
