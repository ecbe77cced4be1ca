import { atom } from "jotai";
import { Workbox } from "workbox-window";
import { buildId } from "./build-id.ts";
import { store } from "./app-context.ts";

/** A newer build waits; what it says of itself, if that could be fetched. */
export interface WaitingUpdate {
  id: string | null;
  changes: readonly string[];
}

export const updateAtom = atom<WaitingUpdate | null>(null);

const pollMs = 5 * 60_000;
const reloadGuardMs = 10_000;
const reloadedAtKey = "godwit:reloaded-at";

let workbox: Workbox | undefined;

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
    if (calls(event)) reloadOnce();
  });
  void workbox.register({ immediate: true }).catch((error: unknown) => console.warn("service worker:", error));
  setInterval(() => void checkForUpdate(), pollMs * (0.9 + Math.random() * 0.2));
  document.addEventListener("visibilitychange", () => void checkForUpdate());
  window.addEventListener("vite:preloadError", () => void reloadIfOtherBuild());
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
  try {
    const response = await fetch("/builds/latest.json", { cache: "no-cache" });
    const latest: unknown = await response.json();
    if (typeof latest === "object" && latest !== null && "id" in latest && latest.id !== buildId) await workbox?.update();
  } catch {
    // Offline, or a portal's page: the next poll asks again.
  }
}

/** The person's tap: the waiting worker takes over, and the page is loaded anew. */
export function applyUpdate(): void {
  workbox?.messageSkipWaiting();
}

async function announceUpdate(): Promise<void> {
  store.set(updateAtom, { id: null, changes: [] });
  try {
    const latest = (await (await fetch("/builds/latest.json", { cache: "no-cache" })).json()) as { id?: unknown };
    if (typeof latest.id !== "string" || !/^[0-9a-f]{6,64}$/.test(latest.id)) return;
    const meta = (await (await fetch(`/builds/meta/${latest.id}.json`)).json()) as { changes?: unknown };
    const changes = Array.isArray(meta.changes) ? meta.changes.filter((change) => typeof change === "string") : [];
    store.set(updateAtom, { id: latest.id, changes });
  } catch {
    // The prompt says less, and still works.
  }
}

/** A chunk that is gone usually means that this page is of an older build than the venue serves. */
async function reloadIfOtherBuild(): Promise<void> {
  try {
    const latest = (await (await fetch("/builds/latest.json", { cache: "no-cache" })).json()) as { id?: unknown };
    if (typeof latest.id === "string" && latest.id !== buildId) reloadOnce();
  } catch {
    // Offline: the error screen offers a retry.
  }
}

/** At most one reload in ten seconds, so that a bad deploy cannot spin. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  if (Date.now() - last < reloadGuardMs) return;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  location.reload();
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
