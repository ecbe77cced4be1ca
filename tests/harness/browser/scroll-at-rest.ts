import type { Locator } from "playwright-core";

/**
 * Waits until a scrolled element stands still. A finger that is lifted in motion lets the scroll run out, and
 * until then Chromium lets no page take over another touch.
 */
export async function scrollAtRest(scroller: Locator): Promise<void> {
  await scroller.evaluate(async (element) => {
    for (let before = Number.NaN; before !== element.scrollTop;) {
      before = element.scrollTop;
      await new Promise((done) => setTimeout(done, 300));
    }
  });
}
