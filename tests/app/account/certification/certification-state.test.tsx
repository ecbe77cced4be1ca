import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createStore, Provider } from "jotai";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import type { Certification } from "#protocol/api/certification.ts";
import type { PlatformBase } from "#protocol/api/platform.ts";
import { certStatus } from "#protocol/api/user.ts";
import { CertificationState } from "../../../../src/features/account/certification/certification-state.tsx";
import { platformAtom } from "../../../../src/features/platform/platform-atoms.ts";

beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));

/** The screen of somebody who is not certified. */
function screenOf(needs: string[] | undefined): string {
  const store = createStore();
  if (needs !== undefined)
    store.set(platformAtom, {
      base: { kyc_required: needs } as PlatformBase,
      secondContractConf: [],
    });
  return renderToStaticMarkup(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient()}>
        <I18nProvider i18n={i18n}>
          <CertificationState
            certification={{ certstatus: certStatus.none } as Certification}
            onBegin={() => undefined}
            onward={null}
          />
        </I18nProvider>
      </QueryClientProvider>
    </Provider>,
  );
}

test("what certification is needed for is said once the platform has said it, and not before", () => {
  expect(screenOf(["withdrawal"])).toContain("It opens withdrawals");
  expect(screenOf([])).toContain("Nothing on this venue needs it");
  const unknown = screenOf(undefined);
  expect(unknown).not.toContain("It opens withdrawals");
  expect(unknown).not.toContain("Nothing on this venue needs it");
});
