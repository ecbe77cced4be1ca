import type { QueryClient } from "@tanstack/react-query";
import { atom, type createStore } from "jotai";

type Store = ReturnType<typeof createStore>;

/** How far the app is with what it could not know while it had no connection. */
export type Reconciling = "none" | "syncing" | "done" | "partly";

export const reconcilingAtom = atom<Reconciling>("none");

const shownMs = 3000;
let runs = 0;

/**
 * After a time without a connection: every answer that is held counts as old, what is on screen is read anew,
 * and nothing is sent. Said while it lasts, and for a moment after.
 */
export async function reconcile(store: Store, client: QueryClient): Promise<void> {
  const run = ++runs;
  store.set(reconcilingAtom, "syncing");
  await client.invalidateQueries();
  if (run !== runs) return;
  const failed = client
    .getQueryCache()
    .findAll({ type: "active" })
    .some(
      (query) =>
        query.state.status === "error" || query.state.errorUpdatedAt > query.state.dataUpdatedAt,
    );
  store.set(reconcilingAtom, failed ? "partly" : "done");
  setTimeout(() => run === runs && store.set(reconcilingAtom, "none"), shownMs);
}
