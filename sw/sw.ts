/// <reference lib="webworker" />
import { clientsClaim, registerQuotaErrorCallback } from "workbox-core";
import { cleanupOutdatedCaches, type PrecacheEntry, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { NetworkFirst, StaleWhileRevalidate } from "workbox-strategies";
import {
  type HasFallen,
  type IsOff,
  logoutsTag,
  pricesTag,
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
import { buildBeforeCache } from "./build-before.ts";
import { bringAccount } from "./fresh-account.ts";
import { bringPrices } from "./fresh-prices.ts";
import { Installation } from "./installation.ts";
import { sendPendingLogouts } from "./pending-logouts.ts";
import { openPush, renewSubscription, showPush } from "./push.ts";
import { pageFor, strategyFor, type Strategy } from "./routes.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };
/** Paths whose answer is the same for everybody; the build writes the list (scripts/build/service-worker.ts). */
declare const PUBLIC_PATHS: readonly string[];

const paths = new Set(PUBLIC_PATHS);
const installation = new Installation(self.__WB_MANIFEST);

self.addEventListener("install", (event) => event.waitUntil(installation.install(event)));
self.addEventListener("activate", (event) => event.waitUntil(installation.activate(event)));
cleanupOutdatedCaches();
clientsClaim();
// On a full device, answers that can be fetched again make room for the app itself.
registerQuotaErrorCallback(() =>
  Promise.all(
    [cacheNames.icons, cacheNames.publicApi, buildBeforeCache].map((name) => caches.delete(name)),
  ),
);

const matches =
  (strategy: Strategy, prefix: string) =>
  ({ request, url, sameOrigin }: { request: Request; url: URL; sameOrigin: boolean }) =>
    url.pathname.includes(prefix) &&
    strategyFor(
      { method: request.method, mode: request.mode, sameOrigin, pathname: url.pathname },
      paths,
    ) === strategy;

const json = /^application\/json/;

// No navigation preload: every page is installed, and a preload would only request it again.
registerRoute(
  matches("shell", "/"),
  async (options) =>
    (await installation.before.page(options.url.pathname)) ??
    installation.controller.createHandlerBoundToURL(
      pageFor(options.url.pathname, installation.paths),
    )(options),
);
// After the pages: a page that is not installed any more would not come from the network by this route, since
// Workbox cannot repeat a navigation.
registerRoute(new PrecacheRoute(installation.controller));
// Parts of a build before this one, and those that this device does not install.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
  async ({ request }) => (await installation.before.part(request)) ?? fetch(request),
);
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

self.addEventListener("sync", (event) => {
  // TypeScript has no type for it.
  const sync = event as ExtendableEvent & { tag: string };
  if (sync.tag === logoutsTag) sync.waitUntil(sendPendingLogouts());
});
self.addEventListener("periodicsync", (event) => {
  const sync = event as ExtendableEvent & { tag: string };
  // The browser comes again by itself.
  if (sync.tag === pricesTag)
    sync.waitUntil(
      bringPrices()
        .then(bringAccount)
        .catch(() => undefined),
    );
});
self.addEventListener("push", (event) => event.waitUntil(showPush(event.data)));
self.addEventListener("notificationclick", (event) =>
  event.waitUntil(openPush(event.notification)),
);
self.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(renewSubscription(event)),
);

self.addEventListener("message", (event) => {
  const message = event.data as PageMessage | undefined;
  if (message?.type === "SKIP_WAITING") void self.skipWaiting();
  // Answers that are still on their way would be cached after everything was cleared.
  if (message?.type === "FORGET")
    caches.open = () => Promise.reject(new DOMException("This device forgets", "AbortError"));
  if (message?.type === "STARTED") event.waitUntil(installation.noteStart(message.build));
  if (message?.type === "FALL_BACK")
    event.waitUntil(
      installation.before
        .fallBack()
        .catch(() => false)
        .then((hasFallen) => event.ports[0]?.postMessage(hasFallen satisfies HasFallen)),
    );
  if (message?.type === "IS_OFF") event.ports[0]?.postMessage(false satisfies IsOff);
  if (message?.type === "CACHE_STATE") {
    event.waitUntil(installation.state().then((state) => event.ports[0]?.postMessage(state)));
  }
  if (message?.type === "REFILL") {
    // Only an installation caches what it has fetched.
    const refilled = installation
      .install(new InstallOf(event))
      // What is still missing is fetched the next time.
      .catch(() => undefined)
      .then(() => installation.state());
    event.waitUntil(refilled.then((state) => event.ports[0]?.postMessage(state)));
  }
});

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
