import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useLast } from "../../ui/use-last.ts";
import { ResultHeadline } from "./result-headline.tsx";
import { SettledRows } from "./settled-rows.tsx";
import { useReceiptFile } from "./use-receipt-file.ts";
import { VerifyPanel } from "./verify-panel.tsx";
import styles from "./result-sheet.module.css";

export interface ResultSheetProps {
  /** Null while closed. */
  order: SecondsOrder | null;
  onAgain: (order: SecondsOrder) => void;
  onClose: () => void;
}

/** What became of a contract: outcome, prices with their moments, what came back; its check, and the way to another one. */
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
      <SettledRows order={order} seq={file?.receipt.seq} />
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
