/**
 * What this device keeps between visits, in IndexedDB. Everything here is a copy: a lost, full or corrupt
 * database costs a refetch and nothing else, so failures fall back to memory and are not thrown.
 */
import { createStore, del, delMany, get, keys, set, type UseStore } from "idb-keyval";

const memory = new Map<string, unknown>();
let store: UseStore | undefined;

function database(): UseStore {
  store ??= createStore("godwit", "kept");
  return store;
}

/** The kept value, unchecked: callers validate it as untrusted input. */
export async function readKept(key: string): Promise<unknown> {
  try {
    return (await get(key, database())) ?? memory.get(key);
  } catch {
    store = undefined;
    return memory.get(key);
  }
}

export async function keep(key: string, value: unknown): Promise<void> {
  memory.set(key, value);
  try {
    await set(key, value, database());
    memory.delete(key);
  } catch {
    store = undefined;
  }
}

export async function forget(key: string): Promise<void> {
  memory.delete(key);
  try {
    await del(key, database());
  } catch {
    store = undefined;
  }
}

/** Forgets every key that starts with `prefix`: a user's records at logout. */
export async function forgetAll(prefix: string): Promise<void> {
  for (const key of memory.keys()) if (key.startsWith(prefix)) memory.delete(key);
  try {
    const all = await keys<string>(database());
    await delMany(all.filter((key) => String(key).startsWith(prefix)), database());
  } catch {
    store = undefined;
  }
}
