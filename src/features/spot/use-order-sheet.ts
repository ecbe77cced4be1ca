import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { isPlain, type Look } from "./confirm-check.ts";
import { isUnderWay } from "../trading/order-flow.ts";
import type { OrderFlow, OrderIntent } from "./order-flow.ts";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import { ticketSummary, type TicketDraft, type TicketFacts } from "./ticket-form.ts";
import { useOrderFlow } from "./use-order-flow.ts";
import { useOutcomeText } from "./use-outcome-text.ts";

export interface OrderSheetSituation {
  symbol: string;
  draft: TicketDraft;
  facts: TicketFacts | undefined;
  /** The venue has the order of this market: what was typed for it may go. */
  onTaken: () => void;
  /** It waits, in the book or for its stop. */
  onWaiting: () => void;
  /** Shows a toast. */
  notify: (toast: { type: "success" | "warning" | "info"; description: string }) => void;
}

/**
 * An order's way with what is seen of it. `shown`: the sheet follows it; `left`: the person goes on without
 * waiting and is told by a toast; `quiet`: sent without asking, so the sheet comes only if something is the matter.
 */
export function useOrderSheet({ symbol, draft, facts, onTaken, onWaiting, notify }: OrderSheetSituation) {
  const { t } = useLingui();
  const settings = useAtomValue(orderSettingsAtom);
  const outcomeText = useOutcomeText();
  const [manner, setManner] = useState<"shown" | "left" | "quiet">("shown");
  const seen = useSeen(draft, facts, !settings.confirm);

  function tell(done: OrderFlow) {
    if ("order" in done && done.step !== "accepted") {
      if (done.step !== "cancelled" && done.attempt.intent.symbol === symbol) onTaken();
      const type = done.step === "filled" || done.step === "waiting" ? "success" : done.step === "reviewing" ? "info" : "warning";
      // In sight, the sheet itself says it.
      if (done.step === "waiting" || !isInSight(done, manner)) notify({ type, description: outcomeText(done.order) });
      if (done.step === "waiting") onWaiting();
    } else if (done.step === "absent" && !isInSight(done, manner)) {
      notify({ type: "warning", description: t`Your order did not reach the venue. Nothing was bought or sold.` });
    }
  }

  const { flow, busyElsewhere, open, close, dismiss, confirm, sendNow } = useOrderFlow(tell);

  return {
    flow,
    busyElsewhere,
    isOpen: isInSight(flow, manner) || (busyElsewhere && flow.step === "confirming"),
    /** Out of sight while an order is under way: the person may want to look again. */
    isHidden: isUnderWay(flow) && !isInSight(flow, manner),
    show: () => setManner("shown"),
    /** The person's tap on the form's button. */
    request: (intent: OrderIntent) => {
      const isQuiet = !settings.confirm && facts !== undefined && isPlain(intent, facts, settings, seen);
      setManner(isQuiet ? "quiet" : "shown");
      if (isQuiet) void sendNow(intent);
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

const saidByToast: ReadonlySet<OrderFlow["step"]> = new Set(["confirming", "sending", "accepted", "filled", "reviewing"]);

/** What waits needs no sheet: a toast says it, and the list of what is pending shows it. */
function isInSight({ step }: OrderFlow, manner: "shown" | "left" | "quiet"): boolean {
  if (step === "idle" || step === "waiting" || manner === "left") return false;
  return manner === "shown" || !saidByToast.has(step);
}

/** What the ticket showed when its numbers were typed, to tell at the tap that the market has moved since. */
function useSeen(draft: TicketDraft, facts: TicketFacts | undefined, isWanted: boolean): Look | undefined {
  const key = isWanted && facts ? JSON.stringify([facts.market.symbol, draft]) : undefined;
  const [held, setHeld] = useState<{ key: string | undefined; look: Look | undefined }>({ key: undefined, look: undefined });
  if (key === held.key || facts === undefined) return held.look;
  const { estimate, fate } = ticketSummary(draft, facts);
  const look = key === undefined ? undefined : { estimate, fate };
  setHeld({ key, look });
  return look;
}
