import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Without motion a change of colour or place has been drawn after them. */
export const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** Has the system of a page whose theme is dark turn to light, and waits until the page shows it. */
export async function turnLight(page: Page): Promise<void> {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(ground).not.toBe(dark);
  await twoFrames(page);
}
