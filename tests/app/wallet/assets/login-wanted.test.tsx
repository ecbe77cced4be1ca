import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { Provider } from "jotai";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sessionAtom } from "../../../../src/features/session/session-atoms.ts";
import { AssetsScreen } from "../../../../src/features/wallet/assets/assets-screen.tsx";
import { HistoryScreen } from "../../../../src/features/wallet/bills/history/history-screen.tsx";
import { queryClient, store } from "../../../../src/shell/app-context.ts";

const screens: [string, ReactNode][] = [
  ["assets", <AssetsScreen key="assets" />],
  [
    "history",
    <HistoryScreen key="history" filters={{}} onFilters={() => undefined} linked={() => null} />,
  ],
];

beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));
afterEach(() => {
  store.set(sessionAtom, null);
  queryClient.clear();
});

const markup = (screen: ReactNode) =>
  renderToStaticMarkup(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>{screen}</I18nProvider>
      </QueryClientProvider>
    </Provider>,
  );

test.each(screens)(
  "without a session %s offers the login instead of waiting for what cannot come",
  (_name, screen) => {
    const html = markup(screen);
    expect(html).toMatch(/<button[^>]*>.*Log in/);
    expect(html).not.toContain("data-shape=");
  },
);

test("with a session the history waits for its records", () => {
  store.set(sessionAtom, { id: "7", token: "t" });
  const html = markup(screens[1]?.[1]);
  expect(html).toContain("data-shape=");
  expect(html).not.toContain("Log in");
});
