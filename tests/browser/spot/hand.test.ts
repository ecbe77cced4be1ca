/** What the trade screens do for the hand that holds the device, and for those who go by headings. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

const form = (page: Page) => page.getByRole("form", { name: "Order", exact: true });

async function choose(page: Page, setting: string): Promise<void> {
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("menuitem", { name: "Language and appearance" }).click();
  const sheet = page.getByRole("dialog", { name: "Language and appearance" });
  await sheet.getByRole("switch", { name: setting }).click();
  await sheet.getByRole("button", { name: "Close" }).click();
  await sheet.waitFor({ state: "hidden" });
}

/** Buys at the market, up to the venue's word. */
async function buy(page: Page, spend: string): Promise<void> {
  await form(page).getByRole("textbox", { name: "Spend" }).fill(spend);
  await form(page).locator("button[type=submit]:not([aria-disabled=true])").click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Buy BTC now" }).click();
  await sheet.getByText(/^Bought /).waitFor();
  await sheet.getByRole("button", { name: "Done" }).click();
  await sheet.waitFor({ state: "hidden" });
}

/** Where the form's button and the first price of the book lie, by their middles. */
async function sides(page: Page): Promise<{ button: number; book: number }> {
  const middle = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0) / 2;
  };
  return {
    button: await middle("form [data-sticky-bottom] button"),
    book: await middle("form table"),
  };
}

test("form and book change sides where that was chosen, and from the first frame on", async () => {
  const page = await (await stage.phone()).newPage();
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await form(page).getByRole("table").waitFor();
  const usual = await sides(page);
  expect(usual.button).toBeLessThan(usual.book);
  await choose(page, "Order form on the right");
  const mirrored = await sides(page);
  expect(mirrored.button).toBeGreaterThan(mirrored.book);
  // Written from the left all the same.
  expect(
    await form(page)
      .locator("input")
      .first()
      .evaluate((field) => getComputedStyle(field).direction),
  ).toBe("ltr");
  await page.reload({ waitUntil: "commit" });
  await page.waitForFunction(() => document.documentElement.dataset["ticket"] === "right");
  // The page that the build wrote has a form and a table, too, which the app takes away a moment later.
  await openApp(page, `${stage.address}/contracts?symbol=btcusdt`);
  await form(page).getByRole("table").waitFor();
  const contracts = await sides(page);
  expect(contracts.button).toBeGreaterThan(contracts.book);
});

test("an order is felt when it is sent and when it fills, and not where that was switched off", async () => {
  const { reducedMotion } = everyday;
  const phone = await stage.phone({ as: await stage.user("hand@example.org"), reducedMotion });
  const page = await phone.newPage();
  await page.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => felt.push(pattern) > 0;
  });
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await form(page).getByRole("table").waitFor();
  const felt = () => page.evaluate(() => (window as unknown as { felt: number[][] }).felt.length);
  await buy(page, "10");
  await expect.poll(felt).toBe(2);
  await choose(page, "Vibration");
  await buy(page, "11");
  expect(await felt()).toBe(2);
});

test.each([
  ["/coins", ["Order", "Order book", "Your coin orders"]],
  ["/contracts", ["Order", "Order book", "Your contracts"]],
  ["/seconds", ["Contract", "Your seconds contracts"]],
])("on %s a heading leads to each part, and the first link to the order", async (path, wanted) => {
  const page = await (await stage.phone()).newPage();
  await openApp(page, `${stage.address}${path}?symbol=btcusdt`);
  for (const name of wanted)
    await page.getByRole("heading", { level: 2, name, exact: true }).waitFor();
  const link = page.getByRole("main").getByRole("link", { name: "To the order" });
  await link.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/#order$/);
  expect(await page.locator("#order").evaluate((found) => found.tagName)).toBe("FORM");
});
