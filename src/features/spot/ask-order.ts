import { spotEndpoints } from "#protocol/spot.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { forgetAttempt, readAttempt } from "./kept-attempt.ts";
import { mayArrive, type Attempt, type OrderEvent, type OrderFlow } from "./order-flow.ts";
import { waitForOrderLock, type ReleaseLock } from "../trading/order-lock.ts";

type Dispatch = (event: OrderEvent) => void;

const noSuchOrder = 300014;
const firstWatchMs = 4000;
const longestWatchMs = 16_000;

/** Asks the venue what became of an order after a while, or as soon as the network is back. */
export async function askInTime(flow: Extract<OrderFlow, { step: "checking" | "accepted" }>, waitMs: number, signal: AbortSignal, dispatch: Dispatch): Promise<void> {
  await pause(waitMs, signal);
  if (signal.aborted) return;
  const event = await ask(flow.step === "accepted" ? { id: flow.order.id } : { client_order_id: flow.attempt.id }, signal);
  if (!signal.aborted) dispatch(event);
}

/** Goes on looking for a message that was given up, until it is there or the venue would take it no longer. */
export async function watchDoubt(userId: string, attempt: Attempt, signal: AbortSignal, dispatch: Dispatch): Promise<void> {
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
}

/**
 * Waits for a tab that may still be sending, then asks for what an earlier life of this page left open.
 * @returns the lock, where there is an order to ask for
 */
export async function resumeAttempt(userId: string, signal: AbortSignal, dispatch: Dispatch): Promise<ReleaseLock | undefined> {
  if (!(await readAttempt(userId))) return undefined;
  const lock = await waitForOrderLock(userId, signal);
  const kept = await readAttempt(userId);
  if (signal.aborted || !lock || !kept || kept.told) lock?.();
  if (signal.aborted || !lock || !kept) return undefined;
  dispatch({ type: kept.told ? "doubt" : "resume", attempt: kept.attempt });
  return kept.told ? undefined : lock;
}

async function ask(which: { id: string } | { client_order_id: string }, signal: AbortSignal): Promise<Extract<OrderEvent, { type: "answered" | "unknown" | "unreachable" }>> {
  try {
    return { type: "answered", order: await call(spotEndpoints.coinOrder, which, { signal, handles: [noSuchOrder] }) };
  } catch (error) {
    return error instanceof ApiError && error.status === noSuchOrder ? { type: "unknown" } : { type: "unreachable" };
  }
}

/** Another tab may have sent a later one since. */
async function forgetTold(userId: string, attempt: Attempt): Promise<void> {
  const kept = await readAttempt(userId);
  if (kept?.told && kept.attempt.id === attempt.id) await forgetAttempt(userId);
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
