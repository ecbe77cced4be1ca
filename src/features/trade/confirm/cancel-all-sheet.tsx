import { Plural, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Progress } from "../../../ui/states/progress.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { LateAnswer } from "../../platform/forms/late-answer.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { useWrite } from "../../../writes/use-write.ts";
import {
  type CancelAllKind,
  type CancelResult,
  unchangedResults,
} from "../writes/cancel-all-kind.ts";
import styles from "./sheet-body.module.css";

export interface CancelAllSheetProps<Order extends { id: string }> {
  open: boolean;
  onClose: () => void;
  kind: CancelAllKind<Order>;
  /** What waits now. */
  orders: readonly Order[];
  /** They are some of what waits. */
  isOfChosen: boolean;
  /** What it would do, before it is done. */
  asking: ReactNode;
  /** Why the venue refused, in words. */
  refusal: (status: number) => string;
  results: (results: readonly CancelResult<Order>[]) => ReactNode;
}

/** Asks whether to cancel all waiting orders, or some; then shows the outcome of each. */
export function CancelAllSheet<Order extends { id: string }>({
  open,
  onClose,
  kind,
  orders,
  isOfChosen,
  asking,
  refusal,
  results,
}: CancelAllSheetProps<Order>) {
  const { t } = useLingui();
  const online = useOnline();
  const { write, isBusy: busy, isAwaited, isLate, send, dismiss } = useWrite(kind);
  const ended =
    write.step === "done"
      ? write.answer
      : write.step === "absent"
        ? unchangedResults(write.attempt.intent)
        : undefined;

  function leave() {
    onClose();
    if (!busy) dismiss();
  }

  return (
    <Sheet
      open={open}
      onClose={leave}
      title={
        ended
          ? t`What became of them`
          : isOfChosen
            ? t`Cancel the chosen orders?`
            : t`Cancel all orders?`
      }
      closeLabel={t`Close`}
      dismissible={!isAwaited}
    >
      <div className={styles.body}>
        {(write.step === "idle" || write.step === "confirming") && asking}
        {isLate && <LateAnswer />}
        {busy && !isLate && (
          <div role="status">
            <Progress
              label={
                write.step === "sending"
                  ? t`Cancelling`
                  : t`Asking the venue what became of the orders`
              }
            />
          </div>
        )}
        {write.step === "refused" && (
          <Banner tone="danger" live>
            {refusal(write.refusal.status)}
          </Banner>
        )}
        {ended && results(ended)}
        {busy ? (
          !isAwaited && (
            <div className={styles.actions}>
              <Button wide onClick={leave}>{t`Go on without waiting`}</Button>
            </div>
          )
        ) : (
          <div className={styles.actions}>
            {ended ? (
              <Button look="primary" wide onClick={leave}>{t`Done`}</Button>
            ) : (
              <>
                <Button
                  look="danger"
                  wide
                  disabledReason={
                    !online
                      ? t`You are offline. Nothing is sent by itself.`
                      : orders.length === 0
                        ? t`Nothing waits any more.`
                        : undefined
                  }
                  onClick={() => void send(orders)}
                >
                  {write.step === "refused" ? (
                    t`Try again`
                  ) : (
                    <Plural value={orders.length} one="Cancel # order" other="Cancel # orders" />
                  )}
                </Button>
                <Button wide onClick={leave}>{t`Keep them`}</Button>
              </>
            )}
          </div>
        )}
      </div>
    </Sheet>
  );
}
