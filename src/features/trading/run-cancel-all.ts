import { ApiError } from "../../api/api-error.ts";
import type { CancelTerms } from "./cancel-flow.ts";

/** What became of one of the orders; `over` where it has ended and nobody asked how. */
export interface CancelResult<Order> {
  order: Order;
  became: "cancelled" | "ended" | "over" | "open";
}

export type CancelAllFlow<Order> =
  | { step: "asking" }
  | { step: "sending" }
  /** No answer came: looking which of them still stand. */
  | { step: "checking" }
  | { step: "done"; results: readonly CancelResult<Order>[] }
  | { step: "refused"; status: number };

export interface CancelAllDoors<Order> {
  terms: CancelTerms<Order>;
  cancelAll: () => Promise<{ canceled: string[] }>;
  /** Every order that waits now. */
  open: () => Promise<readonly Order[]>;
  ask: (id: string) => Promise<Order>;
  wait: (ms: number) => Promise<void>;
  show: (flow: CancelAllFlow<Order>) => void;
  isOver: () => boolean;
}

/** Of more than these nobody is asked how they ended. */
const mostAsked = 20;
const unknownOutcomes: ReadonlySet<number> = new Set([100000, 100007]);
const longestWaitMs = 10_000;

/** Cancels all of a market or of the account, once, and says of each of `wanted` what became of it. */
export async function runCancelAll<Order extends { id: string }>(
  wanted: readonly Order[],
  doors: CancelAllDoors<Order>,
): Promise<void> {
  doors.show({ step: "sending" });
  let cancelled: ReadonlySet<string> = new Set();
  try {
    cancelled = new Set((await doors.cancelAll()).canceled);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : null;
    if (status !== null && !unknownOutcomes.has(status))
      return doors.show({ step: "refused", status });
    doors.show({ step: "checking" });
    // The message may still be on its way when the first look is taken.
    await doors.wait(500);
    if (!(await isAnyGone(wanted, doors))) await doors.wait(2500);
  }
  const open = await openNow(doors);
  if (doors.isOver()) return;
  const results: CancelResult<Order>[] = [];
  let asked = 0;
  for (const order of wanted) {
    if (cancelled.has(order.id)) results.push({ order, became: "cancelled" });
    else if (open.has(order.id)) results.push({ order, became: "open" });
    else
      results.push(asked++ < mostAsked ? await howEnded(order, doors) : { order, became: "over" });
  }
  if (!doors.isOver()) doors.show({ step: "done", results });
}

async function isAnyGone<Order extends { id: string }>(
  wanted: readonly Order[],
  doors: CancelAllDoors<Order>,
): Promise<boolean> {
  const open = await openNow(doors);
  return wanted.some(({ id }) => !open.has(id));
}

/** Asks until the venue answers, or the session ends. */
async function openNow<Order extends { id: string }>(
  doors: CancelAllDoors<Order>,
): Promise<ReadonlySet<string>> {
  for (let waitMs = 1000; !doors.isOver(); waitMs = Math.min(longestWaitMs, waitMs * 2)) {
    try {
      return new Set((await doors.open()).map(({ id }) => id));
    } catch {
      doors.show({ step: "checking" });
      await doors.wait(waitMs);
    }
  }
  return new Set();
}

async function howEnded<Order extends { id: string }>(
  before: Order,
  doors: CancelAllDoors<Order>,
): Promise<CancelResult<Order>> {
  try {
    const order = await doors.ask(before.id);
    if (!doors.terms.isOver(order)) return { order, became: "open" };
    return { order, became: doors.terms.endedByCancel(order) ? "cancelled" : "ended" };
  } catch {
    return { order: before, became: "over" };
  }
}
