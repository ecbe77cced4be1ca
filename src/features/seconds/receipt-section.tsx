import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useOnline } from "../platform/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ReceiptView } from "./receipt-view.tsx";
import { useReceiptFile } from "./use-receipt-file.ts";
import { VerifyPanel } from "./verify-panel.tsx";
import styles from "./receipt-view.module.css";

/** The receipt of a closed contract, and its check on this device. */
export function ReceiptSection({ orderId }: { orderId: string }) {
  const { t } = useLingui();
  const online = useOnline();
  const [checking, setChecking] = useState(false);
  const { data: file, error, refetch, isFetching } = useReceiptFile(orderId);

  if (!file) {
    if (!error) return <Skeleton shape="block" />;
    return (
      <ErrorState
        compact
        title={t`The receipt did not arrive`}
        retryLabel={t`Try again`}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {online ? (
          <Trans>Nothing is lost: the venue keeps it.</Trans>
        ) : (
          <Trans>You are offline, and this device has no copy of it.</Trans>
        )}
      </ErrorState>
    );
  }
  return (
    <section className={styles.receipt} aria-label={t`Receipt and check`}>
      <h3 className={styles.heading}>
        <Trans>Receipt</Trans>
      </h3>
      {checking ? (
        <VerifyPanel file={file} />
      ) : (
        <Button wide onClick={() => setChecking(true)}>{t`Verify on this device`}</Button>
      )}
      <ReceiptView file={file} />
    </section>
  );
}
