import { useLingui } from "@lingui/react/macro";
import { useSetAtom } from "jotai";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { ConfirmReview } from "./confirm-review.tsx";
import { isUnderWay } from "../trading/order-flow.ts";
import type { OrderFlow } from "./order-flow.ts";
import { OrderProgress } from "./order-progress.tsx";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import type { TicketFacts } from "./ticket-form.ts";
import type { TradeStop } from "../trading/trade-stop.ts";
import styles from "../trading/confirm-sheet.module.css";

export interface ConfirmSheetProps {
  flow: OrderFlow;
  facts: TicketFacts | undefined;
  /** What forbids trading now; an order under way aside. */
  stop: TradeStop | undefined;
  busyElsewhere: boolean;
  onConfirm: () => void;
  /** Back to the form, or out of sight while the venue is asked. */
  onClose: () => void;
  /** Leads from an outcome to the order itself. */
  onOrder: (orderId: string) => void;
  open: boolean;
}

/** The order once more before it is sent; then what became of it. */
export function ConfirmSheet({ flow: current, facts, stop, busyElsewhere, onConfirm, onClose, onOrder, open }: ConfirmSheetProps) {
  const { t } = useLingui();
  const set = useSetAtom(orderSettingsAtom);
  // What was last shown stays drawn while the sheet leaves.
  const [flow, setFlow] = useState(current);
  if (open && current !== flow) setFlow(current);
  const intent = flow.step === "idle" ? undefined : flow.step === "confirming" ? flow.intent : flow.attempt.intent;
  const sending = flow.step === "sending";
  const reviewing = sending || flow.step === "confirming";
  const title =
    flow.step === "checking" ? t`Checking your order`
    : flow.step === "accepted" ? t`Order placed`
    : flow.step === "refused" || flow.step === "absent" ? t`Not placed`
    : isDone(flow) ? t`Your order`
    : intent?.replaces !== undefined ? t`Confirm change`
    : intent?.side === "sell" ? t`Confirm sell` : t`Confirm buy`;

  function confirm(askAgain: boolean) {
    if (!askAgain) set({ confirm: false });
    onConfirm();
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={t`Close`}
      dismissible={!sending}
    >
      <div className={styles.body}>
        {reviewing && intent && facts ? (
          <ConfirmReview key={JSON.stringify(intent)} intent={intent} facts={facts} stop={stop} sending={sending} busyElsewhere={busyElsewhere} onConfirm={confirm} />
        ) : (
          <OrderProgress flow={flow} />
        )}
        {!reviewing && flow.step !== "idle" && (
          <div className={styles.actions}>
            {"order" in flow && !isUnderWay(flow) && <Button wide onClick={() => onOrder(flow.order.id)}>{t`Show the order`}</Button>}
            <Button look={isDone(flow) ? "primary" : "secondary"} wide onClick={onClose}>
              {isUnderWay(flow) ? t`Go on without waiting` : isDone(flow) ? t`Done` : t`Back to the form`}
            </Button>
          </div>
        )}
      </div>
    </Sheet>
  );
}

/** The venue has said what became of it. */
function isDone(flow: OrderFlow): boolean {
  return "order" in flow && flow.step !== "accepted";
}
