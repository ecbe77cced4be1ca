import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { learnVenueTime } from "../../../../src/api/venue-clock.ts";
import { ClockBanner } from "../../../../src/shell/connection/clock-banner.tsx";

/** The line where the device's clock is off by so much. */
function lineWith(offMs: number): string {
  learnVenueTime(Date.now() - offMs, Date.now());
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <ClockBanner />
    </I18nProvider>,
  );
}

beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));
afterEach(() => learnVenueTime(Date.now(), Date.now()));

test("a wrong clock is said with how wrong it is and to which side; a little is nothing to say", () => {
  expect(lineWith(3 * 3600_000 - 20)).toContain("clock is 3h fast");
  expect(lineWith(-599_900)).toContain("clock is 10m slow");
  expect([lineWith(0), lineWith(60_000), lineWith(-60_000)]).toEqual(["", "", ""]);
});
