import { atom } from "jotai";
import { Workbox } from "workbox-window";
import { buildId } from "./build-id.ts";
import { store } from "./app-context.ts";
import { isBusy, reloadOnce } from "./reload-guard.ts";

/** A newer build waits; what it says of itself, if that could be fetched. */
export interface WaitingUpdate {
  id: string | null;
  changes: readonly string[];
}

export const updateAtom = atom<WaitingUpdate | null>(null);

const pollMs = 5 * 60_000;

let workbox: Workbox | undefined;
/** The person of this tab asked for the restart. */
let asked = false;
/** A newer worker serves this page already: a reload is all that is left to do. */
let takenOver = false;

/**
 * Registers the service worker and asks for new builds: on a timer while visible and online, and on
 * return to the app. Nothing is applied before the person's tap.
 */
export function startWorkerBridge(): void {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  const calls = reloadCalls(navigator.serviceWorker.controller !== null);
  workbox = new Workbox(workerAddress());
  workbox.addEventListener("waiting", () => void announceUpdate());
  workbox.addEventListener("controlling", (event) => {
    // The worker was removed, and a reload would stop whatever follows on that.
    if (navigator.serviceWorker.controller === null || !calls(event)) return;
    takenOver = true;
    // Another tab's restart does not take along what is typed in this one.
    if (asked || !isBusy()) reloadOnce();
    else void announceUpdate();
  });
  void workbox.register({ immediate: true }).catch((error: unknown) => console.warn("service worker:", error));
  setInterval(() => void checkForUpdate(), pollMs * (0.9 + Math.random() * 0.2));
  document.addEventListener("visibilitychange", () => void checkForUpdate());
}

/**
 * Says of each worker that takes over whether it calls for a reload. The first of all does not: the page
 * it takes over is as new as itself.
 * @param controlled whether a worker controlled the page from the beginning
 */
export function reloadCalls(controlled: boolean): (worker: { isUpdate?: boolean; isExternal?: boolean }) => boolean {
  let wasControlled = controlled;
  return ({ isUpdate = false, isExternal = false }) => {
    const isCall = wasControlled && (isUpdate || isExternal);
    wasControlled = true;
    return isCall;
  };
}

/** Asks `builds/latest.json` whether another build is served, and lets the worker fetch it. */
export async function checkForUpdate(): Promise<void> {
  if (document.visibilityState === "hidden" || !navigator.onLine) return;
  const served = await servedBuild();
  // Without a registration there is nothing to update.
  if (served !== undefined && served !== buildId) await workbox?.update().catch(() => undefined);
}

/** The id of the build that the venue serves now; `undefined` offline, or behind a portal's page. */
export async function servedBuild(): Promise<string | undefined> {
  try {
    const response = await fetch("/builds/latest.json", { cache: "no-cache" });
    const latest: unknown = await response.json();
    const id = typeof latest === "object" && latest !== null && "id" in latest ? latest.id : undefined;
    return typeof id === "string" && /^[0-9a-f]{6,64}$/.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The person's tap: the waiting worker takes over, and the page is loaded anew. */
export function applyUpdate(): void {
  asked = true;
  if (takenOver) location.reload();
  else workbox?.messageSkipWaiting();
}

async function announceUpdate(): Promise<void> {
  store.set(updateAtom, { id: null, changes: [] });
  const id = await servedBuild();
  if (id === undefined) return;
  try {
    const meta = (await (await fetch(`/builds/meta/${id}.json`)).json()) as { changes?: unknown };
    const changes = Array.isArray(meta.changes) ? meta.changes.filter((change) => typeof change === "string") : [];
    store.set(updateAtom, { id, changes });
  } catch {
    // The prompt says less, and still works.
  }
}

/** Trusted Types: the one script address this app ever makes. */
function workerAddress(): string {
  const policies = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(input: string): string }): { createScriptURL(input: string): unknown } } }).trustedTypes;
  const address = policies?.createPolicy("sw-url", {
    createScriptURL(input) {
      if (input !== "/sw.js") throw new Error(`refused script address ${input}`);
      return input;
    },
  }).createScriptURL("/sw.js");
  return (address ?? "/sw.js") as string;
}
