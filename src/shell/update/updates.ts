/**
 * The app's way to its updates. What carries them out (`update-runner.ts`, with workbox-window) is loaded after the
 * first screen, because no screen needs it.
 */
import type { CacheState } from "#protocol/api/worker-messages.ts";
import { isBusy, reloadOnce, whenCallsEnd } from "./reload-guard.ts";

const loadRunner = () => import("./update-runner.ts");

/** When a runner that could not be loaded is asked for again. */
const loadAgainMs = 60_000;

/** The network is calm when nothing has arrived for this time. */
const calmMs = 1000;
const longestMs = 5000;

/** Resolves once the network is calm: all that a first visit shows has come. At the latest after five seconds. */
export function whenNetworkIsCalm(): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      arrivals.disconnect();
      done();
    };
    let calm = setTimeout(end, calmMs);
    const arrivals = new PerformanceObserver(() => {
      clearTimeout(calm);
      calm = setTimeout(end, calmMs);
    });
    arrivals.observe({ type: "resource" });
    setTimeout(end, longestMs);
  });
}

let onStarted = () => {};
const started = new Promise<void>((done) => (onStarted = done));

/**
 * Registers the service worker and asks for new builds: on a timer while visible and online, and on
 * return to the app or the network. Nothing is applied before a tap in this tab or another.
 */
export async function startUpdates(): Promise<void> {
  if (import.meta.env.DEV) return;
  try {
    (await loadRunner()).start();
    onStarted();
  } catch {
    setTimeout(() => void startUpdates(), loadAgainMs);
  }
}

/** Asks which build is served, has the browser look for another worker, and offers what waits. */
export async function checkForUpdate(): Promise<void> {
  await started;
  (await loadRunner()).check();
}

/** How many parts of the app are on this device, so that it opens without a network; undefined without a worker. */
export async function readInstalledParts(): Promise<CacheState | undefined> {
  try {
    return await (await loadRunner()).readInstalledParts();
  } catch {
    return undefined;
  }
}

/** The person's tap: as soon as nothing would be lost by it, the other build takes over in all tabs. */
export function applyUpdate(): void {
  void loadRunner().then((runner) => runner.restartWhenFree());
}

/** The person's second tap, after reading what would be lost. */
export function applyUpdateNow(): void {
  void loadRunner().then((runner) => runner.restartNow());
}

/** The person's "later". */
export function postponeUpdate(): void {
  void loadRunner().then((runner) => runner.postpone());
}

/** Restarts into what the venue serves, whatever the worker holds. For an app that may not go on as it is. */
export function restartFresh(): void {
  loadRunner().then(
    (runner) => runner.renew(),
    () => location.reload(),
  );
}

/**
 * A newer build of the app, in another tab, has changed the form of this device's database: this tab follows, or
 * says so where something would be lost by it.
 */
export async function restartForUpgrade(): Promise<void> {
  // A call that is on its way ends by itself, as those of the startup do: nobody has to be asked about it.
  await whenCallsEnd();
  await loadRunner().then(
    (runner) => runner.followUpgrade(),
    () => isBusy() || reloadOnce(),
  );
}
