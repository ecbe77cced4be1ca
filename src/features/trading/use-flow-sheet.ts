import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { isUnderWay, type Attempt, type Flow } from "./order-flow.ts";
import type { OrderNotice } from "./trading-screen.ts";
import { useFlow, type followedKind } from "./use-flow.ts";

export interface FlowSheetSituation<Intent, Order extends { id: string }> {
  kind: ReturnType<typeof followedKind<Intent, Order>>;
  /** Sends an attempt, once. */
  deliver: (attempt: Attempt<Intent>) => Promise<Order>;
  /** Whether an order leaves without being shown once more. */
  isQuiet: (intent: Intent) => boolean;
  outcomeText: (order: Order) => string;
  /** The venue has the order: what was typed for it may go. */
  onTaken: (intent: Intent) => void;
  /** It waits, in the book or for its stop. */
  onWaiting: () => void;
  notify: (notice: OrderNotice) => void;
}

type Step = Flow<unknown, unknown>["step"];
type Manner = "shown" | "left" | "quiet";

/**
 * An order's way with what is seen of it. `shown`: the sheet follows it; `left`: the person goes on without
 * waiting and is told by a toast; `quiet`: sent without asking, so the sheet comes only if something is the matter.
 */
export function useFlowSheet<Intent, Order extends { id: string }>({
  kind,
  deliver,
  isQuiet,
  outcomeText,
  onTaken,
  onWaiting,
  notify,
}: FlowSheetSituation<Intent, Order>) {
  const { t } = useLingui();
  const [manner, setManner] = useState<Manner>("shown");

  function tell(done: Flow<Intent, Order>) {
    if ("order" in done && done.step !== "accepted") {
      if (done.step !== "cancelled") onTaken(done.attempt.intent);
      const type =
        done.step === "filled" || done.step === "waiting"
          ? "success"
          : done.step === "reviewing"
            ? "info"
            : "warning";
      // In sight, the sheet itself says it.
      if (done.step === "waiting" || !isInSight(done.step, manner))
        notify({ type, description: outcomeText(done.order) });
      if (done.step === "waiting") onWaiting();
    } else if (done.step === "absent" && !isInSight(done.step, manner)) {
      notify({
        type: "warning",
        description: t`Your order did not reach the venue. Nothing was bought or sold.`,
      });
    }
  }

  const { flow, busyElsewhere, open, close, dismiss, confirm, sendNow } = useFlow(
    kind,
    deliver,
    tell,
  );

  return {
    flow,
    busyElsewhere,
    isOpen: isInSight(flow.step, manner) || (busyElsewhere && flow.step === "confirming"),
    /** Out of sight while an order is under way: the person may want to look again. */
    isHidden: isUnderWay(flow) && !isInSight(flow.step, manner),
    show: () => setManner("shown"),
    /** The person's tap on the form's button. */
    request: (intent: Intent) => {
      const quiet = isQuiet(intent);
      setManner(quiet ? "quiet" : "shown");
      if (quiet) void sendNow(intent);
      else open(intent);
    },
    confirm: () => void confirm(),
    dismiss,
    leave: () => {
      if (flow.step === "confirming") close();
      else if (isUnderWay(flow)) setManner("left");
      else dismiss();
    },
  };
}

const saidByToast: ReadonlySet<Step> = new Set([
  "confirming",
  "sending",
  "accepted",
  "filled",
  "reviewing",
]);

/** What waits needs no sheet: a toast says it, and the list of what is pending shows it. */
function isInSight(step: Step, manner: Manner): boolean {
  if (step === "idle" || step === "waiting" || manner === "left") return false;
  return manner === "shown" || !saidByToast.has(step);
}
