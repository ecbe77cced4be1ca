import type { RequestOf } from "#protocol/endpoint.ts";
import { coinStatus, type CoinOrder, type spotEndpoints } from "#protocol/spot.ts";

/** What was wished for when the form was confirmed, without the id under which it is sent. */
export type OrderIntent = Omit<RequestOf<typeof spotEndpoints.coinPlaceOrder>, "client_order_id">;

/** One sending of an intent. Its id is kept until the outcome is known, so that it can happen once at most. */
export interface Attempt {
  id: string;
  intent: OrderIntent;
}

/**
 * From the tap to the fill. After a lost answer the venue is asked by id; nothing is ever sent again by
 * itself. Where the venue knows nothing of the id, the next sending reuses it: should the first message
 * still arrive, the venue sees the same id and places one order, not two.
 */
export type OrderFlow =
  | { step: "idle"; reuseId: string | null }
  | { step: "confirming"; intent: OrderIntent; reuseId: string | null }
  | { step: "sending"; attempt: Attempt; reused: boolean }
  /** No answer came: asking what became of it. */
  | { step: "checking"; attempt: Attempt; absences: number; tries: number }
  | { step: "accepted"; attempt: Attempt; order: CoinOrder; tries: number }
  | { step: "reviewing" | "filled" | "partly" | "cancelled"; attempt: Attempt; order: CoinOrder }
  | { step: "refused"; attempt: Attempt; status: number }
  | { step: "absent"; attempt: Attempt };

export type OrderEvent =
  | { type: "open"; intent: OrderIntent }
  | { type: "close" }
  | { type: "send"; attempt: Attempt }
  | { type: "answered"; order: CoinOrder }
  | { type: "refused"; status: number }
  /** The message left, and no envelope came back. */
  | { type: "lost" }
  /** The venue does not know the id. */
  | { type: "unknown" }
  /** The question itself got no answer. */
  | { type: "unreachable" }
  /** An attempt of an earlier life of this page, its outcome unknown. */
  | { type: "resume"; attempt: Attempt }
  | { type: "dismiss" }
  | { type: "leave" };

export const idleFlow: OrderFlow = { step: "idle", reuseId: null };

/** The message may still be on its way when the first question arrives, so one "unknown" proves nothing. */
const absencesNeeded = 2;
const invalidParameters = 100005;
/**
 * Unknown error, network timeout: the venue says itself that it does not know the outcome. After every
 * other code it has rolled back, also after 100001.
 */
const unknownOutcomes: ReadonlySet<number> = new Set([100000, 100007]);

/** The next state; an event that has no meaning in a state leaves it as it is. */
export function orderFlow(flow: OrderFlow, event: OrderEvent): OrderFlow {
  switch (event.type) {
    case "open": return isResting(flow) ? { step: "confirming", intent: event.intent, reuseId: reuseIdOf(flow) } : flow;
    case "close": return flow.step === "confirming" ? { step: "idle", reuseId: flow.reuseId } : flow;
    case "send": return flow.step === "confirming" ? { step: "sending", attempt: event.attempt, reused: flow.reuseId === event.attempt.id } : flow;
    case "answered": return isUnderWay(flow) ? settled(flow.attempt, event.order) : flow;
    case "refused": return flow.step === "sending" ? refused(flow, event.status) : flow;
    case "lost": return flow.step === "sending" ? checking(flow.attempt) : flow;
    case "unknown": return flow.step === "checking" ? unknown(flow) : flow;
    case "unreachable": return flow.step === "checking" || flow.step === "accepted" ? { ...flow, tries: flow.tries + 1 } : flow;
    case "resume": return flow.step === "idle" || flow.step === "confirming" ? checking(event.attempt) : flow;
    case "dismiss": return isResting(flow) ? { step: "idle", reuseId: reuseIdOf(flow) } : flow;
    case "leave": return idleFlow;
  }
}

/** The id an order is sent under: that of an attempt the venue has not seen, or a new one. */
export function attemptOf(flow: OrderFlow, freshId: string): Attempt | undefined {
  return flow.step === "confirming" ? { id: flow.reuseId ?? freshId, intent: flow.intent } : undefined;
}

/** From the tap until the outcome: no other order may be sent meanwhile. */
export function isUnderWay(flow: OrderFlow): flow is Extract<OrderFlow, { step: "sending" | "checking" | "accepted" }> {
  return flow.step === "sending" || flow.step === "checking" || flow.step === "accepted";
}

/** Milliseconds until the venue is to be asked again; `undefined` where there is nothing to ask. */
export function nextAskMs(flow: OrderFlow): number | undefined {
  if (flow.step === "accepted") return Math.min(10_000, 1000 * 2 ** flow.tries);
  if (flow.step !== "checking") return undefined;
  if (flow.tries > 0) return Math.min(10_000, 1000 * 2 ** (flow.tries - 1));
  return flow.absences > 0 ? 2500 : 500;
}

type UnderWay = Extract<OrderFlow, { step: "sending" | "checking" | "accepted" }>;

function isResting(flow: OrderFlow): boolean {
  return !isUnderWay(flow) && flow.step !== "confirming";
}

function reuseIdOf(flow: OrderFlow): string | null {
  if (flow.step === "absent") return flow.attempt.id;
  return flow.step === "idle" || flow.step === "confirming" ? flow.reuseId : null;
}

function checking(attempt: Attempt): OrderFlow {
  return { step: "checking", attempt, absences: 0, tries: 0 };
}

function unknown(flow: Extract<OrderFlow, { step: "checking" }>): OrderFlow {
  const absences = flow.absences + 1;
  return absences < absencesNeeded ? { ...flow, absences, tries: 0 } : { step: "absent", attempt: flow.attempt };
}

function refused(flow: Extract<UnderWay, { step: "sending" }>, status: number): OrderFlow {
  // Another body under an id the venue did get after all: that first order stands, so look it up.
  if (unknownOutcomes.has(status) || (status === invalidParameters && flow.reused)) return checking(flow.attempt);
  return { step: "refused", attempt: flow.attempt, status };
}

function settled(attempt: Attempt, order: CoinOrder): OrderFlow {
  if (order.status === coinStatus.pendingReview) return { step: "reviewing", attempt, order };
  if (order.status === coinStatus.pendingOrder) return { step: "accepted", attempt, order, tries: 0 };
  if (order.state === "filled") return { step: "filled", attempt, order };
  return { step: /[1-9]/.test(order.filled_amount) ? "partly" : "cancelled", attempt, order };
}
