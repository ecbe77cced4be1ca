import { dehydrate, hydrate, type DehydratedState, type QueryClient } from "@tanstack/react-query";
import { forgetAll, keep, readKept } from "./device-store.ts";

/** Kept reads older than this are dropped instead of shown. */
const maxAgeMs = 30 * 24 * 3600_000;
/** Public reads come in crowds and cost nothing to lose; a user's own are few and are written at once. */
const publicDelayMs = 1000;
const privateDelayMs = 50;

/** What a kept answer looks like when it comes back: answered, with nothing under way and no error to store. */
const asAnswered = { status: "success", error: null, fetchStatus: "idle", fetchFailureCount: 0, fetchFailureReason: null } as const;

interface KeptQueries {
  version: 1;
  savedAt: number;
  state: DehydratedState;
}

/**
 * Keeps the answers of reads on the device with their age: public ones for everybody, a user's own under
 * the user's id, so that nobody sees another's. `userId` is asked at each write.
 */
export function keepQueries(client: QueryClient, userId: () => string | null): () => void {
  const timers = new Map<boolean, ReturnType<typeof setTimeout>>();
  const write = (isPrivate: boolean) => {
    clearTimeout(timers.get(isPrivate));
    timers.delete(isPrivate);
    const id = userId();
    if (!isPrivate) void keep("queries:public", snapshot(client, false));
    else if (id !== null) void keep(privateKey(id), snapshot(client, true));
  };
  // A page that goes away may never come back to its timer.
  const onLeave = () => {
    for (const isPrivate of timers.keys()) write(isPrivate);
  };
  window.addEventListener("pagehide", onLeave);
  document.addEventListener("visibilitychange", onLeave);
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.query.meta?.["kept"] === false) return;
    const isPrivate = event.query.meta?.["private"] === true;
    if (!timers.has(isPrivate)) timers.set(isPrivate, setTimeout(() => write(isPrivate), isPrivate ? privateDelayMs : publicDelayMs));
  });
  return () => {
    window.removeEventListener("pagehide", onLeave);
    document.removeEventListener("visibilitychange", onLeave);
    unsubscribe();
  };
}

/** Puts kept answers into the cache, where they show at once and are refreshed as usual. */
export async function restoreQueries(client: QueryClient, userId: string | null): Promise<void> {
  const kept = await Promise.all([readKept("queries:public"), userId === null ? undefined : readKept(privateKey(userId))]);
  for (const value of kept) {
    if (isKept(value) && Date.now() - value.savedAt < maxAgeMs) hydrate(client, value.state);
  }
}

export function forgetPrivateQueries(): Promise<void> {
  return forgetAll("queries:user:");
}

function privateKey(userId: string): string {
  return `queries:user:${userId}`;
}

function snapshot(client: QueryClient, isPrivate: boolean): KeptQueries {
  const state = dehydrate(client, {
    shouldDehydrateMutation: () => false,
    // A failed refresh leaves the last answer in place: it is still the best there is.
    shouldDehydrateQuery: (query) => query.state.data !== undefined && query.meta?.["kept"] !== false && (query.meta?.["private"] === true) === isPrivate,
  });
  const queries = state.queries.map(({ promise: _promise, ...query }) => ({ ...query, state: { ...query.state, ...asAnswered } }));
  return { version: 1, savedAt: Date.now(), state: { mutations: [], queries } };
}

function isKept(value: unknown): value is KeptQueries {
  return typeof value === "object" && value !== null && "version" in value && value.version === 1
    && "savedAt" in value && typeof value.savedAt === "number" && "state" in value && typeof value.state === "object";
}
