import { QueryClient } from "@tanstack/react-query";
import { atom, createStore } from "jotai";
import { followFailedReads } from "../api/failed-reads.ts";

/**
 * The two stores of the app, shared by React and by what runs beside it (startup, call hooks, worker
 * bridge). Everything that outlives a screen is reached through them.
 */
export const store = createStore();

export const queryClient = new QueryClient({
  defaultOptions: {
    // Retries are the HTTP client's; a paused read would look like an endless spinner offline.
    queries: {
      retry: false,
      networkMode: "always",
      staleTime: 30_000,
      gcTime: 24 * 3600_000,
      refetchOnWindowFocus: true,
    },
  },
});
followFailedReads(queryClient);

/** Set once the startup sequence has run; cached content is on screen long before. */
export const initializedAtom = atom(false);
