/** What the cancelling of an order needs to know of its kind. */
export interface CancelTerms<Order> {
  isOver: (order: Order) => boolean;
  /** On its way out: the last word is still to come. */
  isLeaving: (order: Order) => boolean;
  /** Ended by somebody's wish, and not by itself. */
  endedByCancel: (order: Order) => boolean;
  /** What came back when it was cancelled; null where it moved between the two looks. */
  backOf: (before: Order, after: Order) => string | null;
}

/** What became of the wish to cancel one order. Nothing is said of it before the venue has. */
export type CancelFlow<Order> =
  | { step: "sending"; order: Order }
  /** No answer came, or the venue said that the order is over: asking what became of it. */
  | { step: "checking"; order: Order; isOver: boolean; seenOpen: number; tries: number }
  /** `order` as it ended; `back` is what it held when last seen, null where it moved meanwhile. */
  | { step: "cancelled"; order: Order; back: string | null }
  /** It had ended before; `order` tells how. */
  | { step: "ended"; order: Order }
  /** The message never arrived: the order stands as it did. */
  | { step: "standing"; order: Order }
  | { step: "refused"; order: Order; status: number };

export type CancelEvent<Order> =
  | { type: "answered"; order: Order }
  | { type: "refused"; status: number }
  /** The message left, and no envelope came back. */
  | { type: "lost" }
  /** The order as it is now. */
  | { type: "seen"; order: Order }
  /** The question itself got no answer. */
  | { type: "unreachable" };

/** The order is over already. */
const wasOver = 300009;
/** Unknown error, network timeout: the venue says itself that it does not know the outcome. */
const unknownOutcomes: ReadonlySet<number> = new Set([100000, 100007]);
/** The cancel may still be on its way when the first question is answered. */
const openNeeded = 2;

/** The next state of cancelling orders of one kind; an event that has no meaning in a state leaves it as it is. */
export function cancelFlowOf<Order>(
  terms: CancelTerms<Order>,
): (flow: CancelFlow<Order>, event: CancelEvent<Order>) => CancelFlow<Order> {
  return (flow, event) => {
    switch (event.type) {
      case "answered":
        return flow.step === "sending" ? answered(terms, flow.order, event.order) : flow;
      case "refused":
        return flow.step === "sending" ? refused(flow.order, event.status) : flow;
      case "lost":
        return flow.step === "sending" ? checking(flow.order, false) : flow;
      case "seen":
        return flow.step === "checking" ? seen(terms, flow, event.order) : flow;
      case "unreachable":
        return flow.step === "checking" ? { ...flow, tries: flow.tries + 1 } : flow;
    }
  };
}

/** Milliseconds until the venue is to be asked; undefined where there is nothing to ask. */
export function nextQuestionMs<Order>(flow: CancelFlow<Order>): number | undefined {
  if (flow.step !== "checking") return undefined;
  if (flow.tries > 0) return Math.min(10_000, 1000 * 2 ** (flow.tries - 1));
  return flow.seenOpen > 0 ? 2500 : flow.isOver ? 0 : 500;
}

/** From the tap until the venue has said what became of it. */
export function isCancelling<Order>(flow: CancelFlow<Order> | undefined): boolean {
  return flow?.step === "sending" || flow?.step === "checking";
}

function checking<Order>(order: Order, isOver: boolean): CancelFlow<Order> {
  return { step: "checking", order, isOver, seenOpen: 0, tries: 0 };
}

function answered<Order>(
  terms: CancelTerms<Order>,
  before: Order,
  order: Order,
): CancelFlow<Order> {
  return terms.isOver(order) ? ended(terms, before, order, true) : checking(order, false);
}

function ended<Order>(
  terms: CancelTerms<Order>,
  before: Order,
  order: Order,
  isOurs: boolean,
): CancelFlow<Order> {
  if (!isOurs || !terms.endedByCancel(order)) return { step: "ended", order };
  return { step: "cancelled", order, back: terms.backOf(before, order) };
}

function refused<Order>(order: Order, status: number): CancelFlow<Order> {
  if (status === wasOver) return checking(order, true);
  return unknownOutcomes.has(status) ? checking(order, false) : { step: "refused", order, status };
}

function seen<Order>(
  terms: CancelTerms<Order>,
  flow: Extract<CancelFlow<Order>, { step: "checking" }>,
  order: Order,
): CancelFlow<Order> {
  if (terms.isOver(order)) return ended(terms, flow.order, order, !flow.isOver);
  // On its way out, or said to be over by the venue itself: the last word is still to come.
  if (terms.isLeaving(order) || flow.isOver) return { ...flow, order, tries: flow.tries + 1 };
  const seenOpen = flow.seenOpen + 1;
  return seenOpen < openNeeded
    ? { ...flow, order, seenOpen, tries: 0 }
    : { step: "standing", order };
}
