/** How much this device keeps of each class of the registry (keys.ts), and how to clear one. */
import { getEntries, removeWhere } from "./database.ts";
import { rowOf, rows, type Key, type StorageClass } from "./keys.ts";
import { removeLocal } from "./web-storage.ts";
import { removeAccountSnapshot } from "./wipe.ts";

export interface StorageUse {
  /** About so many bytes by class: the browser compresses and rounds as it likes. */
  bytes: Record<StorageClass, number>;
  /** How many drafts there are. */
  drafts: number;
  /** All that the browser counts for this origin; undefined where it does not say. */
  total: number | undefined;
}

/** Measures what this device keeps. A part that the browser gives no answer about counts as nothing. */
export async function measureStorage(): Promise<StorageUse> {
  const use: StorageUse = {
    bytes: { markets: 0, account: 0, drafts: 0, app: 0 },
    drafts: 0,
    total: undefined,
  };
  for (const [key, value] of await getEntries()) {
    const { class: kind } = rowOf("IndexedDB", key);
    use.bytes[kind] += key.length + sizeOf(value);
    if (kind === "drafts") use.drafts += 1;
  }
  try {
    for (const name of await caches.keys())
      use.bytes[rowOf("cache", name).class] += await sizeOfCache(name);
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

/** Clears one class. The app itself is none of them: the rescue page renews that. */
export async function clearStorage(kind: Exclude<StorageClass, "app">): Promise<void> {
  if (kind === "account") return removeAccountSnapshot();
  await removeWhere((key) => rowOf("IndexedDB", key).class === kind);
  for (const [key, row] of Object.entries(rows.localStorage))
    if (row.class === kind) removeLocal(key as Key<"localStorage">);
  try {
    await Promise.all(
      (await caches.keys())
        .filter((name) => rowOf("cache", name).class === kind)
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
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === "string") bytes += next.length;
    else if (typeof next !== "object" || next === null) bytes += 8;
    else if (ArrayBuffer.isView(next) || next instanceof ArrayBuffer) bytes += next.byteLength;
    else if (!seen.has(next)) {
      seen.add(next);
      for (const [key, inner] of Object.entries(next)) {
        if (!Array.isArray(next)) bytes += key.length;
        pending.push(inner);
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
