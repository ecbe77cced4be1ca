import { atom } from "jotai";
import type { PageMessage } from "#protocol/worker.ts";
import type { BusyReason } from "../lib/busy.ts";
import { store } from "./app-context.ts";
import { buildId } from "./build-id.ts";
import { busyReasons, isBusy, reloadOnce } from "./reload-guard.ts";
import { buildMeta, servedBuild } from "./served-build.ts";

/** Another build is ready; what it says of itself, if that could be fetched. */
export interface WaitingUpdate {
  id: string | null;
  changes: readonly string[];
  /** Another tab has restarted into it already. */
  elsewhere: boolean;
}

export const updateAtom = atom<WaitingUpdate | null>(null);

/** What the restart that was asked for waits for; null where none was asked for. */
export const restartWaitsAtom = atom<readonly BusyReason[] | null>(null);

const pollMs = 5 * 60_000;
/** Between two looks that are not the timer's. */
const leastMs = 30_000;
/** "Later" is not never. */
const remindMs = 60 * 60_000;
const waitLookMs = 500;
/** A worker that skips the waiting does so in this time. */
const settleMs = 250;
const installMs = 30_000;
const takeOverMs = 8000;

let registration: ServiceWorkerRegistration | undefined;
/** The person of this tab asked for the restart. */
let asked = false;
/** A newer worker serves this page already, or none does: a reload is all that is left to do. */
let reloadSuffices = true;
let lookedAt = Number.NEGATIVE_INFINITY;
let postponedAt = Number.NEGATIVE_INFINITY;
let waitTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Registers the service worker and asks for new builds: on a timer while visible and online, and on
 * return to the app or the network. Nothing is applied before a tap in this tab or another.
 */
export function startWorkerBridge(): void {
  if (import.meta.env.DEV) return;
  if ("serviceWorker" in navigator) {
    const calls = reloadCalls(navigator.serviceWorker.controller !== null);
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      // The worker was removed, and a reload would stop whatever follows on that.
      if (navigator.serviceWorker.controller === null) return;
      const isCall = calls();
      if (isCall || asked) void takenOver();
      else reloadSuffices = false;
    });
    void register();
  }
  pollOnAndOn();
  document.addEventListener("visibilitychange", lookAgain);
  addEventListener("online", lookAgain);
  addEventListener("pageshow", (event) => event.persisted && lookAgain());
}

/**
 * Says of each worker that takes over whether it calls for a reload. The first of all does not: the page
 * it takes over is as new as itself.
 * @param controlled whether a worker controlled the page from the beginning
 */
export function reloadCalls(controlled: boolean): () => boolean {
  let wasControlled = controlled;
  return () => {
    const isCall = wasControlled;
    wasControlled = true;
    return isCall;
  };
}

/** Asks which build is served, lets the browser look for another worker, and tells of what waits. */
export async function checkForUpdate(): Promise<void> {
  if (document.visibilityState === "hidden" || !navigator.onLine) return;
  lookedAt = Date.now();
  const served = await servedBuild();
  if (served === undefined) return;
  // Also where the build is the same: a worker can be taken back, and come again, without a deploy.
  if (!await lookForWorker() && served !== buildId) void announce();
  else if (registration?.waiting || (reloadSuffices && served !== buildId)) void announce();
}

/** The person's tap: as soon as nothing would be lost by it, the other build takes over in all tabs. */
export function applyUpdate(): void {
  asked = true;
  restartWhenFree();
}

/** The person's second tap, with what would be lost told. */
export function applyUpdateNow(): void {
  asked = true;
  restart();
}

/** Not now, after all. */
export function postponeUpdate(): void {
  asked = false;
  clearTimeout(waitTimer);
  postponedAt = Date.now();
  store.set(restartWaitsAtom, null);
  store.set(updateAtom, null);
}

/**
 * Restarts into what the venue serves, whatever the worker holds.
 * For an app that may not go on as it is.
 */
export async function restartAnew(): Promise<void> {
  asked = true;
  try {
    await registration?.update();
    const late = Date.now() + installMs;
    while (registration?.installing && Date.now() < late) await new Promise((done) => setTimeout(done, settleMs));
    if (registration?.waiting) return restart();
    await registration?.unregister();
  } catch {
    // Without a network nothing newer can be had: the worker stays, and so does its copy of the app.
  }
  location.reload();
}

function pollOnAndOn(): void {
  setTimeout(() => {
    void checkForUpdate();
    pollOnAndOn();
  }, pollMs * (0.9 + Math.random() * 0.2));
}

function lookAgain(): void {
  const since = Date.now() - lookedAt;
  // A clock set back must not keep it from looking.
  if (since < 0 || since >= leastMs) void checkForUpdate();
}

async function register(): Promise<boolean> {
  try {
    const { serviceWorker } = navigator;
    const known = await serviceWorker.register(workerAddress());
    registration = known;
    reloadSuffices = known.active === null;
    known.addEventListener("updatefound", () => follow(known.installing));
    follow(known.installing);
    if (known.waiting) void announce();
    return true;
  } catch (error) {
    console.warn("service worker:", error);
    return false;
  }
}

/** Answers whether a worker is there to bring the next build. */
async function lookForWorker(): Promise<boolean> {
  if (!registration) return false;
  // A worker that was taken back has left; whatever stands in its place now is met like the first.
  const isKnown = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  if (!isKnown) {
    reloadSuffices = true;
    await register();
    return false;
  }
  return registration.update().then(() => true, () => true);
}

function follow(worker: ServiceWorker | null): void {
  worker?.addEventListener("statechange", () => {
    if (worker.state !== "installed") return;
    setTimeout(() => registration?.waiting === worker && registration.active && void announce(), settleMs);
  });
}

/** Another worker serves this page: the tap was here, or in another tab, or the worker was taken back. */
async function takenOver(): Promise<void> {
  reloadSuffices = true;
  if (asked) return restart();
  // Of the same build: there is nothing newer to load.
  if (await servedBuild() === buildId) return;
  if (isBusy() || !reloadOnce()) await announce(true);
}

async function announce(elsewhere = false): Promise<void> {
  const sincePostponed = Date.now() - postponedAt;
  if (!elsewhere && sincePostponed >= 0 && sincePostponed < remindMs) return;
  const known = store.get(updateAtom);
  const id = await servedBuild() ?? null;
  if (known && known.id === id && known.elsewhere === elsewhere) return;
  store.set(updateAtom, { id, changes: [], elsewhere });
  const meta = id === null ? undefined : await buildMeta(id);
  // The prompt says less without it, and still works.
  if (meta && store.get(updateAtom)?.id === id) store.set(updateAtom, { id, changes: meta.changes, elsewhere });
}

function restartWhenFree(): void {
  clearTimeout(waitTimer);
  const reasons = busyReasons();
  store.set(restartWaitsAtom, reasons);
  if (reasons.length === 0) restart();
  else waitTimer = setTimeout(restartWhenFree, waitLookMs);
}

function restart(): void {
  clearTimeout(waitTimer);
  store.set(restartWaitsAtom, []);
  const next = registration?.waiting;
  if (!reloadSuffices && next) {
    next.postMessage({ type: "SKIP_WAITING" } satisfies PageMessage);
    // A worker that does not move is loaded around.
    waitTimer = setTimeout(reloadOnce, takeOverMs);
  } else if (!reloadOnce()) {
    // Not twice in ten seconds, also by a tap: it is done when they are over.
    waitTimer = setTimeout(restart, waitLookMs);
  }
}

/** Trusted Types: the one script address this app ever makes. */
function workerAddress(): string {
  const policies = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(input: string): string }): { createScriptURL(input: string): unknown } } }).trustedTypes;
  workerUrl ??= policies?.createPolicy("sw-url", {
    createScriptURL(input) {
      if (input !== "/sw.js") throw new Error(`refused script address ${input}`);
      return input;
    },
  }).createScriptURL("/sw.js") ?? "/sw.js";
  return workerUrl as string;
}

/** A policy's name can be given once. */
let workerUrl: unknown;
