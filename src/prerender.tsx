/** Run by the build under Node: the public pages as a visitor who reads English first sees them. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { Provider } from "jotai";
import { renderToString } from "react-dom/server";
import { loadRuntimeConfig } from "./api/config.ts";
import { fallbackLocale } from "./i18n/locales.ts";
import { messages } from "./locales/en-US.po";
import { router } from "./router.ts";
import { queryClient, store } from "./shell/app-context.ts";
import { titleOf } from "./shell/places.ts";

export interface WrittenPage {
  title: string;
  /** The contents of `#root`. */
  html: string;
}

/** No answer ever comes, so that every part shows what it shows while it waits. */
export async function writePage(path: string): Promise<WrittenPage> {
  globalThis.fetch = () => new Promise(() => undefined);
  void loadRuntimeConfig();
  i18n.loadAndActivate({ locale: fallbackLocale, messages });
  // What restores the place of scrolling is an inline script, which the page's policy forbids.
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }), scrollRestoration: false });
  await router.load();
  const html = renderToString(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>
          <RouterProvider router={router} />
        </I18nProvider>
      </QueryClientProvider>
    </Provider>,
  );
  return { title: path === "/" ? "Godwit" : `${i18n._(titleOf(path))} · Godwit`, html };
}
