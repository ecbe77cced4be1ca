import { coinStatus, type CoinOrder } from "#protocol/spot.ts";

/** What became of the wish to cancel one order. Nothing is said of it before the venue has. */
export type CancelFlow =
  | { step: "sending"; order: CoinOrder }
  /** No answer came, or the venue said that the order is over: asking what became of it. */
  | { step: "checking"; order: CoinOrder; isOver: boolean; seenOpen: number; tries: number }
  /** `order` as it ended; `back` is what it held when last seen, null where it moved meanwhile. */
  | { step: "cancelled"; order: CoinOrder; back: string | null }
  /** It had ended before; `order` tells how. */
  | { step: "ended"; order: CoinOrder }
  /** The message never arrived: the order stands as it did. */
  | { step: "standing"; order: CoinOrder }
  | { step: "refused"; order: CoinOrder; status: number };

export type CancelEvent =
  | { type: "answered"; order: CoinOrder }
  | { type: "refused"; status: number }
  /** The message left, and no envelope came back. */
  | { type: "lost" }
  /** The order as it is now. */
  | { type: "seen"; order: CoinOrder }
  /** The question itself got no answer. */
  | { type: "unreachable" };

/** The order is over already. */
const wasOver = 300009;
/** Unknown error, network timeout: the venue says itself that it does not know the outcome. */
const unknownOutcomes: ReadonlySet<number> = new Set([100000, 100007]);
/** The cancel may still be on its way when the first question is answered. */
const openNeeded = 2;

/** The next state; an event that has no meaning in a state leaves it as it is. */
export function cancelFlow(flow: CancelFlow, event: CancelEvent): CancelFlow {
  switch (event.type) {
    case "answered": return flow.step === "sending" ? answered(flow.order, event.order) : flow;
    case "refused": return flow.step === "sending" ? refused(flow.order, event.status) : flow;
    case "lost": return flow.step === "sending" ? checking(flow.order, false) : flow;
    case "seen": return flow.step === "checking" ? seen(flow, event.order) : flow;
    case "unreachable": return flow.step === "checking" ? { ...flow, tries: flow.tries + 1 } : flow;
  }
}

/** Milliseconds until the venue is to be asked; undefined where there is nothing to ask. */
export function nextQuestionMs(flow: CancelFlow): number | undefined {
  if (flow.step !== "checking") return undefined;
  if (flow.tries > 0) return Math.min(10_000, 1000 * 2 ** (flow.tries - 1));
  return flow.seenOpen > 0 ? 2500 : flow.isOver ? 0 : 500;
}

/** From the tap until the venue has said what became of it. */
export function isCancelling(flow: CancelFlow | undefined): boolean {
  return flow?.step === "sending" || flow?.step === "checking";
}

function checking(order: CoinOrder, isOver: boolean): CancelFlow {
  return { step: "checking", order, isOver, seenOpen: 0, tries: 0 };
}

function answered(before: CoinOrder, order: CoinOrder): CancelFlow {
  return order.status === coinStatus.completed ? ended(before, order, true) : checking(order, false);
}

function ended(before: CoinOrder, order: CoinOrder, isOurs: boolean): CancelFlow {
  if (!isOurs || !endedByCancel(order)) return { step: "ended", order };
  return { step: "cancelled", order, back: before.filled_amount === order.filled_amount ? before.frozen : null };
}

function refused(order: CoinOrder, status: number): CancelFlow {
  if (status === wasOver) return checking(order, true);
  return unknownOutcomes.has(status) ? checking(order, false) : { step: "refused", order, status };
}

function seen(flow: Extract<CancelFlow, { step: "checking" }>, order: CoinOrder): CancelFlow {
  if (order.status === coinStatus.completed) return ended(flow.order, order, !flow.isOver);
  // On its way out, or said to be over by the venue itself: the last word is still to come.
  if (order.state === "canceling" || flow.isOver) return { ...flow, order, tries: flow.tries + 1 };
  const seenOpen = flow.seenOpen + 1;
  return seenOpen < openNeeded ? { ...flow, order, seenOpen, tries: 0 } : { step: "standing", order };
}

/** Ended by somebody's wish, and not by itself. */
export function endedByCancel(order: CoinOrder): boolean {
  return (order.state === "canceled" || order.state === "partial-canceled") && order.reason === null;
}
