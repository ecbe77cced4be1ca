import { closeStore } from "./device-store.ts";

/** Longer than any of it should take; what is late is cleared by the venue's answer. */
const patienceMs = 3000;

/**
 * Clears what this origin keeps in the browser: caches, workers, databases, storages and the cookies that a
 * page can see. The page is to be left then: it keeps nothing any more. Nothing is thrown: each part that
 * fails leaves the others cleared.
 */
export async function forgetEverything(): Promise<void> {
  clearStorages();
  // What is noted on the way out, such as where a page was scrolled to, goes after it.
  addEventListener("pagehide", clearStorages);
  await closeStore();
  for (const cookie of document.cookie.split("; ")) {
    const name = cookie.split("=")[0] ?? "";
    if (name !== "")
      document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Strict${name.startsWith("__") ? "; Secure" : ""}`;
  }
  const late = new Promise<void>((done) => setTimeout(done, patienceMs));
  await Promise.race([
    late,
    Promise.allSettled([forgetWorkers(), forgetCaches(), forgetDatabases()]),
  ]);
}

function clearStorages(): void {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      storage().clear();
    } catch {
      // A browser without storage keeps nothing in it.
    }
  }
}

async function forgetWorkers(): Promise<void> {
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
}

/** Clears what workers have kept of the app and of the venue's answers. */
export async function forgetCaches(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

async function forgetDatabases(): Promise<void> {
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
