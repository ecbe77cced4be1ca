/**
 * The app's IndexedDB, by key (keys.ts). Everything in it is a copy or can be typed again: a lost, full or corrupt
 * database costs a refetch, so failures fall back to memory and are not thrown.
 */
import { del, delMany, entries, get, keys, promisifyRequest, type UseStore } from "idb-keyval";
import { keepsAccountSnapshot } from "./account-snapshot.ts";
import { evictionOrder, rowOf, type Key, type Row } from "./keys.ts";

const name = "godwit";
const table = "kept";

/** Some browsers' databases never answer: after this long another visit's upgrade or the system holds it. */
const timeoutMs = 4000;
/** Once it is known not to answer, a page does not wait as long for each request. */
const shortTimeoutMs = 250;

const memory = new Map<string, unknown>();
let opening: Promise<IDBDatabase> | undefined;
let openedAt = 0;
let isOpen = false;
let isSilentNow = false;
let hasRecreated = false;
let isClosed = false;
let isUpgraded = false;
/** Of the last handle, or of the upgrade that closed it. */
let knownVersion = Infinity;
const blocks = new Set<{ class: Row["class"] }>();
const upgradeListeners = new Set<() => void>();

/** The value of a key, unchecked: callers validate it as untrusted input, as `stored` does. */
export async function getItem(key: Key<"IndexedDB">): Promise<unknown> {
  if (isBlocked(key)) return undefined;
  try {
    return memory.has(key) ? memory.get(key) : await attempt((database) => get(key, database));
  } catch {
    return undefined;
  }
}

/**
 * Answers whether the device has the value now. If not, memory has it for as long as the page lives; a part of the
 * account snapshot is kept nowhere if the person wants none.
 */
export async function setItem(key: Key<"IndexedDB">, value: unknown): Promise<boolean> {
  if (rowOf("IndexedDB", key).class === "account" && !keepsAccountSnapshot()) return false;
  if (isBlocked(key)) return false;
  memory.set(key, value);
  try {
    await withRoom(key, () => attempt((database) => put(database, key, value)));
    if (memory.get(key) === value) memory.delete(key);
    return true;
  } catch {
    return false;
  }
}

export async function removeItem(key: Key<"IndexedDB">): Promise<void> {
  memory.delete(key);
  try {
    await attempt((database) => del(key, database));
  } catch {
    // What cannot be reached cannot be read either.
  }
}

/** Removes every key that is meant, also those of other builds, which no row knows. */
export async function removeWhere(isMeant: (key: string) => boolean): Promise<void> {
  for (const key of memory.keys()) if (isMeant(key)) memory.delete(key);
  try {
    await attempt(async (database) => {
      const all = await keys<string>(database);
      await delMany(all.filter(isMeant), database);
    });
  } catch {
    // As above.
  }
}

/** The keys that start with `prefix`. */
export async function getKeys(prefix = ""): Promise<string[]> {
  const held = [...memory.keys()];
  try {
    held.push(...(await attempt((database) => keys<string>(database))));
  } catch {
    // Memory's are all there are.
  }
  return [...new Set(held.map(String))].filter((key) => key.startsWith(prefix));
}

/** Every value by its key. */
export async function getEntries(): Promise<Map<string, unknown>> {
  const all = new Map(memory);
  try {
    for (const [key, value] of await attempt((database) => entries<string, unknown>(database)))
      if (!all.has(key)) all.set(key, value);
  } catch {
    // Memory's are all there are.
  }
  return all;
}

/**
 * Neither reads nor writes anything of a class until the answered function is called: its owner has left, and a form
 * that is still on the page writes for the last time when it goes.
 */
export function block(kind: Row["class"]): () => void {
  const blocked = { class: kind };
  blocks.add(blocked);
  return () => void blocks.delete(blocked);
}

/** Whether this device keeps what is written; a private window may not, nor a browser whose storage is off. */
export async function canWrite(): Promise<boolean> {
  try {
    // One transaction: a database that answers too late is left with nothing of it.
    await attempt((database) =>
      database("readwrite", (values) => {
        values.put(1, "trial");
        values.delete("trial");
        return promisifyRequest(values.transaction);
      }),
    );
    return true;
  } catch {
    return false;
  }
}

/**
 * Hears when a page of a newer build upgrades the database: this page's handle is closed by then. Where it had none at
 * that moment, it hears of it with its next access.
 */
export function onUpgrade(listener: () => void): () => void {
  upgradeListeners.add(listener);
  return () => void upgradeListeners.delete(listener);
}

/**
 * From now on nothing is written: values on their way stay in memory, for as long as the page lives. Waits no longer
 * than the timeout of a database that does not answer.
 */
export async function closeDatabase(): Promise<void> {
  isClosed = true;
  await withTimeout(closeHandle()).catch(() => undefined);
}

/** Whether the database was closed for good: nothing is to be written beside it either. */
export function isDatabaseClosed(): boolean {
  return isClosed;
}

/** Commits at once: a page that goes has no turn left in which the browser would. */
function put(database: UseStore, key: string, value: unknown): Promise<void> {
  return database("readwrite", (values) => {
    values.put(value, key);
    values.transaction.commit();
    return promisifyRequest(values.transaction);
  });
}

/** The library's own store cannot close its handle, and an open handle keeps a database from being deleted. */
const store: UseStore = async (mode, run) => {
  opening ??= open();
  return run((await opening).transaction(table, mode).objectStore(table));
};

function open(): Promise<IDBDatabase> {
  openedAt = performance.now();
  const mine = new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(table);
    request.onsuccess = () => {
      const database = request.result;
      // Another tab or the browser needs the database: the next access opens a new handle.
      const release = () => {
        database.close();
        if (opening !== mine) return;
        opening = undefined;
        isOpen = false;
      };
      database.onclose = release;
      database.onversionchange = ({ newVersion }) => {
        release();
        // A deletion has none.
        if (newVersion === null) return;
        noteUpgrade(newVersion);
      };
      isOpen ||= opening === mine;
      if (database.version > knownVersion) noteUpgrade(database.version);
      knownVersion = database.version;
      done(database);
    };
    request.onerror = () => fail(request.error ?? new Error("The database cannot be opened"));
  });
  return mine;
}

function noteUpgrade(version: number): void {
  knownVersion = version;
  isUpgraded = true;
  for (const listener of upgradeListeners) listener();
}

async function closeHandle(): Promise<void> {
  const held = opening;
  opening = undefined;
  isOpen = false;
  try {
    (await held)?.close();
  } catch {
    // It was never open.
  }
}

/** Runs again with a new handle if one has died, and once a page with a new database if this one is unusable. */
async function attempt<T>(run: (database: UseStore) => Promise<T>): Promise<T> {
  if (isClosed) throw new Error("The database is closed for good");
  for (let tries = 0; ; tries++) {
    try {
      return await withTimeout(run(store));
    } catch (cause) {
      // An open handle that does not answer is dead, as after a phone's sleep; a handle being opened is given its time.
      if (isSilent(cause) && (isOpen || performance.now() - openedAt >= timeoutMs))
        void closeHandle();
      if (isFull(cause) || isSilent(cause)) throw cause;
      await closeHandle();
      if (tries === 0) continue;
      // The database of a newer build is not deleted.
      if (hasRecreated || isUpgraded || !isUnusable(cause)) throw cause;
      hasRecreated = true;
      await withTimeout(deleteDatabase());
    }
  }
}

/** If the device is full, public copies are dropped, a kind after another, until there is room. */
async function withRoom(key: string, write: () => Promise<void>): Promise<void> {
  const droppable = evictionOrder(key);
  for (let dropped = 0; ; dropped++) {
    try {
      return await write();
    } catch (cause) {
      const isNext = droppable[dropped];
      if (!isFull(cause) || isNext === undefined) throw cause;
      await removeWhere(isNext);
    }
  }
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(
      () => {
        isSilentNow = true;
        fail(new DOMException("The database does not answer", "TimeoutError"));
      },
      isSilentNow ? shortTimeoutMs : timeoutMs,
    );
  });
  const answered = () => {
    isSilentNow = false;
  };
  work.then(answered, answered);
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

function deleteDatabase(): Promise<void> {
  return new Promise((done, fail) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => done();
    request.onerror = () => fail(request.error ?? new Error("The database cannot be deleted"));
  });
}

function isFull(cause: unknown): boolean {
  return nameOf(cause) === "QuotaExceededError";
}

function isSilent(cause: unknown): boolean {
  return nameOf(cause) === "TimeoutError";
}

/** Of another build's schema, or damaged. */
function isUnusable(cause: unknown): boolean {
  return ["VersionError", "NotFoundError", "UnknownError"].includes(nameOf(cause));
}

function isBlocked(key: string): boolean {
  return blocks.size > 0 && [...blocks].some((one) => one.class === rowOf("IndexedDB", key).class);
}

function nameOf(cause: unknown): string {
  return typeof cause === "object" && cause !== null && "name" in cause ? String(cause.name) : "";
}
