import { atom } from "jotai";
import type { PageMessage } from "#protocol/worker.ts";
import type { BusyReason } from "../lib/busy.ts";
import { forgetCaches } from "../storage/forget-everything.ts";
import { store } from "./app-context.ts";
import { buildId } from "./build-id.ts";
import { isOff } from "./off-switch.ts";
import { busyReasons, isBusy, reloadOnce } from "./reload-guard.ts";
import { buildMeta, servedBuild } from "./served-build.ts";
import { askVersions } from "./version-gap.ts";
import { workerAddress } from "./worker-address.ts";

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
/** Until it has ended nobody knows whether a worker brings the next build. */
let registering: Promise<boolean> | undefined;
let calls = reloadCalls(false);
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
    calls = reloadCalls(navigator.serviceWorker.controller !== null);
    navigator.serviceWorker.addEventListener("controllerchange", () => void followController());
    registering = register();
  }
  pollOnAndOn();
  document.addEventListener("visibilitychange", lookAgain);
  document.addEventListener("resume", lookAgain);
  addEventListener("online", lookAgain);
  addEventListener("pageshow", (event) => event.persisted && lookAgain());
}

/** Which of the workers that take over a page call for a reload. */
export interface ReloadCalls {
  /** Another worker takes over: whether it calls for one. */
  takes: () => boolean;
  /** The one that took over serves nothing; whatever follows on it is met like the first. */
  servesNothing: () => void;
}

/**
 * Says of each worker that takes over whether it calls for a reload. The first of all does not: it cuts nothing
 * short that the page had from another.
 * @param controlled whether a worker controlled the page from the beginning
 */
export function reloadCalls(controlled: boolean): ReloadCalls {
  let isServed = controlled;
  return {
    takes() {
      const isCall = isServed;
      isServed = true;
      return isCall;
    },
    servesNothing() {
      isServed = false;
    },
  };
}

/** Asks which build is served, lets the browser look for another worker, and tells of what waits. */
export async function checkForUpdate(): Promise<void> {
  if (document.visibilityState === "hidden" || !navigator.onLine) return;
  lookedAt = Date.now();
  // Also where the build is the same, or is not told: a worker can be taken back, and come again, without a deploy.
  const [served, hasWorker] = await Promise.all([servedBuild(), lookForWorker()]);
  if (served === undefined) return;
  const isOther = served !== buildId;
  if (isOther) void askVersions();
  if (registration?.waiting) void letWait(registration.waiting);
  else if (isOther && (!hasWorker || reloadSuffices)) void announce();
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
    while (registration?.installing && Date.now() < late)
      await new Promise((done) => setTimeout(done, settleMs));
    const next = registration?.waiting;
    reloadSuffices = !next || (await isOff(next));
    if (!reloadSuffices) return restart();
    await registration?.unregister();
  } catch {
    // Without a network nothing newer can be had: the worker stays, and so does its copy of the app.
  }
  location.reload();
}

/**
 * A newer build of the app, in another tab, has given this device's database another form: this tab follows, or
 * says so where something would be lost by it.
 */
export async function restartForUpgrade(): Promise<void> {
  await followTabs();
}

function pollOnAndOn(): void {
  setTimeout(
    () => {
      void checkForUpdate();
      pollOnAndOn();
    },
    pollMs * (0.9 + Math.random() * 0.2),
  );
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
    if (known !== registration)
      known.addEventListener("updatefound", () => follow(known.installing));
    registration = known;
    reloadSuffices = known.active === null;
    follow(known.installing);
    if (known.waiting) void letWait(known.waiting);
    else if (await isOff(known.active)) await leaveOff(known);
    return true;
  } catch (error) {
    console.warn("service worker:", error);
    return false;
  }
}

/** Answers whether a worker is there to bring the next build. */
async function lookForWorker(): Promise<boolean> {
  await registering;
  const known = registration;
  if (!known) return false;
  // A worker that was taken back has left; whatever stands in its place now is met like the first.
  const isKnown = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  // Removed from here meanwhile, it is not to come again.
  if (registration !== known) return false;
  if (!isKnown) {
    reloadSuffices = true;
    await register();
    return false;
  }
  return known.update().then(
    () => true,
    () => true,
  );
}

/** Another tab keeps what stands in the place of the worker alive, and registering took it up again: it goes, unless there is a worker again. */
async function leaveOff(known: ServiceWorkerRegistration): Promise<void> {
  reloadSuffices = true;
  await known.update().catch(() => undefined);
  if (!known.installing && !known.waiting && (await isOff(known.active))) await known.unregister();
}

function follow(worker: ServiceWorker | null): void {
  worker?.addEventListener("statechange", () => {
    if (worker.state !== "installed") return;
    setTimeout(
      () => registration?.waiting === worker && registration.active && void letWait(worker),
      settleMs,
    );
  });
}

/** A new worker waits for the tap; not for one, though, that serves nothing. */
async function letWait(worker: ServiceWorker): Promise<void> {
  if (await isOff(worker)) await letTakeBack(worker);
  else if (await isOff(registration?.active))
    worker.postMessage({ type: "SKIP_WAITING" } satisfies PageMessage);
  else await announce();
}

/**
 * What stands in the place of a worker taken back comes by itself, unless the one before is kept from ending: by a
 * request that hangs, or by one that came while it was ended, for which Chromium starts it anew and lets it stay for
 * minutes. Then it is removed from here, and serves nobody after the next load.
 */
async function letTakeBack(worker: ServiceWorker): Promise<void> {
  // Late to answer, it was told of as a build; there is none.
  if ((await servedBuild()) === buildId) store.set(updateAtom, null);
  await new Promise((done) => setTimeout(done, takeOverMs));
  const known = registration;
  if (known?.waiting !== worker) return;
  // Registered anew by this page it would be there again; what is served next comes by a load alone.
  registration = undefined;
  reloadSuffices = true;
  calls.servesNothing();
  await Promise.allSettled([known.unregister(), forgetCaches()]);
}

async function followController(): Promise<void> {
  const worker = navigator.serviceWorker.controller;
  // The worker was removed, and a reload would stop whatever follows on that.
  if (worker === null) return;
  const isCall = calls.takes();
  reloadSuffices = isCall || asked;
  if (asked) return restart();
  const isServing = !isCall || !(await isOff(worker));
  if (!isServing) calls.servesNothing();
  // Of the same build: there is nothing newer to load.
  const served = await servedBuild();
  if (served === buildId) return;
  if (isCall && isServing) return followTabs();
  if (served === undefined) return;
  // The worker is of what is served, the page of a build before: no tap has asked for it yet.
  reloadSuffices = true;
  await announce();
}

/** The tap was in another tab: this one goes along, or says so where something would be lost by it. */
async function followTabs(): Promise<void> {
  if (isBusy() || !reloadOnce()) await announce(true);
}

async function announce(elsewhere = false): Promise<void> {
  const sincePostponed = Date.now() - postponedAt;
  if (!elsewhere && sincePostponed >= 0 && sincePostponed < remindMs) return;
  const known = store.get(updateAtom);
  const id = (await servedBuild()) ?? null;
  if (known && known.id === id && known.elsewhere === elsewhere) return;
  store.set(updateAtom, { id, changes: [], elsewhere });
  const meta = id === null ? undefined : await buildMeta(id);
  // The prompt says less without it, and still works.
  if (meta && store.get(updateAtom)?.id === id)
    store.set(updateAtom, { id, changes: meta.changes, elsewhere });
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
