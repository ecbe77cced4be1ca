/**
 * What this device keeps between visits, in IndexedDB. Everything here is a copy: a lost, full or corrupt
 * database costs a refetch and nothing else, so failures fall back to memory and are not thrown.
 */
import { del, delMany, entries, get, keys, set, type UseStore } from "idb-keyval";
import { isAccountBook, keepsAccountBook } from "./account-book.ts";

const name = "godwit";
const table = "kept";

/** Some browsers' databases never answer: after this long another visit's upgrade or the system holds it. */
const patienceMs = 4000;
/** While it is known not to answer, a page does not wait as long for each thing it asks. */
const shortPatienceMs = 250;
/** Keys of public copies, in the order in which they make room when the device is full. */
const dispensable = ["candles:", "sparklines", "queries:public", "tickers"] as const;

const memory = new Map<string, unknown>();
let opening: Promise<IDBDatabase> | undefined;
let openedAt = 0;
let isOpen = false;
let isSilentNow = false;
let hasMadeAnew = false;
let isClosed = false;
let isUpgraded = false;
const refusals = new Set<{ prefix: string }>();
const upgradeListeners = new Set<() => void>();

/** The kept value, unchecked: callers validate it as untrusted input. */
export async function readKept(key: string): Promise<unknown> {
  if (isRefused(key)) return undefined;
  try {
    return memory.has(key) ? memory.get(key) : await attempt((database) => get(key, database));
  } catch {
    return undefined;
  }
}

export async function keep(key: string, value: unknown): Promise<void> {
  await keepIfRoom(key, value);
}

/**
 * As `keep`; answers whether the device has it now. Else memory has, for as long as the page lives; of the
 * account book nothing is kept anywhere where the person wants none.
 */
export async function keepIfRoom(key: string, value: unknown): Promise<boolean> {
  if (isAccountBook(key) && !keepsAccountBook()) return false;
  if (isRefused(key)) return false;
  memory.set(key, value);
  try {
    await withRoom(key, () => attempt((database) => set(key, value, database)));
    if (memory.get(key) === value) memory.delete(key);
    return true;
  } catch {
    return false;
  }
}

export async function forget(key: string): Promise<void> {
  memory.delete(key);
  try {
    await attempt((database) => del(key, database));
  } catch {
    // What cannot be reached cannot be read either.
  }
}

/** Forgets every key that starts with `prefix`: a user's records at logout. */
export async function forgetAll(prefix: string): Promise<void> {
  for (const key of memory.keys()) if (key.startsWith(prefix)) memory.delete(key);
  try {
    await attempt(async (database) => {
      const all = await keys<string>(database);
      await delMany(
        all.filter((key) => String(key).startsWith(prefix)),
        database,
      );
    });
  } catch {
    // As above.
  }
}

/** The keys that start with `prefix`. */
export async function keptKeys(prefix: string): Promise<string[]> {
  const held = [...memory.keys()];
  try {
    held.push(...(await attempt((database) => keys<string>(database))));
  } catch {
    // Memory's are all there are.
  }
  return [...new Set(held.map(String))].filter((key) => key.startsWith(prefix));
}

/** All that is kept, by key. */
export async function allKept(): Promise<Map<string, unknown>> {
  const all = new Map(memory);
  try {
    for (const [key, value] of await attempt((database) => entries<string, unknown>(database)))
      if (!all.has(String(key))) all.set(String(key), value);
  } catch {
    // Memory's are all there are.
  }
  return all;
}

/**
 * Neither keeps nor reads anything under keys that begin so, until the answered function is called: whoever's they
 * are has left, and a form that is still there writes for the last time when it goes.
 */
export function refuseKeys(prefix: string): () => void {
  const refusal = { prefix };
  refusals.add(refusal);
  return () => void refusals.delete(refusal);
}

/** Whether this device keeps what it is given; a private window may not, nor a browser whose storage is off. */
export async function keepsAnything(): Promise<boolean> {
  const key = "trial";
  const isKept = await keepIfRoom(key, 1);
  await forget(key);
  return isKept;
}

/** Hears when another page of a newer build gives the database another form. This page's handle is let go by then. */
export function onUpgrade(listener: () => void): () => void {
  upgradeListeners.add(listener);
  return () => void upgradeListeners.delete(listener);
}

/**
 * From now on the device keeps nothing: what is on its way stays in memory, for as long as the page lives. Waits
 * no longer than a database may be silent.
 */
export async function closeStore(): Promise<void> {
  isClosed = true;
  await inTime(letGo()).catch(() => undefined);
}

/** Whether the device keeps nothing any more, since it was told to forget. */
export function isStoreClosed(): boolean {
  return isClosed;
}

/** The library's own store cannot let its handle go, and a handle that is held keeps a database from being deleted. */
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
      // Another tab or the browser wants the database: whoever asks next gets a new handle.
      const leave = () => {
        database.close();
        if (opening !== mine) return;
        opening = undefined;
        isOpen = false;
      };
      database.onclose = leave;
      database.onversionchange = ({ newVersion }) => {
        leave();
        // A deletion has none.
        if (newVersion === null) return;
        isUpgraded = true;
        for (const listener of upgradeListeners) listener();
      };
      isOpen ||= opening === mine;
      done(database);
    };
    request.onerror = () => fail(request.error ?? new Error("The database cannot be opened"));
  });
  return mine;
}

async function letGo(): Promise<void> {
  const held = opening;
  opening = undefined;
  isOpen = false;
  try {
    (await held)?.close();
  } catch {
    // It was never open.
  }
}

/** Once more by a new handle where one has died, and once a page by a new database where this one is unusable. */
async function attempt<T>(run: (database: UseStore) => Promise<T>): Promise<T> {
  if (isClosed) throw new Error("The device keeps nothing any more");
  for (let tries = 0; ; tries++) {
    try {
      return await inTime(run(store));
    } catch (cause) {
      // A handle that is there and does not answer is dead, as after a phone's sleep; an opening is given its time.
      if (isSilent(cause) && (isOpen || performance.now() - openedAt >= patienceMs)) void letGo();
      if (isFull(cause) || isSilent(cause)) throw cause;
      await letGo();
      if (tries === 0) continue;
      // What a newer build has made is not this one's to throw away.
      if (hasMadeAnew || isUpgraded || !isUnusable(cause)) throw cause;
      hasMadeAnew = true;
      await inTime(deleteDatabase());
    }
  }
}

/** Where the device is full, public copies go, one kind after another, until there is room. */
async function withRoom(key: string, write: () => Promise<void>): Promise<void> {
  for (let dropped = 0; ; dropped++) {
    try {
      return await write();
    } catch (cause) {
      const next = dispensable[dropped];
      if (!isFull(cause) || next === undefined || key.startsWith(next)) throw cause;
      await forgetAll(next);
    }
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(
      () => {
        isSilentNow = true;
        fail(new DOMException("The database does not answer", "TimeoutError"));
      },
      isSilentNow ? shortPatienceMs : patienceMs,
    );
  });
  const answered = () => {
    isSilentNow = false;
  };
  work.then(answered, answered);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
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

/** Of another build's form, or damaged. */
function isUnusable(cause: unknown): boolean {
  return ["VersionError", "NotFoundError", "UnknownError"].includes(nameOf(cause));
}

function isRefused(key: string): boolean {
  return [...refusals].some(({ prefix }) => key.startsWith(prefix));
}

function nameOf(cause: unknown): string {
  return typeof cause === "object" && cause !== null && "name" in cause ? String(cause.name) : "";
}
