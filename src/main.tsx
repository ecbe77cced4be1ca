import "./styles/tokens.css";
import "./styles/reset.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Provider } from "jotai";
import { startTransition, StrictMode, useEffect, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { askForLateConfig, loadRuntimeConfig } from "./api/config.ts";
import { hasEarlyMarkets, showsPrices } from "./api/early-reads.ts";
import { persistTickers } from "./features/market/list/ticker-cache.ts";
import { liveFeed } from "./features/market/feed/live-feed.ts";
import { followHalts } from "./features/market/feed/market-queries.ts";
import { marketStore } from "./features/market/feed/market-store.ts";
import { addFavouriteAfterLogin } from "./features/market/favourites/favourites.ts";
import { defaultLocaleAtom } from "./features/platform/platform-atoms.ts";
import { captureEntryParameters } from "./features/session/register/entry-parameters.ts";
import { authPromptAtom, entryAtom, sessionAtom } from "./features/session/session-atoms.ts";
import {
  activateFirstLocale,
  fetchTextsEarly,
  localiseHead,
  needTextsOf,
} from "./i18n/activate.ts";
import { letScreensComeInSteps } from "./lib/screen-steps.ts";
import { keyboardDevice } from "./lib/use-media.ts";
import { router } from "./router.ts";
import { queryClient, store } from "./shell/app-context.ts";
import { fillAccountSnapshot } from "./shell/session/fill-account-snapshot.ts";
import { fillTravelSet } from "./shell/travel-set/fill-travel-set.ts";
import { followStars } from "./shell/toasts/favourite-toasts.ts";
import { logOnce, logUnhandled } from "./shell/errors/log-errors.ts";
import { isStandalone, watchInstall } from "./shell/install/install-prompt.ts";
import { followLaunches } from "./shell/frame/launches.ts";
import { followLogouts } from "./features/session/pending-logouts.ts";
import { followLifeCycle } from "./shell/session/life-cycle.ts";
import { applyAppearance, restoreAppearance } from "./shell/settings/appearance.ts";
import { guardMissingParts } from "./shell/update/missing-part.ts";
import { leaveLayersFirst } from "./ui/layers/layer-history.ts";
import { busyReasons, watchTyping } from "./shell/update/reload-guard.ts";
import { learnRoutePayload } from "./shell/update/route-payload.ts";
import { connectCalls, followSession } from "./shell/session/session-effects.ts";
import { followVersions, versionGapAtom } from "./shell/update/version-gap.ts";
import { startUpdates, whenNetworkIsCalm } from "./shell/update/updates.ts";
import { restorePersisted, startAgain, startUp } from "./startup.ts";
import { persistQueries } from "./storage/persisted-queries.ts";
import { persistOnceInstalled } from "./storage/persistence.ts";

/** A step of the startup that never ends delays the later steps no longer than this. */
const startTimeoutMs = 10_000;
/** Where the first frame fails, the later steps wait no longer than this. */
const frameTimeoutMs = 3000;
/** The first frame waits no longer than this for prices. */
const earlyPricesMs = 50;
/** Prices wait no longer than this for the code that shares a stream. */
const sharingTimeoutMs = 1000;

/** Shows what this device has stored, then starts everything that calls the venue. */
async function main(): Promise<void> {
  logUnhandled(window);
  guardMissingParts();
  watchTyping();
  leaveLayersFirst(router.history);
  // With a listener of our own at its history the router would not load what a redirect at the start leads to.
  const { push } = router.history;
  router.history.push = (...entry) => {
    letScreensComeInSteps(true);
    push(...entry);
  };
  router.subscribe("onRendered", () => letScreensComeInSteps(false));
  watchInstall(window, store);
  restoreAppearance();
  connectCalls();
  const config = loadRuntimeConfig();
  store.set(entryAtom, captureEntryParameters(location.search));
  fetchScreenEarly();
  await restorePersisted();
  const prices = hasEarlyMarkets() ? liveFeed.refresh().catch(() => undefined) : undefined;
  needTextsOf(location.pathname);
  await activateFirstLocale(store.get(defaultLocaleAtom));
  showLanguage();

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  // A page that the build wrote is replaced in one step, once the screen is loaded.
  if (root.firstElementChild) await router.load();
  await within(earlyPricesMs, prices);
  let shown = () => {};
  const firstFrame = new Promise<void>((done) => (shown = done));
  const app = (
    <StrictMode>
      <Provider store={store}>
        <QueryClientProvider client={queryClient}>
          <I18nProvider i18n={i18n}>
            <Shown onShown={shown}>
              <RouterProvider router={router} />
            </Shown>
          </I18nProvider>
        </QueryClientProvider>
      </Provider>
    </StrictMode>
  );
  const page = createRoot(root, {
    onUncaughtError: logOnce,
    onCaughtError: logOnce,
    onRecoverableError: logOnce,
  });
  // In short tasks: a finger that comes meanwhile does not wait for all of it.
  startTransition(() => page.render(app));

  persistQueries(queryClient, () => store.get(sessionAtom)?.id ?? null);
  persistTickers(marketStore);
  followHalts(queryClient, marketStore);
  followStars();
  persistOnceInstalled(window, isStandalone(window));
  followSession({ arrived: () => void arrive(), left: () => void leave() });
  followLifeCycle({ page: window, store, client: queryClient, reload: () => location.reload() });
  i18n.on("change", showLanguage);
  followLaunches(window, store, {
    go: (to) => void router.navigate({ href: to }),
    reasons: busyReasons,
  });
  followVersions();
  router.subscribe("onResolved", ({ toLocation }) => {
    if (toLocation.pathname in router.routesByPath) void learnRoutePayload(toLocation.pathname);
  });
  const started = within(startTimeoutMs, startUp(config));
  await within(frameTimeoutMs, firstFrame);
  const sharing = shareStream();
  const followPrices = async () => {
    await within(sharingTimeoutMs, sharing);
    if (store.get(versionGapAtom) === null) liveFeed.start();
  };
  // On a screen with prices they wait for the venue's address only: the waits of the startup are for its own calls.
  if (showsPrices(location.pathname)) void config.then(followPrices);
  // On a first visit, what is on screen is loaded before what is stored for later visits.
  const isFirstVisit = !navigator.serviceWorker?.controller;
  if (!isFirstVisit) void startUpdates();
  await started;
  void followLateConfig();
  followLogouts(store);
  // Where the browser asks nobody, no pushes come.
  if (globalThis.Notification?.permission === "granted")
    void import("./features/account/push/follow-push.ts").then(
      (part) => part.followPush(store),
      () => undefined,
    );
  if (isFirstVisit) void whenNetworkIsCalm().then(startUpdates);
  void followPrices();
  fillAccountSnapshot();
  fillTravelSet();
}

/** Where the config comes late, what was asked by the defaults may have gone elsewhere. */
async function followLateConfig(): Promise<void> {
  if (!(await askForLateConfig())) return;
  liveFeed.moved();
  await startAgain();
  await queryClient.invalidateQueries();
}

/** Calls `onShown` when its children are on screen for the first time. */
function Shown({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  useEffect(onShown, [onShown]);
  return children;
}

/** Waits for a step, at most `ms`. A step that fails has already shown its error where it should. */
async function within(ms: number, step: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([step, new Promise((done) => setTimeout(done, ms))]);
}

/** Where several windows are seen at once, one stream is for all of them. */
async function shareStream(): Promise<void> {
  if (!matchMedia(keyboardDevice).matches) return;
  const part = await import("./features/market/feed/desk-shared-stream.ts").catch(() => undefined);
  if (part?.canShareStream()) liveFeed.replaceStream((deps) => new part.SharedStream(deps));
}

/** Starts loading the code and texts of the first screen while the device's database answers. The router and the screen handle failures. */
function fetchScreenEarly(): void {
  fetchTextsEarly(location.pathname);
  const [, , route] = router.getMatchedRoutes(location.pathname);
  if (route) router.loadRouteChunk(route)?.catch(() => undefined);
}

/** After a login, here or in another tab: loads what the user needs, sets the favourite they asked for, and leaves the log-in pages. */
async function arrive(): Promise<void> {
  await Promise.all([
    startAgain().then(() => addFavouriteAfterLogin(store, queryClient, Date.now())),
    router.invalidate(),
  ]);
}

/** After the session ended: leaves a page of the account, unless the dialog asks for a login there. */
async function leave(): Promise<void> {
  if (store.get(authPromptAtom) === null) await router.invalidate();
}

/** Sets what else in the page depends on the language. */
function showLanguage(): void {
  applyAppearance();
  localiseHead();
}

void main();
