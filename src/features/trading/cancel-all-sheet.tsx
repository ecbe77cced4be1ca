import { Plural, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { useOnline } from "../platform/use-online.ts";
import type { CancelResult } from "./run-cancel-all.ts";
import { useCancelAll, type CancellableTogether } from "./use-cancel-all.ts";
import styles from "./sheet-body.module.css";

export interface CancelAllSheetProps<Order extends { id: string }> {
  open: boolean;
  onClose: () => void;
  kind: CancellableTogether<Order>;
  /** What waits now. */
  orders: readonly Order[];
  /** What it would do, before it is done. */
  asking: ReactNode;
  /** Why the venue refused, in words. */
  refusal: (status: number) => string;
  results: (results: readonly CancelResult<Order>[]) => ReactNode;
}

/** Asks whether all orders that wait are to be cancelled; then tells what became of them. */
export function CancelAllSheet<Order extends { id: string }>({
  open,
  onClose,
  kind,
  orders,
  asking,
  refusal,
  results,
}: CancelAllSheetProps<Order>) {
  const { t } = useLingui();
  const online = useOnline();
  const { flow, busy, cancel, dismiss } = useCancelAll(kind, orders);

  function leave() {
    onClose();
    dismiss();
  }

  return (
    <Sheet
      open={open}
      onClose={leave}
      title={flow.step === "done" ? t`What became of them` : t`Cancel all orders?`}
      closeLabel={t`Close`}
      dismissible={!busy}
    >
      <div className={styles.body}>
        {flow.step === "asking" && asking}
        {busy && (
          <div role="status">
            <Progress
              label={
                flow.step === "sending"
                  ? t`Cancelling`
                  : t`Asking the venue what became of the orders`
              }
            />
          </div>
        )}
        {flow.step === "refused" && (
          <Banner tone="danger" live>
            {refusal(flow.status)}
          </Banner>
        )}
        {flow.step === "done" && results(flow.results)}
        {!busy && (
          <div className={styles.actions}>
            {flow.step === "done" ? (
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
                  onClick={() => void cancel()}
                >
                  {flow.step === "refused" ? (
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
