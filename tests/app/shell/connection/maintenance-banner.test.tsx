import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { Provider } from "jotai";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { afterEach, beforeEach, expect, test } from "vitest";
import { platformEndpoints } from "#protocol/api/platform.ts";
import { platformAtom } from "../../../../src/features/platform/platform-atoms.ts";
import { store } from "../../../../src/shell/app-context.ts";
import { MaintenanceBanner } from "../../../../src/shell/connection/maintenance-banner.tsx";

const hourMs = 3_600_000;

/** The line where the venue plans to be away from then to then, in hours from now. */
function lineWith(...planned: [from: number, to: number, note?: string][]): string {
  const now = Date.now();
  const { platformbase: base } = v.parse(platformEndpoints.platBase.data, {
    platformbase: {
      maintenance: planned.map(([from, to, note]) => ({
        from_time: now + from * hourMs,
        to_time: now + to * hourMs,
        note,
      })),
    },
    secondContractConf: [],
  });
  store.set(platformAtom, { base, secondContractConf: [] });
  return renderToStaticMarkup(
    <Provider store={store}>
      <I18nProvider i18n={i18n}>
        <MaintenanceBanner />
      </I18nProvider>
    </Provider>,
  );
}

beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));
afterEach(() => store.set(platformAtom, null));

test("maintenance is said two days ahead with its reason, while it lasts until when, and not after it", () => {
  expect(lineWith([1, 2, "A larger disk."])).toMatch(/Maintenance from .* A larger disk\./);
  expect(lineWith([-1, 1])).toContain("is being maintained until");
  expect([lineWith(), lineWith([49, 50]), lineWith([-2, -1])]).toEqual(["", "", ""]);
  expect(lineWith([-2, -1], [1, 2])).toContain("Maintenance from");
});
