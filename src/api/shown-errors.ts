import type { Query, QueryCache } from "@tanstack/react-query";

/**
 * Lets a failed read stay failed while it is asked again, until its answer has come. The library says "pending" in
 * that time, so that the error on screen would give way to a skeleton, with the button that was pressed and its focus.
 * A screen that opens asks as for the first time, and shows that it is loading.
 */
export function keepShownErrors(cache: QueryCache): () => void {
  const failures = new WeakMap<Query, Error | null>();
  const opening = new Set<Query>();
  return cache.subscribe((event) => {
    const { query } = event;
    if (event.type === "observerAdded") {
      opening.add(query);
      queueMicrotask(() => opening.delete(query));
    }
    if (event.type !== "updated") return;
    if (event.action.type !== "fetch") {
      failures.set(query, query.state.error);
      return;
    }
    const error = failures.get(query);
    const isOnScreen = query.isActive() && !opening.has(query);
    if (error && isOnScreen && query.state.status === "pending")
      query.setState({ error, status: "error" });
  });
}
