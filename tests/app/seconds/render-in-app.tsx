import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { Provider } from "jotai";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { queryClient, store } from "../../../src/shell/app-context.ts";

/** A part as the page would hold it. */
export const markup = (part: ReactNode) =>
  renderToStaticMarkup(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>{part}</I18nProvider>
      </QueryClientProvider>
    </Provider>,
  );

/** Its words, with a bar for each seam. */
export const textOf = (part: ReactNode) =>
  markup(part)
    .replaceAll(/<[^>]+>/g, "|")
    .replaceAll(/\|+/g, "|")
    .replaceAll("\u00a0", " ")
    .replaceAll("&#x27;", "'");
