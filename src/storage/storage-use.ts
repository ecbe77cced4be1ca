import { isAccountBook } from "./account-book.ts";
import { allKept, forget, keptKeys } from "./device-store.ts";
import { forgetAccountBook } from "./forget-account-book.ts";
import { firstRowsKey } from "./local-names.ts";
import { forgetLocal } from "./local-store.ts";

/** What takes room on this device, as a person would sort it. */
export type StorageKind =
  /** Public copies: prices, candles, lists, coin pictures. */
  | "markets"
  /** The user's own records. */
  | "account"
  /** What was typed and not sent. */
  | "drafts"
  /** The installed app, settings, and writes whose outcome is not known yet. */
  | "app";

export interface StorageUse {
  /** About so many bytes by kind: the browser compresses and rounds as it likes. */
  bytes: Record<StorageKind, number>;
  /** Drafts that are kept. */
  drafts: number;
  /** All that the browser counts for this origin; undefined where it does not say. */
  total: number | undefined;
}

const draftPrefix = "draft:";
const marketPrefixes = ["candles", "sparklines", "tickers", "queries:public"];
/** Caches of the worker that hold public answers and pictures; the installed app's own is the precache. */
const marketCaches = /^godwit-(public-api|icons|config)/;

export function kindOfKey(key: string): StorageKind {
  if (isAccountBook(key)) return "account";
  if (key.startsWith(draftPrefix)) return "drafts";
  return marketPrefixes.some((prefix) => key.startsWith(prefix)) ? "markets" : "app";
}

/** Measures what this device keeps. Where the browser answers a part of it not, that part counts as nothing. */
export async function measureStorage(): Promise<StorageUse> {
  const use: StorageUse = {
    bytes: { markets: 0, account: 0, drafts: 0, app: 0 },
    drafts: 0,
    total: undefined,
  };
  for (const [key, value] of await allKept()) {
    const kind = kindOfKey(key);
    use.bytes[kind] += key.length + sizeOf(value);
    if (kind === "drafts") use.drafts += 1;
  }
  try {
    for (const name of await caches.keys())
      use.bytes[marketCaches.test(name) ? "markets" : "app"] += await sizeOfCache(name);
  } catch {
    // No caches here.
  }
  try {
    use.total = (await navigator.storage.estimate()).usage;
  } catch {
    // The browser does not say.
  }
  return use;
}

/** Lets go of one kind. The app itself is none of them: the rescue page renews that. */
export async function clearStorage(kind: Exclude<StorageKind, "app">): Promise<void> {
  if (kind === "account") return forgetAccountBook();
  await Promise.all(
    (await keptKeys("")).filter((key) => kindOfKey(key) === kind).map((key) => forget(key)),
  );
  if (kind !== "markets") return;
  forgetLocal(firstRowsKey);
  try {
    await Promise.all(
      (await caches.keys())
        .filter((name) => marketCaches.test(name))
        .map((name) => caches.delete(name)),
    );
  } catch {
    // No caches here.
  }
}

/** Roughly what a value takes: its texts by letters, its numbers by eight bytes, its columns as they are. */
export function sizeOf(value: unknown): number {
  let bytes = 0;
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string") bytes += next.length;
    else if (typeof next !== "object" || next === null) bytes += 8;
    else if (ArrayBuffer.isView(next) || next instanceof ArrayBuffer) bytes += next.byteLength;
    else if (!seen.has(next)) {
      seen.add(next);
      for (const [key, inner] of Object.entries(next)) {
        if (!Array.isArray(next)) bytes += key.length;
        waiting.push(inner);
      }
    }
  }
  return bytes;
}

async function sizeOfCache(name: string): Promise<number> {
  const cache = await caches.open(name);
  let bytes = 0;
  for (const response of await cache.matchAll()) bytes += (await response.blob()).size;
  return bytes;
}
