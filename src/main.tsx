import "./styles/tokens.css";
import "./styles/reset.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Provider } from "jotai";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadRuntimeConfig } from "./api/config.ts";
import { keepTickers } from "./features/market/kept-tickers.ts";
import { liveFeed } from "./features/market/live-feed-instance.ts";
import { marketStore } from "./features/market/market-store.ts";
import { countriesAtom } from "./features/platform/platform-atoms.ts";
import { captureEntryParameters } from "./features/session/entry-parameters.ts";
import { entryAtom, sessionAtom } from "./features/session/session-atoms.ts";
import { activateLocale, savedLocale } from "./i18n/activate.ts";
import { fallbackLocale, localeOf } from "./i18n/locales.ts";
import { router } from "./router.ts";
import { queryClient, store } from "./shell/app-context.ts";
import { knownPaths } from "./shell/guard.ts";
import { applyLook, restoreLook } from "./shell/look.ts";
import { learnRoutePayload } from "./shell/route-payload.ts";
import { connectCalls, followSession } from "./shell/session-effects.ts";
import { startWorkerBridge } from "./shell/worker-bridge.ts";
import { loadAccount, restoreKept, startUp } from "./startup.ts";
import { keepQueries } from "./storage/kept-queries.ts";

/** Puts what this device kept on screen, then starts everything that asks the venue. */
async function main(): Promise<void> {
  restoreLook();
  connectCalls();
  const config = loadRuntimeConfig();
  store.set(entryAtom, captureEntryParameters(location.search));
  await restoreKept();
  await showLanguage();

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  // A page that the build wrote is replaced in one step, by a screen that is there.
  if (root.firstElementChild) await router.load();
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <QueryClientProvider client={queryClient}>
          <I18nProvider i18n={i18n}>
            <RouterProvider router={router} />
          </I18nProvider>
        </QueryClientProvider>
      </Provider>
    </StrictMode>,
  );

  keepQueries(queryClient, () => store.get(sessionAtom)?.id ?? null);
  keepTickers(marketStore);
  followSession(() => void loadAccount());
  i18n.on("change", () => applyLook());
  startWorkerBridge();
  router.subscribe("onResolved", ({ toLocation }) => {
    if (knownPaths.has(toLocation.pathname)) void learnRoutePayload(toLocation.pathname);
  });
  await startUp(config);
  liveFeed.start();
}

/** The chosen language, else the default country's as last known, else English. */
async function showLanguage(): Promise<void> {
  const country = store.get(countriesAtom)[0];
  const locale = savedLocale() ?? (country ? localeOf(country.code) : fallbackLocale);
  await activateLocale(locale).catch(() => activateLocale(fallbackLocale));
  applyLook();
}

void main();
