/** At 400 % zoom the bars leave the screen to what one reads. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

const depth = (page: Page) => page.evaluate(() => Math.round(scrollY));

test("at 400 % zoom no bar stays over what is read", async () => {
  const person = await stage.user("zoom@example.org");
  const page = await (
    await stage.phone({ as: person, viewport: { width: 320, height: 256 } })
  ).newPage();
  for (const path of ["/", "/coins", "/contracts", "/seconds", "/currency/detail?symbol=btcusdt"]) {
    await openApp(page, stage.address + path);
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo({ top: 300 }));
        return depth(page);
      })
      .toBe(300);
    const over = await page.evaluate(() =>
      [...document.querySelectorAll("body *")]
        .filter((part) => ["sticky", "fixed"].includes(getComputedStyle(part).position))
        .filter((part) => part.closest("table, [popover], dialog") === null)
        .map((part) => part.tagName + part.className),
    );
    expect(over, path).toEqual([]);
  }
});
