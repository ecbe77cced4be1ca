import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { Provider } from "jotai";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { EquityPoint } from "#protocol/api/equity.ts";
import { EquityPanel } from "../../../../src/features/wallet/assets/equity-panel.tsx";
import { equityQuery } from "../../../../src/features/wallet/assets/wallet-queries.ts";
import { queryClient, store } from "../../../../src/shell/app-context.ts";

beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));
afterEach(() => queryClient.clear());

function panelOf(points: readonly EquityPoint[] | undefined): string {
  if (points) queryClient.setQueryData(equityQuery("7").queryKey, [...points]);
  return renderToStaticMarkup(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>
          <EquityPanel hidden={false} />
        </I18nProvider>
      </QueryClientProvider>
    </Provider>,
  );
}

test("waits for figures that are on their way, and says where the venue has none", () => {
  const waits = panelOf(undefined);
  expect([waits.includes(`data-shape="fill"`), waits.includes("No figures yet.")]).toEqual([
    true,
    false,
  ]);
  const none = panelOf([]);
  expect([none.includes(`data-shape="fill"`), none.includes("No figures yet.")]).toEqual([
    false,
    true,
  ]);
  const some = panelOf([{ time: 1_700_000_000_000, total: "10000", flow: "10000" }]);
  expect([some.includes(`data-shape="fill"`), some.includes("No figures yet.")]).toEqual([
    false,
    false,
  ]);
});
