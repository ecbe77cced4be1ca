import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Sheet, useLast } from "../../../ui/layers/sheet.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { ResultHeadline, SettledRows } from "./result-summary.tsx";
import { useReceiptFile } from "../verify/use-receipt-file.ts";
import { VerifyPanel } from "../verify/verify-panel.tsx";
import styles from "./result-sheet.module.css";

export interface ResultSheetProps {
  /** Null while closed. */
  order: SecondsOrder | null;
  onAgain: (order: SecondsOrder) => void;
  onClose: () => void;
}

/** The result of a contract: outcome, prices with their moments, payout, check, and a button to stake again. */
export function ResultSheet({ order, onAgain, onClose }: ResultSheetProps) {
  const { t } = useLingui();
  const last = useLast(order);
  const [checked, setChecked] = useState<string | null>(null);
  const checks = last !== null && checked === last.id;
  return (
    <Sheet
      open={order !== null}
      onClose={onClose}
      title={t`Contract delivered`}
      closeLabel={t`Close`}
      footer={
        last && (
          <div className={styles.acts}>
            {!checks && <Button onClick={() => setChecked(last.id)}>{t`Verify`}</Button>}
            <Button
              onClick={() => {
                onClose();
                onAgain(last);
              }}
            >
              {t`Again`}
            </Button>
            <Button look="primary" onClick={onClose}>{t`Close`}</Button>
          </div>
        )
      }
    >
      {last && <Result key={last.id} order={last} checks={checks} />}
    </Sheet>
  );
}

function Result({ order, checks }: { order: SecondsOrder; checks: boolean }) {
  const { t } = useLingui();
  const { data: file, error, refetch, isFetching } = useReceiptFile(order.id);
  return (
    <>
      <ResultHeadline order={order} />
      <SettledRows order={order} slip={file?.slip} seq={file?.receipt.seq} />
      {checks && (
        <div className={styles.check}>
          {file ? (
            <VerifyPanel file={file} />
          ) : !error ? (
            <Skeleton shape="block" />
          ) : (
            <ErrorState
              compact
              title={t`The receipt did not arrive`}
              retryLabel={t`Try again`}
              onRetry={() => void refetch()}
              busy={isFetching}
            >
              <Trans>Nothing is lost: the venue keeps it.</Trans>
            </ErrorState>
          )}
        </div>
      )}
    </>
  );
}
