import "./styles/tokens.css";
import "./styles/reset.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Provider } from "jotai";
import { StrictMode, useEffect, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { loadRuntimeConfig } from "./api/config.ts";
import { hasEarlyMarkets, showsPrices } from "./api/early-reads.ts";
import { keepTickers } from "./features/market/kept-tickers.ts";
import { liveFeed } from "./features/market/live-feed-instance.ts";
import { followHalts } from "./features/market/follow-halts.ts";
import { marketStore } from "./features/market/market-store.ts";
import { starAfterLogin } from "./features/market/set-star.ts";
import { defaultLocaleAtom } from "./features/platform/platform-atoms.ts";
import { captureEntryParameters } from "./features/session/entry-parameters.ts";
import { authPromptAtom, entryAtom, sessionAtom } from "./features/session/session-atoms.ts";
import { activateFirstLocale, fetchTextsEarly, needTextsOf } from "./i18n/activate.ts";
import { localiseHead } from "./i18n/localise-head.ts";
import { router } from "./router.ts";
import { queryClient, store } from "./shell/app-context.ts";
import { fillAccountBook } from "./shell/fill-account-book.ts";
import { followStars } from "./shell/follow-stars.ts";
import { logOnce, logUnhandled } from "./shell/log-errors.ts";
import { isStandalone, watchInstall } from "./shell/install-prompt.ts";
import { followLaunches } from "./shell/launches.ts";
import { followLifeCycle } from "./shell/life-cycle.ts";
import { applyLook, restoreLook } from "./shell/look.ts";
import { guardMissingParts } from "./shell/missing-part.ts";
import { busyReasons, watchTyping } from "./shell/reload-guard.ts";
import { learnRoutePayload } from "./shell/route-payload.ts";
import { connectCalls, followSession } from "./shell/session-effects.ts";
import { followVersions, versionGapAtom } from "./shell/version-gap.ts";
import { startWorkerBridge } from "./shell/worker-bridge.ts";
import { restoreKept, startAgain, startUp } from "./startup.ts";
import { keepQueries } from "./storage/kept-queries.ts";
import { persistOnceInstalled } from "./storage/persistence.ts";

/** A step of the startup that never ends keeps nobody's account book from being filled for longer. */
const startPatienceMs = 10_000;
/** What follows on the first frame does not wait longer for one that fails. */
const framePatienceMs = 3000;
/** The first frame does not wait longer for prices that are on their way. */
const earlyPricesMs = 50;

/** Puts what this device kept on screen, then starts everything that asks the venue. */
async function main(): Promise<void> {
  logUnhandled(window);
  guardMissingParts();
  watchTyping();
  watchInstall(window, store);
  restoreLook();
  connectCalls();
  const config = loadRuntimeConfig();
  store.set(entryAtom, captureEntryParameters(location.search));
  fetchScreenEarly();
  await restoreKept();
  const prices = hasEarlyMarkets() ? liveFeed.refresh().catch(() => undefined) : undefined;
  needTextsOf(location.pathname);
  await activateFirstLocale(store.get(defaultLocaleAtom));
  showLanguage();

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  // A page that the build wrote is replaced in one step, by a screen that is there.
  if (root.firstElementChild) await router.load();
  await within(earlyPricesMs, prices);
  let shown = () => {};
  const firstFrame = new Promise<void>((done) => (shown = done));
  createRoot(root, {
    onUncaughtError: logOnce,
    onCaughtError: logOnce,
    onRecoverableError: logOnce,
  }).render(
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
    </StrictMode>,
  );

  keepQueries(queryClient, () => store.get(sessionAtom)?.id ?? null);
  keepTickers(marketStore);
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
  const started = within(startPatienceMs, startUp(config));
  await within(framePatienceMs, firstFrame);
  const followPrices = () => store.get(versionGapAtom) === null && liveFeed.start();
  // Where prices are looked at they wait for the venue's address alone: the startup's waits are for its own calls.
  if (showsPrices(location.pathname)) void config.then(followPrices);
  // On a first visit what is on screen goes before what is for later visits.
  if (!navigator.serviceWorker?.controller) await started;
  startWorkerBridge();
  await started;
  followPrices();
  fillAccountBook();
}

/** Tells when what it holds is on screen for the first time. */
function Shown({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  useEffect(onShown, [onShown]);
  return children;
}

/** Waits for a step, but not for longer; one that fails has told the person where that is due. */
async function within(ms: number, step: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([step, new Promise((done) => setTimeout(done, ms))]);
}

/** What the first screen is made of comes while the device's own database answers. A part that is missing is dealt with by whoever needs it. */
function fetchScreenEarly(): void {
  fetchTextsEarly(location.pathname);
  const [, , route] = router.getMatchedRoutes(location.pathname);
  if (route) router.loadRouteChunk(route)?.catch(() => undefined);
}

/** Somebody came, here or in another tab: what they need is loaded, the star they asked for is set, and the log-in pages lead on. */
async function arrive(): Promise<void> {
  await Promise.all([
    startAgain().then(() => starAfterLogin(store, queryClient, Date.now())),
    router.invalidate(),
  ]);
}

/** Nobody is logged in any more: a page of the account leads away, unless the dialog asks for a login in its place. */
async function leave(): Promise<void> {
  if (store.get(authPromptAtom) === null) await router.invalidate();
}

/** What of the page beside its words follows the language. */
function showLanguage(): void {
  applyLook();
  localiseHead();
}

void main();
