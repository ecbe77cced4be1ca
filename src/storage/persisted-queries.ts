import {
  hashKey,
  type NonUndefinedGuard,
  type Query,
  type QueryClient,
} from "@tanstack/react-query";
import * as v from "valibot";
import { getItem, removeWhere, setItem } from "./database.ts";
import { whenCalm } from "../lib/when-idle.ts";

/** Answers older than this are dropped instead of shown. */
const maxAgeMs = 30 * 24 * 3600_000;
/** The newest of each kind, public and private. */
const maxAnswers = 300;
/** The first pages of a list that is loaded further as somebody scrolls. */
const maxPages = 10;
/** Public reads come in crowds and cost nothing to lose; a user's own are few and are written at once. */
const publicDelayMs = 1000;
const privateDelayMs = 50;

interface StoredAnswer {
  key: readonly unknown[];
  data: unknown;
  /** When the venue gave it, Unix ms of this device. */
  at: number;
}

/** Stored answers that no query holds at present, by the hash of their key: public ones and the user's own. */
const unused = {
  public: new Map<string, StoredAnswer>(),
  private: new Map<string, StoredAnswer>(),
};

/**
 * Keeps the answers of reads on the device with their age: public ones for everybody, a user's own under
 * the user's id, so that nobody sees another's. `userId` is asked at each write.
 */
export function persistQueries(client: QueryClient, userId: () => string | null): () => void {
  const timers = new Map<boolean, ReturnType<typeof setTimeout>>();
  const write = (isPrivate: boolean) => {
    if (!timers.has(isPrivate)) return;
    clearTimeout(timers.get(isPrivate));
    timers.delete(isPrivate);
    const id = userId();
    if (!isPrivate) void setItem(publicKey, snapshot(client, false));
    else if (id !== null) void setItem(privateKey(id), snapshot(client, true));
  };
  // A page that goes away may never come back to its timer.
  const onLeave = () => {
    for (const isPrivate of timers.keys()) write(isPrivate);
  };
  window.addEventListener("pagehide", onLeave);
  document.addEventListener("visibilitychange", onLeave);
  const owners = new WeakMap<Query, string | null>();
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.query.meta?.["persisted"] === false) return;
    const isPrivate = isOwn(event.query);
    // It was unused for a day, and its owner has not left.
    if (
      event.type === "removed" &&
      (!isPrivate || (userId() !== null && owners.get(event.query) === userId()))
    )
      return setAside(event.query, isPrivate);
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

/** Reads the stored answers of the device. Each goes into the query cache when its query is first built. */
export async function restoreQueries(userId: string | null): Promise<void> {
  const [shared, own] = await Promise.all([
    getItem(publicKey),
    userId === null ? undefined : getItem(privateKey(userId)),
  ]);
  fill(unused.public, shared);
  fill(unused.private, own);
}

/**
 * Query options that begin with the stored answer, which is shown at once with its age and refreshed as usual. What
 * does not match `schema` is dropped: an older build or a damaged disk left it.
 */
export function persistedAnswer<Data>(
  key: readonly unknown[],
  schema: v.GenericSchema<unknown, Data>,
  isPrivate: boolean,
) {
  let at: number | undefined;
  return {
    initialData: (): NonUndefinedGuard<Data> | undefined => {
      const map = isPrivate ? unused.private : unused.public;
      if (map.size === 0) return undefined;
      const hash = hashKey(key);
      const answer = map.get(hash);
      map.delete(hash);
      const parsed = answer && v.safeParse(schema, answer.data);
      if (!parsed?.success) return undefined;
      at = answer?.at;
      return parsed.output as NonUndefinedGuard<Data>;
    },
    initialDataUpdatedAt: () => at,
  };
}

/** Removes users' own answers, on the device and in memory. */
export function removePrivateQueries(): Promise<void> {
  unused.private.clear();
  return removeWhere((key) => key.startsWith(privateKey("")));
}

const publicKey = "queries:public";

function privateKey(userId: string) {
  return `queries:user:${userId}` as const;
}

function isOwn(query: Query): boolean {
  return query.meta?.["private"] === true;
}

/** A page that is open for long drops answers from the query cache; they stay on the device, and are used when they are asked for again. */
function setAside({ queryHash, queryKey, state }: Query, isPrivate: boolean): void {
  const { data, dataUpdatedAt: at } = state;
  if (data === undefined) return;
  const map = isPrivate ? unused.private : unused.public;
  map.set(queryHash, { key: queryKey, data: firstPages(data), at });
  const [oldest] = map.keys();
  if (map.size > maxAnswers && oldest !== undefined) map.delete(oldest);
}

/** A failed refresh leaves the last answer in place: it is still the best there is. */
function snapshot(client: QueryClient, isPrivate: boolean): StoredAnswer[] {
  const live = client
    .getQueryCache()
    .getAll()
    .filter(
      (query) =>
        query.state.data !== undefined &&
        query.meta?.["persisted"] !== false &&
        isOwn(query) === isPrivate,
    )
    .map((query) => ({
      key: query.queryKey,
      data: firstPages(query.state.data),
      at: query.state.dataUpdatedAt,
    }));
  return chosen([...live, ...(isPrivate ? unused.private : unused.public).values()]);
}

/** The first pages of an endless list, any other answer as it is. */
function firstPages(data: unknown): unknown {
  if (typeof data !== "object" || data === null || !("pages" in data) || !("pageParams" in data))
    return data;
  const { pages, pageParams } = data;
  if (!Array.isArray(pages) || !Array.isArray(pageParams) || pages.length <= maxPages) return data;
  return { pages: pages.slice(0, maxPages), pageParams: pageParams.slice(0, maxPages) };
}

function fill(map: Map<string, StoredAnswer>, stored: unknown): void {
  map.clear();
  if (!Array.isArray(stored)) return;
  for (const answer of chosen(stored.filter(isAnswer))) {
    try {
      map.set(hashKey(answer.key), answer);
    } catch {
      // A key that JSON cannot say is none of ours.
    }
  }
}

/** The newest, none too old and none from a future that only a clock set back can explain. */
function chosen(answers: readonly StoredAnswer[]): StoredAnswer[] {
  const now = Date.now();
  return answers
    .filter(({ at }) => at <= now && now - at < maxAgeMs)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, maxAnswers);
}

function isAnswer(value: unknown): value is StoredAnswer {
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
