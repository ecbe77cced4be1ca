import { useLingui } from "@lingui/react/macro";
import { useSetAtom } from "jotai";
import { useState, type ReactNode } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { isLate, isUnderWay } from "../../../writes/write.ts";
import { orderSettingsAtom } from "../ticket/order-settings-atom.ts";
import type { OrderWrite } from "../writes/order-kind.ts";
import styles from "./confirm-sheet.module.css";

export interface WriteSheetProps<Intent, Order> {
  write: OrderWrite<Intent, Order>;
  /** A tap is being carried out. */
  sending: boolean;
  open: boolean;
  /** Back to the form, or out of sight while the venue is asked. */
  onClose: () => void;
  onConfirm: () => void;
  /** The title of the sheet while the order is confirmed. */
  confirmTitle: (intent: Intent | undefined) => string;
  /** The order to confirm; undefined where its facts are missing. */
  review: (intent: Intent, confirm: (askAgain: boolean) => void) => ReactNode;
  outcome: (write: OrderWrite<Intent, Order>) => ReactNode;
  /** The link from the outcome. */
  onward: (write: OrderWrite<Intent, Order>) => ReactNode;
}

/** Confirms an order before it is sent; then shows its outcome. */
export function WriteSheet<Intent, Order>({
  write: current,
  sending,
  open,
  onClose,
  onConfirm,
  confirmTitle,
  review,
  outcome,
  onward,
}: WriteSheetProps<Intent, Order>) {
  const { t } = useLingui();
  const set = useSetAtom(orderSettingsAtom);
  // What was last shown stays drawn while the sheet leaves.
  const [write, setWrite] = useState(current);
  if (open && current !== write) setWrite(current);
  const intent =
    write.step === "idle"
      ? undefined
      : write.step === "confirming"
        ? write.intent
        : write.attempt.intent;
  const late = isLate(write);
  const reviewing = write.step === "confirming" || (write.step === "sending" && !late);
  /** The outcome is known. */
  const done = write.step === "done";
  const title = late
    ? t`No answer yet`
    : write.step === "checking"
      ? t`Checking your order`
      : write.step === "accepted"
        ? t`Order placed`
        : write.step === "refused" || write.step === "absent"
          ? t`Not placed`
          : done
            ? t`Your order`
            : confirmTitle(intent);

  function confirm(askAgain: boolean) {
    if (!askAgain) set({ confirm: false });
    onConfirm();
  }

  return (
    <Sheet open={open} onClose={onClose} title={title} closeLabel={t`Close`} dismissible={!sending}>
      <div className={styles.body}>
        {reviewing && intent !== undefined ? review(intent, confirm) : outcome(write)}
        {!reviewing && write.step !== "idle" && (
          <div className={styles.actions}>
            {onward(write)}
            <Button look={done ? "primary" : "secondary"} wide onClick={onClose}>
              {isUnderWay(write) ? t`Go on without waiting` : done ? t`Done` : t`Back to the form`}
            </Button>
          </div>
        )}
      </div>
    </Sheet>
  );
}
