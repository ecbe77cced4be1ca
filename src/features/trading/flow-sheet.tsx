import { useLingui } from "@lingui/react/macro";
import { useSetAtom } from "jotai";
import { useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { isUnderWay, type Flow } from "./order-flow.ts";
import { orderSettingsAtom } from "./order-settings-atom.ts";
import styles from "./confirm-sheet.module.css";

export interface FlowSheetProps<Intent, Order> {
  flow: Flow<Intent, Order>;
  open: boolean;
  /** Back to the form, or out of sight while the venue is asked. */
  onClose: () => void;
  onConfirm: () => void;
  /** What the sheet is called while the order is looked at once more. */
  confirmTitle: (intent: Intent | undefined) => string;
  /** The order once more; undefined where there is nothing to judge it by. */
  review: (intent: Intent, sending: boolean, confirm: (askAgain: boolean) => void) => ReactNode;
  outcome: (flow: Flow<Intent, Order>) => ReactNode;
  /** Leads on from what became of it. */
  onward: (flow: Flow<Intent, Order>) => ReactNode;
}

/** The order once more before it is sent; then what became of it. */
export function FlowSheet<Intent, Order>({
  flow: current,
  open,
  onClose,
  onConfirm,
  confirmTitle,
  review,
  outcome,
  onward,
}: FlowSheetProps<Intent, Order>) {
  const { t } = useLingui();
  const set = useSetAtom(orderSettingsAtom);
  // What was last shown stays drawn while the sheet leaves.
  const [flow, setFlow] = useState(current);
  if (open && current !== flow) setFlow(current);
  const intent =
    flow.step === "idle"
      ? undefined
      : flow.step === "confirming"
        ? flow.intent
        : flow.attempt.intent;
  const sending = flow.step === "sending";
  const reviewing = sending || flow.step === "confirming";
  /** The venue has said what became of it. */
  const done = "order" in flow && flow.step !== "accepted";
  const title =
    flow.step === "checking"
      ? t`Checking your order`
      : flow.step === "accepted"
        ? t`Order placed`
        : flow.step === "refused" || flow.step === "absent"
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
        {reviewing && intent !== undefined ? review(intent, sending, confirm) : outcome(flow)}
        {!reviewing && flow.step !== "idle" && (
          <div className={styles.actions}>
            {onward(flow)}
            <Button look={done ? "primary" : "secondary"} wide onClick={onClose}>
              {isUnderWay(flow) ? t`Go on without waiting` : done ? t`Done` : t`Back to the form`}
            </Button>
          </div>
        )}
      </div>
    </Sheet>
  );
}
