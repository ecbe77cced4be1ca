/** Carries out `updateFlow`: workbox-window does registration, waiting, controlling and messages. */
import { i18n } from "@lingui/core";
import { messageSW, Workbox } from "workbox-window/build/workbox-window.prod.mjs";
import type { CacheState, PageMessage } from "#protocol/api/worker-messages.ts";
import { deskScreen, keyboardDevice } from "../../lib/use-media.ts";
import { store } from "../app-context.ts";
import { buildId, servedBuild } from "./builds.ts";
import { askForLostSheets } from "./lost-sheets.ts";
import { marketStore } from "../../features/market/feed/market-store.ts";
import { differenceTo, tellArrival } from "./update-arrival.ts";
import { keepPostponed, keepSeenBuild, readFailedBuild, readPostponed } from "./update-memory.ts";
import { busyReasons, guardMs, isBusy, reloadOnce } from "./reload-guard.ts";
import { restartWaitsAtom, updateOfferAtom } from "./update-atoms.ts";
import {
  beginUpdates,
  retryMs,
  type Served,
  takeOverMs,
  type UpdateEffect,
  type UpdateEvent,
  updateFlow,
} from "./update-flow.ts";

import { installedBuild } from "../../storage/installed-build.ts";
import { noteDesk, noteLanguage } from "../../storage/noted-languages.ts";
import { readSession, writeSession } from "../../storage/web-storage.ts";
import { askVersions } from "./version-gap.ts";
import { removeCaches } from "../../storage/wipe.ts";

const pollMs = 5 * 60_000;
/** A worker that skips the waiting does so in this time. */
const settleMs = 250;
const installMs = 30_000;
/** Prices that come after such a pause say that the venue is back. */
const venueGoneMs = 60_000;
/** A worker may have to be started before it answers. */
const answerMs = 1500;
/** The first pause before parts that did not come are asked for again; each pause is twice the one before. */
const refillMs = 5000;
const sweepMs = 10_000;

const lateWorkerKey = "godwit:late-worker";

const workers = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;

let controller = workers?.controller ?? null;
let state = beginUpdates(controller !== null, readPostponed());
let workbox: Workbox | undefined;
/** Workbox follows one worker that others brought, then no more. */
let isWorkboxDone = false;
let registration: ServiceWorkerRegistration | undefined;
/** Until it has ended nobody knows whether a worker brings the next build. */
let registering: Promise<void> | undefined;
let restartTimer: ReturnType<typeof setTimeout> | undefined;
let refillTimer: ReturnType<typeof setTimeout> | undefined;
let refillPause = refillMs;

export function start(): void {
  if (workers) {
    // First the language and the kind of device, so that a first worker installs what they need and no more.
    const noted = Promise.all([noteLanguage(i18n.locale), isDesk() && noteDesk()]);
    registering = Promise.race([noted, delay(answerMs)]).then(register);
    i18n.on("change", () => void bringLanguage());
  }
  void tellArrival();
  askForLostSheets();
  if (readSession(lateWorkerKey)) {
    writeSession(lateWorkerKey, null);
    setTimeout(() => void followLateWorker(), guardMs);
  }
  pollForEver();
  const onReturn = () => checkIfDue(true);
  document.addEventListener("visibilitychange", onReturn);
  document.addEventListener("resume", onReturn);
  addEventListener("online", onReturn);
  addEventListener("pageshow", (event) => event.persisted && onReturn());
  // A network that is there says nothing of a venue that was not.
  let pricesAt = performance.now();
  marketStore.subscribeBatches(() => {
    const now = performance.now();
    if (now - pricesAt > venueGoneMs) onReturn();
    pricesAt = now;
  });
}

export const check = () => checkIfDue(false);
export const restartWhenFree = () =>
  dispatch({ type: "restart-asked", busy: busyReasons(), hasWaiting: hasWaiting() });
export const restartNow = () => dispatch({ type: "restart-forced", hasWaiting: hasWaiting() });
export const postpone = () => dispatch({ type: "postponed", at: Date.now() });
export const renew = () => dispatch({ type: "renewal-asked" });
export const followUpgrade = () => dispatch({ type: "database-upgraded", isBusy: isBusy() });

function dispatch(event: UpdateEvent): void {
  const step = updateFlow(state, event);
  state = step.state;
  store.set(updateOfferAtom, state.offer);
  store.set(restartWaitsAtom, state.restart);
  for (const effect of step.effects) void run(effect);
}

async function run(effect: UpdateEffect): Promise<void> {
  switch (effect.type) {
    case "register":
      registering = register();
      return;
    case "judge-active":
      return dispatch({
        type: "active-judged",
        isKillSwitch: await isKillSwitch(registration?.active),
      });
    case "check-installed":
      return checkInstalled();
    case "check-kill-switch":
      return checkKillSwitch();
    case "unregister":
      return void (await registration?.unregister().catch(() => undefined));
    case "judge-waiting":
      return judgeWaiting(effect.worker);
    case "watch-kill-switch":
      return void setTimeout(
        () =>
          dispatch({
            type: "kill-switch-late",
            stillWaits: registration?.waiting === effect.worker,
          }),
        takeOverMs,
      );
    case "remove-worker": {
      const removed = registration;
      // Registered again by this page it would be there again.
      registration = undefined;
      // Until the next load the worker goes on serving this page, and caches what it asks for.
      setInterval(sweepCaches, sweepMs);
      return void (await Promise.allSettled([removed?.unregister(), sweepCaches()]));
    }
    case "judge-controller":
      return judgeController();
    case "compare-controller":
      return dispatch({
        type: "controller-compared",
        mustFollow: effect.mustFollow,
        served: await compareBuild(),
        isBusy: isBusy(),
      });
    case "check":
      return checkBuildAndWorker();
    case "ask-versions":
      return askVersions();
    case "read-build":
      return dispatch({
        type: "build-read",
        id: (await servedBuild()) ?? null,
        elsewhere: effect.elsewhere,
        at: Date.now(),
      });
    case "read-changes": {
      const difference = await differenceTo(effect.id);
      // The offer says less without it, and still works.
      if (difference) dispatch({ type: "changes-read", id: effect.id, ...difference });
      return;
    }
    case "keep-postponed":
      return keepPostponed(effect.postponed);
    case "skip-waiting":
      noteTap();
      return workbox?.messageSkipWaiting();
    case "wait-to-retry":
      return waitThen(retryMs, () =>
        dispatch({ type: "retry-due", busy: busyReasons(), hasWaiting: hasWaiting() }),
      );
    case "wait-for-take-over":
      return waitThen(takeOverMs, () => dispatch({ type: "take-over-late" }));
    case "note-late-worker":
      return void writeSession(lateWorkerKey, "1");
    case "wait-to-follow":
      return waitThen(guardMs, () => dispatch({ type: "follow-due", isBusy: isBusy() }));
    case "reload":
      noteTap();
      if (!reloadOnce()) dispatch({ type: "reload-refused" });
      return;
    case "prepare-renewal":
      return prepareRenewal();
    case "unregister-and-reload":
      await registration?.unregister().catch(() => undefined);
      return location.reload();
    case "reload-now":
      return location.reload();
  }
}

const isDesk = () =>
  [deskScreen, keyboardDevice].some((query) => globalThis.matchMedia?.(query).matches ?? false);

/** Who tapped has read what the build brings. */
function noteTap(): void {
  if (state.restart !== null && state.offer?.id) keepSeenBuild({ id: state.offer.id, time: 0 });
}

/** A storage that refuses is asked again with the next sweep. */
const sweepCaches = () => removeCaches().catch(() => undefined);

const delay = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

function waitThen(ms: number, then: () => void): void {
  clearTimeout(restartTimer);
  restartTimer = setTimeout(then, ms);
}

function pollForEver(): void {
  setTimeout(
    () => {
      check();
      pollForEver();
    },
    // Not all pages at once.
    pollMs * (0.9 + Math.random() * 0.2),
  );
}

function checkIfDue(isReturn: boolean): void {
  dispatch({ type: "check-due", isReturn, canCheck: canCheck(), at: Date.now() });
}

const canCheck = () => document.visibilityState !== "hidden" && navigator.onLine;

async function checkBuildAndWorker(): Promise<void> {
  // Also where the build is the same, or not known: the kill switch comes, and goes, without a deploy.
  const [served, hasWorker] = await Promise.all([compareBuild(), updateWorker()]);
  const waiting = registration?.waiting ?? null;
  dispatch({ type: "checked", served, hasWorker, waiting });
}

async function compareBuild(): Promise<Served> {
  const id = await servedBuild();
  if (id === undefined) return "unknown";
  // One that did not start here is no other to go on to.
  return id === buildId || id === readFailedBuild() ? "same" : "other";
}

async function register(): Promise<void> {
  try {
    const known = await connect();
    if (!known) return;
    registration = known;
    followEarlier(known.installing);
    dispatch({
      type: "registered",
      hasActive: known.active !== null,
      hasWaiting: known.waiting !== null,
    });
    // One that took over while this page was registering.
    noteController();
  } catch (error) {
    console.warn("service worker:", error);
  }
}

/** Has a new Workbox follow the registration, which is made where there is none. */
async function connect(): Promise<ServiceWorkerRegistration | undefined> {
  const made = new Workbox(workerAddress());
  made.addEventListener("waiting", ({ sw }) => void judgeOnceRegistered(sw));
  made.addEventListener("controlling", noteController);
  made.addEventListener("activated", () => void checkInstalled());
  for (const type of ["installed", "redundant"] as const)
    made.addEventListener(type, ({ isExternal }) => {
      if (isExternal && workbox === made) isWorkboxDone = true;
    });
  const known = await made.register({ immediate: true });
  workbox = made;
  isWorkboxDone = false;
  return known;
}

/** Workbox hears of workers that are found from now on; one that is being installed already is followed here. */
function followEarlier(worker: ServiceWorker | null): void {
  worker?.addEventListener("statechange", () => {
    if (worker.state !== "installed") return;
    setTimeout(
      () => registration?.waiting === worker && void judgeOnceRegistered(worker),
      settleMs,
    );
  });
}

async function judgeOnceRegistered(worker: ServiceWorker | undefined): Promise<void> {
  await registering;
  // The first worker of a device waits for a moment, too, until the browser makes it the active one.
  if (worker && registration?.active) await judgeWaiting(worker);
}

async function judgeWaiting(worker: ServiceWorker): Promise<void> {
  const judged = (kind: "build" | "kill-switch" | "after-kill-switch", served: Served) =>
    dispatch({ type: "waiting-judged", worker, kind, served });
  const isOff = await isKillSwitch(worker, () => {
    if (registration?.waiting === worker) void judgeWaiting(worker);
  });
  if (isOff) judged("kill-switch", await compareBuild());
  else if (await isKillSwitch(registration?.active)) judged("after-kill-switch", "unknown");
  else judged("build", await compareBuild());
}

async function judgeController(): Promise<void> {
  const judged = controller;
  const isOff = await isKillSwitch(judged, () => {
    if (controller === judged) dispatch({ type: "controller-judged", isKillSwitch: true });
  });
  dispatch({ type: "controller-judged", isKillSwitch: isOff });
}

function noteController(): void {
  const now = workers?.controller ?? null;
  if (now === controller) return;
  controller = now;
  dispatch({ type: "controlled", hasController: now !== null, hasWaiting: hasWaiting() });
}

/** Has the browser look for another worker. Answers whether one is there to bring the next build. */
async function updateWorker(): Promise<boolean> {
  await registering;
  const known = registration;
  if (!known) return false;
  // The kill switch leaves by itself; whatever stands in its place now is met like the first worker.
  const isKnown = await workers?.getRegistration().catch(() => undefined);
  // Removed by this page meanwhile, it is not to come again.
  if (registration !== known) return false;
  if (!isKnown) {
    dispatch({ type: "registration-gone" });
    await registering;
    return false;
  }
  if (isWorkboxDone) registration = (await connect().catch(() => undefined)) ?? known;
  await registration.update().catch(() => undefined);
  return true;
}

async function checkKillSwitch(): Promise<void> {
  const known = registration;
  if (!known) return;
  await known.update().catch(() => undefined);
  const isReplaced =
    known.installing !== null || known.waiting !== null || !(await isKillSwitch(known.active));
  dispatch({ type: "kill-switch-checked", isReplaced });
}

/** Has the worker install the texts of a language that was not shown here before. */
async function bringLanguage(): Promise<void> {
  if (!(await noteLanguage(i18n.locale))) return;
  await registering;
  const worker = registration?.active;
  if (worker) await messageSW(worker, { type: "REFILL" } satisfies PageMessage);
}

/**
 * Says to the worker that its build runs. A device that is short of room may have dropped parts of the app; those of the
 * served build can be had again.
 */
async function checkInstalled(): Promise<void> {
  const parts = await readInstalledParts();
  const worker = registration?.active;
  if (!worker || (await isKillSwitch(worker))) return;
  if (parts) worker.postMessage({ type: "STARTED", build: buildId } satisfies PageMessage);
  if (isComplete(parts)) {
    refillPause = refillMs;
    return;
  }
  const served = parts && (await compareBuild());
  // The worker of another build brings all of its own.
  if (served === "other") return;
  if (served === "same") {
    const refilled: unknown = await messageSW(worker, { type: "REFILL" } satisfies PageMessage);
    if (isComplete(refilled as CacheState | undefined)) return;
  }
  // A network that has just come back often answers some seconds later, and so does a busy worker.
  clearTimeout(refillTimer);
  refillTimer = setTimeout(() => canCheck() && void checkInstalled(), refillPause);
  refillPause = Math.min(2 * refillPause, pollMs);
}

const isComplete = (parts: CacheState | undefined) =>
  parts !== undefined && parts.precached >= parts.wanted;

/** How many parts of the app are on the device; undefined where no worker says so. */
export async function readInstalledParts(): Promise<CacheState | undefined> {
  await registering;
  const worker = registration?.active;
  if (!worker || (await isKillSwitch(worker))) return undefined;
  const answer: unknown = await Promise.race([
    messageSW(worker, { type: "CACHE_STATE" } satisfies PageMessage),
    delay(answerMs),
  ]);
  const { precached, wanted } = (answer ?? {}) as Partial<CacheState>;
  return typeof precached === "number" && typeof wanted === "number"
    ? { precached, wanted }
    : undefined;
}

async function prepareRenewal(): Promise<void> {
  const prepared = (next: "build" | "nothing" | "unreachable") =>
    dispatch({ type: "renewal-prepared", next });
  try {
    await registration?.update();
    const lateAt = Date.now() + installMs;
    while (registration?.installing && Date.now() < lateAt) await delay(settleMs);
    const next = registration?.waiting;
    prepared(next && !(await isKillSwitch(next)) ? "build" : "nothing");
  } catch {
    prepared("unreachable");
  }
}

/**
 * A worker that took over while this page was loading sent it no event, and the page is of the build before. One that
 * still waits is asked again: the tap was made.
 */
async function followLateWorker(): Promise<void> {
  if (registration?.waiting) {
    workbox?.messageSkipWaiting();
    return;
  }
  const id = await installedBuild();
  if (id !== undefined && id !== buildId && controller !== null)
    dispatch({ type: "controller-judged", isKillSwitch: false });
}

function hasWaiting(): boolean {
  return Boolean(registration?.waiting);
}

/** What each worker has answered: it does not change, and a worker that is about to end is started again by a question. */
const answers = new WeakMap<ServiceWorker, boolean>();

/**
 * Whether a worker is the kill switch (`public/worker-off.js`), which serves nothing, so that nothing is cut off by
 * what takes over from it. Workers of earlier builds do not know the question, and are none.
 * @param onLate called where one turns out to be the kill switch after it was taken for none
 */
async function isKillSwitch(
  worker: ServiceWorker | null | undefined,
  onLate?: () => void,
): Promise<boolean> {
  if (!worker) return false;
  const known = answers.get(worker);
  if (known !== undefined) return known;
  let isLate = false;
  const asked = messageSW(worker, { type: "IS_OFF" } satisfies PageMessage).then(
    (answer: unknown) => {
      answers.set(worker, answer === true);
      if (isLate && answer === true) onLate?.();
      return answer === true;
    },
  );
  return Promise.race([
    asked,
    new Promise<boolean>((done) =>
      setTimeout(() => {
        isLate = true;
        done(false);
      }, answerMs),
    ),
  ]);
}

/** As far as the app uses Trusted Types, which TypeScript's own types do not have yet. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(input: string): string },
  ): { createScriptURL(input: string): string };
}

const scriptPath = "/sw.js";
/** A policy's name can be given once. */
let scriptAddress: string | undefined;

/** Where the service worker stands: under Trusted Types the one script address this app ever makes. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  scriptAddress ??=
    trustedTypes
      ?.createPolicy("sw-url", {
        createScriptURL(input) {
          if (input !== scriptPath) throw new Error(`refused script address ${input}`);
          return input;
        },
      })
      .createScriptURL(scriptPath) ?? scriptPath;
  return scriptAddress;
}
