import {
  hashKey,
  type NonUndefinedGuard,
  type Query,
  type QueryClient,
} from "@tanstack/react-query";
import * as v from "valibot";
import { forgetAll, keep, readKept } from "./device-store.ts";
import { whenCalm } from "./when-calm.ts";

/** Answers older than this are dropped instead of shown. */
const maxAgeMs = 30 * 24 * 3600_000;
/** Answers kept of each kind, the newest. */
const maxAnswers = 300;
/** Pages kept of a list that goes on for as long as somebody scrolls. */
const maxPages = 10;
/** Public reads come in crowds and cost nothing to lose; a user's own are few and are written at once. */
const publicDelayMs = 1000;
const privateDelayMs = 50;

interface KeptAnswer {
  key: readonly unknown[];
  data: unknown;
  /** When the venue gave it, Unix ms of this device. */
  at: number;
}

/** What the device kept and nobody asks for at present, by the hash of its key: public answers and the user's own. */
const waiting = { public: new Map<string, KeptAnswer>(), private: new Map<string, KeptAnswer>() };

/**
 * Keeps the answers of reads on the device with their age: public ones for everybody, a user's own under
 * the user's id, so that nobody sees another's. `userId` is asked at each write.
 */
export function keepQueries(client: QueryClient, userId: () => string | null): () => void {
  const timers = new Map<boolean, ReturnType<typeof setTimeout>>();
  const write = (isPrivate: boolean) => {
    if (!timers.has(isPrivate)) return;
    clearTimeout(timers.get(isPrivate));
    timers.delete(isPrivate);
    const id = userId();
    if (!isPrivate) void keep(publicKey, snapshot(client, false));
    else if (id !== null) void keep(privateKey(id), snapshot(client, true));
  };
  // A page that goes away may never come back to its timer.
  const onLeave = () => {
    for (const isPrivate of timers.keys()) write(isPrivate);
  };
  window.addEventListener("pagehide", onLeave);
  document.addEventListener("visibilitychange", onLeave);
  const owners = new WeakMap<Query, string | null>();
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.query.meta?.["kept"] === false) return;
    const isPrivate = isOwn(event.query);
    // Nobody has looked at it for a day; nor has whoever it belongs to left.
    if (
      event.type === "removed" &&
      (!isPrivate || (userId() !== null && owners.get(event.query) === userId()))
    )
      return putAside(event.query, isPrivate);
    if (event.type !== "updated" || event.action.type !== "success") return;
    owners.set(event.query, userId());
    if (timers.has(isPrivate)) return;
    const later = () => (isPrivate ? write(true) : whenCalm(() => write(false)));
    timers.set(isPrivate, setTimeout(later, isPrivate ? privateDelayMs : publicDelayMs));
  });
  return () => {
    window.removeEventListener("pagehide", onLeave);
    document.removeEventListener("visibilitychange", onLeave);
    unsubscribe();
  };
}

/** Fetches kept answers from the device. Each goes into the cache when its read is first asked for. */
export async function restoreQueries(userId: string | null): Promise<void> {
  const [everybodys, own] = await Promise.all([
    readKept(publicKey),
    userId === null ? undefined : readKept(privateKey(userId)),
  ]);
  fill(waiting.public, everybodys);
  fill(waiting.private, own);
}

/**
 * Query options that begin with the kept answer, which then shows at once with its age and is refreshed
 * as usual. What does not have the form of `schema` is no answer: an older build or a broken disk kept it.
 */
export function keptAnswer<Data>(
  key: readonly unknown[],
  schema: v.GenericSchema<unknown, Data>,
  isPrivate: boolean,
) {
  let at: number | undefined;
  return {
    initialData: (): NonUndefinedGuard<Data> | undefined => {
      const map = isPrivate ? waiting.private : waiting.public;
      if (map.size === 0) return undefined;
      const hash = hashKey(key);
      const kept = map.get(hash);
      map.delete(hash);
      const parsed = kept && v.safeParse(schema, kept.data);
      if (!parsed?.success) return undefined;
      at = kept?.at;
      return parsed.output as NonUndefinedGuard<Data>;
    },
    initialDataUpdatedAt: () => at,
  };
}

/** Forgets users' own answers, on the device and in memory. */
export function forgetPrivateQueries(): Promise<void> {
  waiting.private.clear();
  return forgetAll("queries:user:");
}

const publicKey = "queries:public";

function privateKey(userId: string): string {
  return `queries:user:${userId}`;
}

function isOwn(query: Query): boolean {
  return query.meta?.["private"] === true;
}

/** A page that is open for long lets go of answers in memory; on the device they stay, and are there when they are asked for. */
function putAside({ queryHash, queryKey, state }: Query, isPrivate: boolean): void {
  const { data, dataUpdatedAt: at } = state;
  if (data === undefined) return;
  const map = isPrivate ? waiting.private : waiting.public;
  map.set(queryHash, { key: queryKey, data: firstPages(data), at });
  const [oldest] = map.keys();
  if (map.size > maxAnswers && oldest !== undefined) map.delete(oldest);
}

/** A failed refresh leaves the last answer in place: it is still the best there is. */
function snapshot(client: QueryClient, isPrivate: boolean): KeptAnswer[] {
  const live = client
    .getQueryCache()
    .getAll()
    .filter(
      (query) =>
        query.state.data !== undefined &&
        query.meta?.["kept"] !== false &&
        isOwn(query) === isPrivate,
    )
    .map((query) => ({
      key: query.queryKey,
      data: firstPages(query.state.data),
      at: query.state.dataUpdatedAt,
    }));
  return chosen([...live, ...(isPrivate ? waiting.private : waiting.public).values()]);
}

/** The first pages of an endless list, any other answer as it is. */
function firstPages(data: unknown): unknown {
  if (typeof data !== "object" || data === null || !("pages" in data) || !("pageParams" in data))
    return data;
  const { pages, pageParams } = data;
  if (!Array.isArray(pages) || !Array.isArray(pageParams) || pages.length <= maxPages) return data;
  return { pages: pages.slice(0, maxPages), pageParams: pageParams.slice(0, maxPages) };
}

function fill(map: Map<string, KeptAnswer>, kept: unknown): void {
  map.clear();
  if (!Array.isArray(kept)) return;
  for (const answer of chosen(kept.filter(isAnswer))) {
    try {
      map.set(hashKey(answer.key), answer);
    } catch {
      // A key that JSON cannot say is none of ours.
    }
  }
}

/** The newest, none too old and none from a future that only a clock set back can explain. */
function chosen(answers: readonly KeptAnswer[]): KeptAnswer[] {
  const now = Date.now();
  return answers
    .filter(({ at }) => at <= now && now - at < maxAgeMs)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, maxAnswers);
}

function isAnswer(value: unknown): value is KeptAnswer {
  return (
    typeof value === "object" &&
    value !== null &&
    "key" in value &&
    Array.isArray(value.key) &&
    "data" in value &&
    value.data !== undefined &&
    "at" in value &&
    typeof value.at === "number"
  );
}
