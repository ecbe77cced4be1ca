/** What leaves this device with a session, a user or a choice: which keys, the registry says (keys.ts). */
import type { PageMessage } from "#protocol/api/worker-messages.ts";
import { chooseAccountSnapshot } from "./account-snapshot.ts";
import { closeDatabase, removeWhere } from "./database.ts";
import { ownerOf, rowOf, type Place } from "./keys.ts";
import { removePrivateQueries } from "./persisted-queries.ts";

/**
 * What a logout takes along: everything of the user's, and copies of accounts, whosever they are. Another user's
 * unresolved orders and settings stay for them.
 */
export async function wipeAfterLogout(userId: string | undefined): Promise<void> {
  const goes = (place: Place) => (key: string) => {
    const row = rowOf(place, key);
    const owner = ownerOf(place, key);
    return (
      !row.survivesLogout && (row.class === "account" || owner === undefined || owner === userId)
    );
  };
  clearStorage(() => localStorage, goes("localStorage"));
  clearStorage(() => sessionStorage, goes("sessionStorage"));
  await Promise.all([removePrivateQueries(), removeWhere(goes("IndexedDB"))]);
}

/** Drafts, whosever they are. */
export function removeAllDrafts(): Promise<void> {
  return removeWhere((key) => rowOf("IndexedDB", key).class === "drafts");
}

/** The account snapshot; what is on screen stays there. */
export async function removeAccountSnapshot(): Promise<void> {
  await Promise.all([removePrivateQueries(), removeSnapshotsOfOthers(null)]);
}

/** No longer keeps the account snapshot, and wipes what there is of it. */
export async function stopAccountSnapshot(): Promise<void> {
  // First the choice: nothing is written after it.
  chooseAccountSnapshot(false);
  await removeAccountSnapshot();
}

/**
 * Removes the account snapshots of everybody but the user: a session that ran out while the app was closed, or
 * another's login on another page, leaves no one's records to the next person.
 * @param userId who is logged in; null: nobody
 */
export function removeSnapshotsOfOthers(userId: string | null): Promise<void> {
  return removeWhere(
    (key) =>
      rowOf("IndexedDB", key).class === "account" &&
      (userId === null || ownerOf("IndexedDB", key) !== userId),
  );
}

/** Longer than any of it should take; the rest is cleared by the venue's answer. */
const timeoutMs = 3000;

/**
 * Clears everything this origin keeps in the browser, known to the registry or not: caches, workers, databases,
 * storages and the cookies that a page can see. The page is to be left then: it writes nothing any more. Nothing is
 * thrown: each part that fails leaves the others cleared.
 */
export async function wipeDevice(): Promise<void> {
  clearStorages();
  // What is written on the way out, such as where a page was scrolled to, is cleared after it.
  addEventListener("pagehide", clearStorages);
  await closeDatabase();
  for (const cookie of document.cookie.split("; ")) {
    const name = cookie.split("=")[0] ?? "";
    if (name !== "")
      document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Strict${name.startsWith("__") ? "; Secure" : ""}`;
  }
  const timeout = new Promise<void>((done) => setTimeout(done, timeoutMs));
  await Promise.race([
    timeout,
    Promise.allSettled([removeWorkers(), removeCaches(), removeDatabases()]),
  ]);
}

function clearStorages(): void {
  clearStorage(() => localStorage);
  clearStorage(() => sessionStorage);
}

function clearStorage(storage: () => Storage, isMeant = (_key: string) => true): void {
  try {
    for (const key of Object.keys(storage()).filter(isMeant)) storage().removeItem(key);
  } catch {
    // A browser without storage keeps nothing in it.
  }
}

async function removeWorkers(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  // A worker lives until its last event has ended, also where it is registered no longer.
  for (const { active, waiting, installing } of registrations)
    for (const worker of [active, waiting, installing])
      worker?.postMessage({ type: "FORGET" } satisfies PageMessage);
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

/** Clears what workers have cached of the app and of the venue's answers. */
export async function removeCaches(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

async function removeDatabases(): Promise<void> {
  await Promise.all(
    (await indexedDB.databases()).map(
      ({ name = "" }) =>
        new Promise<void>((done) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = request.onerror = () => done();
        }),
    ),
  );
}
