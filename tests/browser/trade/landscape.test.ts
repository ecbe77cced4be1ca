/** A phone on its side: navigation at the side, and price, chart, side, amount and button on one screen. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

const viewports = [
  [667, 375],
  [844, 390],
  [932, 430],
] as const;

/** What has to be seen at once on each trading screen. */
const essentials = {
  "/coins": ["canvas", "form input[type=radio]", "form [name=value]", "form button[type=submit]"],
  "/contracts": ["canvas", "form [name=size]", "form [data-sticky-bottom] button"],
  "/seconds": ["figure canvas", "form [name=stake]", "form [data-sticky-bottom] button"],
} as const;
const others = ["/", "/assets", "/history", "/recharge", "/security"];

/** What is not wholly on screen, or under something else; the price stands in the head of the market. */
function hidden(page: Page, parts: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (selectors) =>
      ["section h2 ~ *, section [class*=last]", ...selectors].flatMap((selector) => {
        const [part] = document.querySelectorAll(selector);
        if (!part) return [`${selector} is missing`];
        const { left, top, right, bottom } = part.getBoundingClientRect();
        if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
          return [`${selector} ends at ${Math.round(right)}, ${Math.round(bottom)}`];
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isSeen = seen !== null && (part.contains(seen) || seen.contains(part));
        return isSeen || part.tagName === "CANVAS" ? [] : [`${selector} is covered`];
      }),
    parts,
  );
}

/** The navigation at the side, and how much wider than the screen the page is. */
const frameOf = (page: Page) =>
  page.evaluate(() => {
    const bar = [...document.querySelectorAll("nav")].at(-1)?.getBoundingClientRect();
    const content = document.querySelector("main > *")?.getBoundingClientRect();
    return {
      atTheSide: bar !== undefined && bar.left === 0 && bar.right <= (content?.left ?? 0),
      fromTopToBottom: bar !== undefined && bar.top === 0 && bar.bottom === innerHeight,
      tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });

const sane = { atTheSide: true, fromTopToBottom: true, tooWide: 0 };

test("price, chart, side, amount and button stand on one screen, the navigation beside them", async () => {
  const person = await stage.user("landscape@example.org");
  const page = await (
    await stage.phone({ as: person, viewport: { width: 844, height: 390 } })
  ).newPage();
  for (const [path, parts] of Object.entries(essentials)) {
    await page.setViewportSize({ width: 844, height: 390 });
    await openApp(page, `${stage.address}${path}?symbol=btcusdt`);
    await page.locator("form [data-sticky-bottom] button:enabled").first().waitFor();
    await page.locator("canvas").first().waitFor();
    for (const [width, height] of viewports) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => hidden(page, parts), { message: `${path} ${width}×${height}` })
        .toEqual([]);
      expect(await frameOf(page), `${path} ${width}×${height}`).toEqual(sane);
      const chart = await page.locator("canvas").first().boundingBox();
      expect(chart?.height, `${path} ${width}×${height}`).toBeGreaterThanOrEqual(120);
    }
    // The rail goes with the page, however far one reads on beside it.
    await page.evaluate(() => scrollTo(0, 400));
    await expect
      .poll(() =>
        hidden(page, parts.slice(-1)).then((rest) => rest.filter((one) => one.startsWith("form"))),
      )
      .toEqual([]);
    expect(await frameOf(page)).toMatchObject({ fromTopToBottom: true });
  }
});

test("every other screen keeps within the width beside the navigation", async () => {
  const person = await stage.user("landscape-others@example.org");
  const page = await (
    await stage.phone({ as: person, viewport: { width: 667, height: 375 } })
  ).newPage();
  for (const path of others) {
    await openApp(page, stage.address + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await frameOf(page), path).toEqual(sane);
  }
});
