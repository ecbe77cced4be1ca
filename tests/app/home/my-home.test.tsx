import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { Provider } from "jotai";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { EquityPoint } from "#protocol/api/equity.ts";
import { MyHome } from "../../../src/features/home/my-home.tsx";
import { equityQuery } from "../../../src/features/wallet/assets/wallet-queries.ts";
import { NO_NUMBER } from "../../../src/lib/format.ts";
import { queryClient, store } from "../../../src/shell/app-context.ts";

beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));
afterEach(() => queryClient.clear());

/** What stands beside "Today". */
function todayOf(points: readonly EquityPoint[] | undefined): string {
  if (points) queryClient.setQueryData(equityQuery("7").queryKey, [...points]);
  const html = renderToStaticMarkup(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>
          <MyHome />
        </I18nProvider>
      </QueryClientProvider>
    </Provider>,
  );
  return /Today(.*?)<\/p>/.exec(html)?.[1] ?? "";
}

test("the day's profit waits while it is on its way, and is no number where the venue has none", () => {
  expect(todayOf(undefined)).toContain("data-shape=");
  expect(todayOf([]).trim()).toBe(NO_NUMBER);
  expect(todayOf([{ time: 1_700_000_000_000, total: "10000", flow: "9990" }])).toContain("10.00");
});
