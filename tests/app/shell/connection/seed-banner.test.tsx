import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { Provider } from "jotai";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { afterEach, beforeEach, expect, test } from "vitest";
import { platformEndpoints } from "#protocol/api/platform.ts";
import { platformAtom } from "../../../../src/features/platform/platform-atoms.ts";
import { store } from "../../../../src/shell/app-context.ts";
import { SeedBanner } from "../../../../src/shell/connection/seed-banner.tsx";

/** The screen's line where the venue says this of its seed. */
function lineWith(market_seed: string | undefined, path = "/coins"): string {
  const { platformbase: base } = v.parse(platformEndpoints.platBase.data, {
    platformbase: { market_source: "sim", market_seed },
    secondContractConf: [],
  });
  store.set(platformAtom, { base, secondContractConf: [] });
  return renderToStaticMarkup(
    <Provider store={store}>
      <I18nProvider i18n={i18n}>
        <SeedBanner path={path} />
      </I18nProvider>
    </Provider>,
  );
}

beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));
afterEach(() => store.set(platformAtom, null));

test("where prices stand, a public or given seed is said; a venue's own is nothing to say", () => {
  expect(lineWith("public")).toContain("anybody can compute its future prices");
  // Beside the page's regions, where screen readers would pass it by.
  expect(lineWith("public")).toContain('role="status"');
  expect(lineWith("given")).toContain("those who know it can compute its future prices");
  expect([
    lineWith("own"),
    lineWith(""),
    lineWith(undefined),
    lineWith("public", "/login"),
  ]).toEqual(["", "", "", ""]);
});
