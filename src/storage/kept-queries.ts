import { dehydrate, hydrate, type DehydratedState, type QueryClient } from "@tanstack/react-query";
import { forgetAll, keep, readKept } from "./device-store.ts";

/** Kept reads older than this are dropped instead of shown. */
const maxAgeMs = 30 * 24 * 3600_000;
const writeDelayMs = 1000;

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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    const id = userId();
    void keep("queries:public", snapshot(client, false));
    if (id !== null) void keep(privateKey(id), snapshot(client, true));
  };
  return client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") timer ??= setTimeout(write, writeDelayMs);
  });
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
    shouldDehydrateQuery: (query) => query.state.status === "success" && query.meta?.["kept"] !== false && query.meta?.["private"] === isPrivate,
  });
  // Promises of reads under way cannot be stored.
  const queries = state.queries.map(({ promise: _promise, ...query }) => query);
  return { version: 1, savedAt: Date.now(), state: { mutations: [], queries } };
}

function isKept(value: unknown): value is KeptQueries {
  return typeof value === "object" && value !== null && "version" in value && value.version === 1
    && "savedAt" in value && typeof value.savedAt === "number" && "state" in value && typeof value.state === "object";
}
