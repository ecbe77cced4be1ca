/** Run by the build under Node: the public pages as a visitor who reads English first sees them. */
import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { Provider } from "jotai";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { TickerRow } from "#protocol/api/market.ts";
import { loadRuntimeConfig } from "../api/config.ts";
import { AgeMark } from "../features/market/feed/age-mark.tsx";
import { byVolume } from "../features/market/list/market-order.ts";
import { marketStore } from "../features/market/feed/market-store.ts";
import { SortBar } from "../features/market/list/sort-bar.tsx";
import { TickerList } from "../features/market/list/ticker-list.tsx";
import { modelAges, modelNames } from "./first-rows.ts";
import { fallbackLocale } from "../i18n/locales.ts";
import { messages } from "../locales/en-US.po";
import { router } from "../router.ts";
import { queryClient, store } from "../shell/app-context.ts";
import { titleOf } from "../shell/screen-titles.ts";

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
  router.update({
    ...router.options,
    history: createMemoryHistory({ initialEntries: [path] }),
    scrollRestoration: false,
  });
  await router.load();
  const html = render(<RouterProvider router={router} />) + (path === "/" ? modelsOfRows() : "");
  return { title: path === "/" ? "Godwit" : `${i18n._(titleOf(path))} · Godwit`, html };
}

/** The list of markets with one row, and the marks of age: models after which the first rows are made (first-rows.ts). */
function modelsOfRows(): string {
  const figures = {
    open: 0,
    high: 0,
    low: 0,
    close: 0,
    amount: 0,
    vol: 0,
    count: 0,
    bid: 0,
    bidSize: 0,
    ask: 0,
    askSize: 0,
    change: 0,
    rank: 1,
  };
  const model: TickerRow = {
    ...figures,
    ...modelNames,
    symbol: "model",
    ts: Date.now(),
    src: "sim",
  };
  marketStore.take([model], { wholeRank: true });
  const list = render(
    <TickerList
      symbols={[model.symbol]}
      head={<SortBar own={null} usual={byVolume} onSort={() => undefined} />}
      onOpen={() => undefined}
    />,
  );
  marketStore.take([], { wholeRank: true });
  const ages = modelAges.map(
    (state) =>
      `<template data-model="${state}">${render(<AgeMark fact={{ state, ageMs: 0 }} short />)}</template>`,
  );
  const volume = "{volume}";
  // The policy forbids styles in the page; each row's are its own.
  return `<template data-model="list" data-volume="${t`Vol ${volume}`}">${list.replaceAll(/ style="[^"]*"/g, "")}</template>${ages.join("")}`;
}

function render(part: ReactNode): string {
  return renderToString(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>{part}</I18nProvider>
      </QueryClientProvider>
    </Provider>,
  );
}
