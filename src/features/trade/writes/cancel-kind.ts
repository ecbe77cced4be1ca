import type { Endpoint } from "#protocol/api/endpoint.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import type { WriteKind } from "../../../writes/run-write.ts";
import type { Write } from "../../../writes/write.ts";
import { useWrite } from "../../../writes/use-write.ts";

/** What cancelling needs to know of the orders of one market. */
export interface CancelTerms<Order> {
  isOver: (order: Order) => boolean;
  /** On its way out: its last state is still to come. */
  isLeaving: (order: Order) => boolean;
  /** Ended since somebody cancelled it, and not by itself. */
  endedByCancel: (order: Order) => boolean;
  /** What came back when it was cancelled; null where it moved between the two answers. */
  backOf: (before: Order, after: Order) => string | null;
}

/** `back` is what the order held when last seen, null where it moved meanwhile; `ended`: it had ended by itself. */
export type CancelOutcome = { became: "cancelled"; back: string | null } | { became: "ended" };

/** Cancelling one order, which is its intent as it was seen then. Where it is absent, the order still stands. */
export type CancelWrite<Order> = Write<Order, Order, CancelOutcome>;

export interface CancelCalls<Order> {
  /** Begins the write's name. */
  name: string;
  terms: CancelTerms<Order>;
  cancel: (id: string) => Promise<Order>;
  /** The order as it is now. */
  ask: (id: string) => Promise<Order>;
  invalidates: readonly Endpoint[];
}

/** How one order of a market is cancelled. Cancelling twice is the same, so the message needs no id. */
export function cancelKind<Order extends { id: string }>(
  { name, terms, cancel, ask, invalidates }: CancelCalls<Order>,
  orderId: string,
): WriteKind<Order, Order, CancelOutcome> {
  return {
    name: `${name}:${orderId}`,
    send: ({ intent }) => cancel(intent.id),
    find: ({ intent }) => ask(intent.id),
    overCode: codes.notPending,
    isRepeatable: true,
    isAskedWhenLate: true,
    judge(order, { intent, seen, isOver }) {
      if (!terms.isOver(order)) return terms.isLeaving(order) ? "pending" : "absent";
      // The order had ended before the message arrived, so this cancel did not end it.
      return isOver || !terms.endedByCancel(order)
        ? { outcome: { became: "ended" } }
        : { outcome: { became: "cancelled", back: terms.backOf(seen ?? intent, order) } };
    },
    // The sheet may close, and a row still says "cancelling".
    isRemembered: true,
    invalidates,
  };
}

/** Cancelling one order, with its outcome. */
export function useCancel<Order extends { id: string }>(
  calls: CancelCalls<Order>,
  orderId: string,
) {
  const { write, isBusy, isLate, send, dismiss } = useWrite(cancelKind(calls, orderId));
  return {
    write,
    /** From the tap until the outcome is known. */
    isBusy,
    isLate,
    /** The user has tapped, and has not read the outcome yet. */
    isAsked: write.step !== "idle" && write.step !== "confirming",
    /** It came to nothing, and can be tried again. */
    hasFailed: write.step === "absent" || write.step === "refused",
    cancel: send,
    dismiss,
  };
}
