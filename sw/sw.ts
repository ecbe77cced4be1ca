/// <reference lib="webworker" />
import { clientsClaim, registerQuotaErrorCallback } from "workbox-core";
import {
  addPlugins,
  addRoute,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precache,
  PrecacheController,
  type PrecacheEntry,
} from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { NetworkFirst, StaleWhileRevalidate } from "workbox-strategies";
import {
  publicPaths,
  type CacheState,
  type IsOff,
  type PageMessage,
} from "#protocol/api/worker-messages.ts";
import {
  bounded,
  cacheNames,
  isAnswer,
  isConfig,
  isIcons,
  networkTimeoutSeconds,
  only,
  plainKey,
} from "./answer-cache.ts";
import { ownFilesOnly } from "./precache-guard.ts";
import { pageFor, strategyFor, type Strategy } from "./routes.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

const paths = new Set(publicPaths());

const manifest = self.__WB_MANIFEST;
const installed = new Set(
  manifest.map(
    (entry) =>
      new URL(typeof entry === "string" ? entry : entry.url, self.location.origin).pathname,
  ),
);

addPlugins([ownFilesOnly]);
precache(manifest);
cleanupOutdatedCaches();
clientsClaim();
// On a full device, answers that can be fetched again make room for the app itself.
registerQuotaErrorCallback(() =>
  Promise.all([cacheNames.icons, cacheNames.publicApi].map((name) => caches.delete(name))),
);

const matches =
  (strategy: Strategy, prefix: string) =>
  ({ request, url, sameOrigin }: { request: Request; url: URL; sameOrigin: boolean }) =>
    url.pathname.startsWith(prefix) &&
    strategyFor(
      { method: request.method, mode: request.mode, sameOrigin, pathname: url.pathname },
      paths,
    ) === strategy;

const json = /^application\/json/;

// No navigation preload: every page is installed, and a preload would only request it again.
registerRoute(matches("shell", "/"), (options) =>
  createHandlerBoundToURL(pageFor(options.url.pathname, installed))(options),
);
// After the pages: a page that is not installed any more would not come from the network by this route, since
// Workbox cannot repeat a navigation.
addRoute();
registerRoute(
  matches("network-first", "/config.json"),
  new NetworkFirst({
    cacheName: cacheNames.config,
    networkTimeoutSeconds,
    plugins: [only(json, isConfig)],
  }),
);
registerRoute(
  matches("network-first", "/api/"),
  new NetworkFirst({
    cacheName: cacheNames.publicApi,
    networkTimeoutSeconds,
    plugins: [plainKey, only(json, isAnswer), bounded],
  }),
);
registerRoute(
  matches("stale-while-revalidate", "/icons/"),
  new StaleWhileRevalidate({
    cacheName: cacheNames.icons,
    plugins: [only(/^(application\/json|image\/)/, isIcons), bounded],
  }),
);

self.addEventListener("message", (event) => {
  const message = event.data as PageMessage | undefined;
  if (message?.type === "SKIP_WAITING") void self.skipWaiting();
  if (message?.type === "IS_OFF") event.ports[0]?.postMessage(false satisfies IsOff);
  if (message?.type === "CACHE_STATE") {
    event.waitUntil(cacheState().then((state) => event.ports[0]?.postMessage(state)));
  }
  if (message?.type === "REFILL") {
    const refilled = refill(event)
      // What is still missing is fetched the next time.
      .catch(() => undefined)
      .then(cacheState);
    event.waitUntil(refilled.then((state) => event.ports[0]?.postMessage(state)));
  }
});

/** Fetches the parts of this build that are not on the device any more; those that are there stay. */
async function refill(event: ExtendableEvent): Promise<void> {
  const controller = new PrecacheController({ plugins: [ownFilesOnly] });
  controller.addToCacheList(manifest);
  // Only an installation caches what it has fetched.
  await controller.install(new InstallOf(event));
}

/** Stands for an installation while another event lasts. */
class InstallOf extends ExtendableEvent {
  readonly #during: ExtendableEvent;

  constructor(during: ExtendableEvent) {
    super("install");
    this.#during = during;
  }

  override waitUntil(work: Promise<unknown>): void {
    this.#during.waitUntil(work);
  }
}

async function cacheState(): Promise<CacheState> {
  const names = (await caches.keys()).filter((name) => name.includes("precache"));
  const counts = await Promise.all(
    names.map(async (name) => (await (await caches.open(name)).keys()).length),
  );
  return {
    precached: counts.reduce((sum, count) => sum + count, 0),
    wanted: installed.size,
  };
}
