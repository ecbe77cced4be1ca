import { ApiError } from "../../api/api-error.ts";
import type { KeptAttempts } from "./kept-attempt.ts";
import { type Attempt, type Flow, type FlowEvent, mayArrive } from "./order-flow.ts";
import { waitForOrderLock, type ReleaseLock } from "./order-lock.ts";

/** How orders of one kind are asked for, kept, and held apart from those of another tab. */
export interface OrderDoors<Intent, Order extends { id: string }> {
  /** An order by its own id, or by the device's. @throws ApiError 300014 where there is none */
  ask: (which: { id: string } | { client_order_id: string }, signal: AbortSignal) => Promise<Order>;
  kept: KeptAttempts<Intent>;
  /** Name of the lock under which one of them is under way. */
  lockOf: (userId: string) => string;
}

type Dispatch<Intent, Order> = (event: FlowEvent<Intent, Order>) => void;

const noSuchOrder = 300014;
const firstWatchMs = 4000;
const longestWatchMs = 16_000;

/** Watches over what became of the orders of one kind. */
export function askingFor<Intent, Order extends { id: string }>({
  ask: read,
  kept,
  lockOf,
}: OrderDoors<Intent, Order>) {
  type Answer = Extract<FlowEvent<Intent, Order>, { type: "answered" | "unknown" | "unreachable" }>;

  async function ask(
    which: { id: string } | { client_order_id: string },
    signal: AbortSignal,
  ): Promise<Answer> {
    try {
      return { type: "answered", order: await read(which, signal) };
    } catch (error) {
      return error instanceof ApiError && error.status === noSuchOrder
        ? { type: "unknown" }
        : { type: "unreachable" };
    }
  }

  /** Another tab may have sent a later one since. */
  async function forgetTold(userId: string, attempt: Attempt<Intent>): Promise<void> {
    const held = await kept.read(userId);
    if (held?.told && held.attempt.id === attempt.id) await kept.forget(userId);
  }

  return {
    /** Asks the venue what became of an order after a while, or as soon as the network is back. */
    async inTime(
      flow: Extract<Flow<Intent, Order>, { step: "checking" | "accepted" }>,
      waitMs: number,
      signal: AbortSignal,
      dispatch: Dispatch<Intent, Order>,
    ): Promise<void> {
      await pause(waitMs, signal);
      if (signal.aborted) return;
      const event = await ask(
        flow.step === "accepted" ? { id: flow.order.id } : { client_order_id: flow.attempt.id },
        signal,
      );
      if (!signal.aborted) dispatch(event);
    },

    /** Goes on looking for a message that was given up, until it is there or the venue would take it no longer. */
    async watch(
      userId: string,
      attempt: Attempt<Intent>,
      signal: AbortSignal,
      dispatch: Dispatch<Intent, Order>,
    ): Promise<void> {
      for (let waitMs = firstWatchMs; ; waitMs = Math.min(longestWatchMs, waitMs * 2)) {
        await pause(waitMs, signal);
        if (signal.aborted) return;
        // Before the question: what the venue takes meanwhile, its answer may not know yet.
        const open = mayArrive(attempt, Date.now());
        const event = await ask({ client_order_id: attempt.id }, signal);
        if (signal.aborted) return;
        if (event.type === "answered") return dispatch({ type: "late", order: event.order });
        if (event.type === "unknown" && !open) {
          await forgetTold(userId, attempt);
          return dispatch({ type: "expired" });
        }
      }
    },

    /**
     * Waits for a tab that may still be sending, then asks for what an earlier life of this page left open.
     * @returns the lock, where there is an order to ask for
     */
    async resume(
      userId: string,
      signal: AbortSignal,
      dispatch: Dispatch<Intent, Order>,
    ): Promise<ReleaseLock | undefined> {
      if (!(await kept.read(userId))) return undefined;
      const lock = await waitForOrderLock(lockOf(userId), signal);
      const held = await kept.read(userId);
      if (signal.aborted || !lock || !held || held.told) lock?.();
      if (signal.aborted || !lock || !held) return undefined;
      dispatch({ type: held.told ? "doubt" : "resume", attempt: held.attempt });
      return held.told ? undefined : lock;
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(end, ms);
    const cleanup = new AbortController();
    function end() {
      clearTimeout(timer);
      cleanup.abort();
      done();
    }
    addEventListener("online", end, { signal: cleanup.signal });
    signal.addEventListener("abort", end, { signal: cleanup.signal });
  });
}
