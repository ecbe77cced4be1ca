import type { Query, QueryClient } from "@tanstack/react-query";
import { untilDone } from "../lib/until-done.ts";
import { ApiError } from "./api-error.ts";

/**
 * What becomes of reads that have failed, for as long as a screen shows them:
 * - One that is asked again stays failed until its answer has come. The library says "pending" in that time, so that
 *   the error would give way to a skeleton, with the button that was pressed and its focus. A screen that opens asks
 *   as for the first time, and shows that it is loading.
 * - When one of them is answered, the others that got no answer before are asked again, too: a person who presses one
 *   "Try again" need not press the next.
 * - Those that got no answer are asked again by themselves, more and more seldom: not each screen has a button for it.
 */
export function followFailedReads(client: QueryClient): void {
  const failures = new WeakMap<Query, Error | null>();
  /** Unix ms. */
  const askedAt = new WeakMap<Query, number>();
  const opening = new Set<Query>();
  client.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (event.type === "observerAdded") {
      opening.add(query);
      queueMicrotask(() => opening.delete(query));
    }
    if (event.type !== "updated") return;
    const error = failures.get(query);
    if (event.action.type === "fetch") {
      askedAt.set(query, Date.now());
      const isOnScreen = query.isActive() && !opening.has(query);
      if (error && isOnScreen && query.state.status === "pending")
        query.setState({ error, status: "error" });
      return;
    }
    failures.set(query, query.state.error);
    if (event.action.type === "error") askLater(client, query);
    if (error && event.action.type === "success" && event.action.manual !== true)
      askOthers(client, askedAt.get(query) ?? 0);
  });
}

/** The first pause before reads without an answer are asked again by themselves. */
const askLaterMs = 5000;

const waiting = new WeakSet<Query>();

/** Asks a read that got no answer again, until it has one or no screen shows it any more. */
function askLater(client: QueryClient, query: Query): void {
  if (waiting.has(query)) return;
  waiting.add(query);
  const isMissing = () => query.isActive() && isUnanswered(query);
  void untilDone(async () => {
    if (isMissing()) await client.refetchQueries({ predicate: (one) => one === query });
    return !isMissing();
  }, askLaterMs).then(() => waiting.delete(query));
}

/** Asks the reads on screen again that were without an answer at that time (Unix ms). */
function askOthers(client: QueryClient, at: number): void {
  void client.refetchQueries({
    type: "active",
    predicate: (query) => isUnanswered(query) && query.state.errorUpdatedAt < at,
  });
}

/** Whether the last attempt got no answer, and none is under way. */
function isUnanswered({ state }: Query): boolean {
  return (
    state.status === "error" &&
    state.fetchStatus === "idle" &&
    state.error instanceof ApiError &&
    state.error.isTransport
  );
}
