import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { venueNow } from "../../../../src/api/venue-clock.ts";
import { useAgeOf } from "../../../../src/features/market/feed/use-ticker.ts";

/** What a figure of this age is rendered for; a subscriber renders again when it is another. */
function factAt(agoMs: number): string {
  const ts = venueNow() - agoMs;
  function Fact() {
    return JSON.stringify(useAgeOf(ts));
  }
  return renderToStaticMarkup(<Fact />);
}

test("an old figure renders each second for a minute, and then each minute, as its words change", () => {
  expect(factAt(30_500)).not.toBe(factAt(31_500));
  expect(factAt(61_000)).toBe(factAt(119_000));
  expect(factAt(119_000)).not.toBe(factAt(121_000));
  expect(factAt(3_700_000)).toBe(factAt(7_100_000));
});
