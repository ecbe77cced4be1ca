import { takenForMs } from "../../api/write-id.ts";

/** One sending of an intent. Its id is kept until the outcome is known, so that it can happen once at most. */
export interface Attempt<Intent> {
  id: string;
  intent: Intent;
  /** When it was sent, Unix ms of this device. */
  sentAt: number;
}

/** What the venue said no to, and the limit that was met. */
export interface Refused {
  status: number;
  data: unknown;
}

/** `waiting` rests in the book or for its stop price. */
export type Ending = "reviewing" | "waiting" | "filled" | "partly" | "cancelled";

/**
 * From the tap to the fill. After a lost answer the venue is asked by id; nothing is ever sent again by
 * itself. A message the venue has not seen may still be on its way: as long as the venue would take it
 * (`doubt`), it goes on being looked for, and the next order is sent under the same id, so that the two
 * cannot both be placed.
 */
export type Flow<Intent, Order> =
  | { step: "idle"; doubt: Attempt<Intent> | null }
  | { step: "confirming"; intent: Intent; doubt: Attempt<Intent> | null }
  | { step: "sending"; attempt: Attempt<Intent>; reused: boolean }
  /** No answer came: asking what became of it. */
  | { step: "checking"; attempt: Attempt<Intent>; absences: number; tries: number }
  /** The venue has it, and it meets the market at any moment. `looks` counts answers, `tries` questions without one. */
  | {
      step: "accepted";
      attempt: Attempt<Intent>;
      order: Order;
      looks: number;
      tries: number;
      late: boolean;
    }
  /** `waiting` rests in the book or for its stop price. `late`: it had been given up. */
  | { step: Ending; attempt: Attempt<Intent>; order: Order; late: boolean }
  | { step: "refused"; attempt: Attempt<Intent>; refusal: Refused; doubt: Attempt<Intent> | null }
  | { step: "absent"; attempt: Attempt<Intent>; doubt: Attempt<Intent> | null };

export type FlowEvent<Intent, Order> =
  | { type: "open"; intent: Intent }
  | { type: "close" }
  /** `reused`: under the id of a message that may still arrive. */
  | { type: "send"; attempt: Attempt<Intent>; reused: boolean }
  | { type: "answered"; order: Order }
  | { type: "refused"; refusal: Refused }
  /** The message left, and no envelope came back. */
  | { type: "lost" }
  /** The venue does not know the id. */
  | { type: "unknown" }
  /** The question itself got no answer. */
  | { type: "unreachable" }
  /** An attempt of an earlier life of this page, its outcome unknown. */
  | { type: "resume"; attempt: Attempt<Intent> }
  /** An attempt that the person was told has not arrived, and that still may. */
  | { type: "doubt"; attempt: Attempt<Intent> }
  /** The message in doubt did arrive. */
  | { type: "late"; order: Order }
  /** The venue takes the message in doubt no longer. */
  | { type: "expired" }
  | { type: "dismiss" }
  | { type: "leave" };

export const idleFlow: { step: "idle"; doubt: null } = { step: "idle", doubt: null };

/** The message may still be on its way when the first question arrives, so one "unknown" proves nothing. */
const absencesNeeded = 2;
/** Answers after which an order that may rest is known to: by then it has met the book. */
const looksNeeded = 2;
const invalidParameters = 100005;
/**
 * Unknown error, network timeout: the venue says itself that it does not know the outcome. After every
 * other code it has rolled back, also after 100001.
 */
const unknownOutcomes: ReadonlySet<number> = new Set([100000, 100007]);

/** What of one kind of orders the flow has to know. */
export interface OrderKind<Order> {
  /** What an order has come to; undefined while it is about to meet the market. */
  end: (order: Order) => Ending | undefined;
  /** Stays in the book when the first look at it did not fill it whole. */
  mayRest: (order: Order) => boolean;
}

/** The next state for orders of one kind; an event that has no meaning in a state leaves it as it is. */
export function flowOf<Intent, Order>({
  end,
  mayRest,
}: OrderKind<Order>): (
  flow: Flow<Intent, Order>,
  event: FlowEvent<Intent, Order>,
) => Flow<Intent, Order> {
  type F = Flow<Intent, Order>;

  function settled(flow: UnderWay<Intent, Order>, order: Order): F {
    const { attempt } = flow;
    const late = flow.step === "accepted" && flow.late;
    return outcomeOf(attempt, order, late) ?? accepted(flow, order, late);
  }

  /** Not while another order is under way: one that is being looked for then has the same id. */
  function settledLate(flow: F, order: Order): F {
    const attempt = doubtOf(flow);
    if (attempt === null) return flow;
    return (
      outcomeOf(attempt, order, true) ?? {
        step: "accepted",
        attempt,
        order,
        looks: 0,
        tries: 0,
        late: true,
      }
    );
  }

  function outcomeOf(attempt: Attempt<Intent>, order: Order, late: boolean): F | undefined {
    const step = end(order);
    return step === undefined ? undefined : { step, attempt, order, late };
  }

  /** Taken by the venue; one that may rest is waiting once it has met the book and found no one. */
  function accepted(flow: UnderWay<Intent, Order>, order: Order, late: boolean): F {
    const { attempt } = flow;
    const looks = flow.step === "accepted" ? flow.looks + 1 : 0;
    if (mayRest(order) && looks >= looksNeeded) return { step: "waiting", attempt, order, late };
    return { step: "accepted", attempt, order, looks, tries: 0, late };
  }

  return (flow, event) => {
    switch (event.type) {
      case "open":
        return isUnderWay(flow)
          ? flow
          : { step: "confirming", intent: event.intent, doubt: doubtOf(flow) };
      case "close":
        return flow.step === "confirming" ? { step: "idle", doubt: flow.doubt } : flow;
      case "send":
        return flow.step === "confirming"
          ? { step: "sending", attempt: event.attempt, reused: event.reused }
          : flow;
      case "answered":
        return isUnderWay(flow) ? settled(flow, event.order) : flow;
      case "refused":
        return flow.step === "sending" ? refused(flow, event.refusal) : flow;
      case "lost":
        return flow.step === "sending" ? checking(flow.attempt) : flow;
      case "unknown":
        return flow.step === "checking" ? unknown(flow) : flow;
      case "unreachable":
        return flow.step === "checking" || flow.step === "accepted"
          ? { ...flow, tries: flow.tries + 1 }
          : flow;
      case "resume":
        return flow.step === "idle" || flow.step === "confirming" ? checking(event.attempt) : flow;
      case "doubt":
        return flow.step === "idle" || flow.step === "confirming"
          ? { ...flow, doubt: event.attempt }
          : flow;
      case "late":
        return settledLate(flow, event.order);
      case "expired":
        return "doubt" in flow ? { ...flow, doubt: null } : flow;
      case "dismiss":
        return isResting(flow) ? { step: "idle", doubt: doubtOf(flow) } : flow;
      case "leave":
        return idleFlow;
    }
  };
}

/** The attempt by which a confirmed order is sent: under the id of one that may still arrive, or a new one. */
export function attemptOf<Intent, Order>(
  flow: Flow<Intent, Order>,
  freshId: string,
  now: number,
): Attempt<Intent> | undefined {
  return flow.step === "confirming"
    ? { id: flow.doubt?.id ?? freshId, intent: flow.intent, sentAt: now }
    : undefined;
}

/** What was given up and may still arrive. */
export function doubtOf<Intent, Order>(flow: Flow<Intent, Order>): Attempt<Intent> | null {
  return "doubt" in flow ? flow.doubt : null;
}

/** Whether the venue would still take a message. A clock set back counts as no time gone by. */
export function mayArrive(attempt: Pick<Attempt<unknown>, "sentAt">, now: number): boolean {
  return now - attempt.sentAt < takenForMs;
}

/** From the tap until the outcome: no other order may be sent meanwhile. */
export function isUnderWay<Intent, Order>(
  flow: Flow<Intent, Order>,
): flow is UnderWay<Intent, Order> {
  return flow.step === "sending" || flow.step === "checking" || flow.step === "accepted";
}

/** Milliseconds until the venue is to be asked again; `undefined` where there is nothing to ask. */
export function nextAskMs<Intent, Order>(flow: Flow<Intent, Order>): number | undefined {
  if (flow.step === "accepted")
    return flow.tries > 0
      ? Math.min(10_000, 1000 * 2 ** (flow.tries - 1))
      : flow.looks < 2
        ? 600
        : 1000;
  if (flow.step !== "checking") return undefined;
  if (flow.tries > 0) return Math.min(10_000, 1000 * 2 ** (flow.tries - 1));
  return flow.absences > 0 ? 2500 : 500;
}

type UnderWay<Intent, Order> = Extract<
  Flow<Intent, Order>,
  { step: "sending" | "checking" | "accepted" }
>;

function isResting<Intent, Order>(flow: Flow<Intent, Order>): boolean {
  return !isUnderWay(flow) && flow.step !== "confirming";
}

function checking<Intent, Order>(attempt: Attempt<Intent>): Flow<Intent, Order> {
  return { step: "checking", attempt, absences: 0, tries: 0 };
}

function unknown<Intent, Order>(
  flow: Extract<Flow<Intent, Order>, { step: "checking" }>,
): Flow<Intent, Order> {
  const absences = flow.absences + 1;
  return absences < absencesNeeded
    ? { ...flow, absences, tries: 0 }
    : { step: "absent", attempt: flow.attempt, doubt: flow.attempt };
}

function refused<Intent, Order>(
  flow: Extract<UnderWay<Intent, Order>, { step: "sending" }>,
  refusal: Refused,
): Flow<Intent, Order> {
  // Another body under an id the venue did get after all: that first order stands, so look it up.
  if (unknownOutcomes.has(refusal.status) || (refusal.status === invalidParameters && flow.reused))
    return checking(flow.attempt);
  // This message is refused for good; the earlier one under its id may still be taken.
  return {
    step: "refused",
    attempt: flow.attempt,
    refusal,
    doubt: flow.reused ? flow.attempt : null,
  };
}
