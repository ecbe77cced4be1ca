import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { isAwaited, isUnderWay, type Refusal } from "../../../writes/write.ts";
import { useWrite } from "../../../writes/use-write.ts";
import { vibrate } from "../../platform/haptics.ts";
import type { OrderNotice } from "../trade-screen.ts";
import type { Ending, OrderKind, OrderWrite } from "./order-kind.ts";

export interface OrderWriteOptions<Intent, Order> {
  kind: OrderKind<Intent, Order>;
  /** Whether an order is sent without a confirmation. */
  isQuiet: (intent: Intent) => boolean;
  outcomeMessage: (order: Order) => string;
  /** Why the venue refused. */
  refusalMessage: (refusal: Refusal, intent: Intent) => string;
  /** The venue has the order: what was typed for it may go. */
  onPlaced: (intent: Intent) => void;
  /** It waits, in the book or for its stop. */
  onWaiting: () => void;
  notify: (notice: OrderNotice) => void;
}

/**
 * How an order is shown. `shown`: the sheet follows it; `left`: the person goes on without waiting and hears of
 * it by a toast; `quiet`: sent without asking, so the sheet opens only if something is the matter.
 */
type Manner = "shown" | "left" | "quiet";

/** An order from the ticket to its outcome, with what the sheet shows of it. */
export function useOrderWrite<Intent, Order extends { id: string }>({
  kind,
  isQuiet,
  outcomeMessage,
  refusalMessage,
  onPlaced,
  onWaiting,
  notify,
}: OrderWriteOptions<Intent, Order>) {
  const { t } = useLingui();
  const [manner, setManner] = useState<Manner>("shown");
  const { write, isTaken, isBusyElsewhere, open, close, dismiss, confirm, send } = useWrite(
    kind,
    report,
  );

  function report(ended: OrderWrite<Intent, Order>) {
    if (ended.step === "refused") vibrate("limit");
    else if (ended.step === "done" && hasFilled(ended.outcome)) vibrate("fill");
    if (ended.step === "done") {
      const { outcome } = ended;
      if (outcome !== "cancelled") onPlaced(ended.attempt.intent);
      // In sight, the sheet itself says it.
      if (outcome === "waiting" || !isInSight(ended, manner))
        notify({ type: tones[outcome], description: outcomeMessage(ended.answer) });
      if (outcome === "waiting") onWaiting();
    } else if (isInSight(ended, manner)) {
      return;
    } else if (ended.step === "absent") {
      notify({
        type: "warning",
        description: t`Your order did not reach the venue. Nothing was bought or sold.`,
      });
    } else if (ended.step === "refused") {
      const why = refusalMessage(ended.refusal, ended.attempt.intent);
      notify({ type: "error", description: t`Your order was not placed. ${why}` });
    }
  }

  return {
    write,
    /** What the last tap sends, until its answer is there or late. */
    sending: sendingOf(write, isTaken),
    isBusyElsewhere,
    isOpen: isInSight(write, manner) || (isBusyElsewhere && write.step === "confirming"),
    /** Out of sight while an order is under way: the person may want to look again. */
    isHidden: isUnderWay(write) && !isInSight(write, manner),
    show: () => setManner("shown"),
    /** The person's tap on the form's button. */
    request: (intent: Intent) => {
      const quiet = isQuiet(intent);
      setManner(quiet ? "quiet" : "shown");
      if (!quiet) return open(intent);
      vibrate("confirm");
      void send(intent);
    },
    confirm: () => {
      vibrate("confirm");
      void confirm();
    },
    dismiss,
    leave: () => {
      if (write.step === "confirming") close();
      else if (isUnderWay(write)) setManner("left");
      else dismiss();
    },
  };
}

/** The tone in which an outcome is shown. */
export const tones = {
  filled: "success",
  waiting: "success",
  reviewing: "info",
  partly: "warning",
  cancelled: "warning",
} as const satisfies Record<Ending, OrderNotice["type"]>;

const hasFilled = (outcome: Ending) => outcome === "filled" || outcome === "partly";

function sendingOf<Intent>(
  write: OrderWrite<Intent, unknown>,
  isTaken: boolean,
): Intent | undefined {
  if (write.step === "confirming") return isTaken ? write.intent : undefined;
  return write.step === "sending" && !write.isLate ? write.attempt.intent : undefined;
}

/** What waits needs no sheet: a toast says it, and the list of what is pending shows it. */
function isInSight(write: OrderWrite<unknown, unknown>, manner: Manner): boolean {
  if (write.step === "idle" || manner === "left") return false;
  if (write.step === "done" && write.outcome === "waiting") return false;
  return manner === "shown" || !isSaidByToast(write);
}

function isSaidByToast(write: OrderWrite<unknown, unknown>): boolean {
  if (write.step === "done") return write.outcome === "filled" || write.outcome === "reviewing";
  if (write.step === "sending") return isAwaited(write);
  return write.step === "confirming" || write.step === "accepted";
}
