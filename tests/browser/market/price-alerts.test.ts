/** Price alerts from a market's bell to the notice, in the built app against the real venue. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Person } from "../../harness/browser/ask-as.ts";
import { axeFaults, wcagTags } from "../../harness/browser/axe-faults.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();
let person: Person;

beforeAll(async () => {
  person = await stage.user("alerts@example.org");
});

async function openAlerts(page: Page, path: string) {
  await openApp(page, stage.address + path);
  await page.getByRole("button", { name: /: price alerts$/ }).click();
  const sheet = page.getByRole("dialog", { name: "Price alerts" });
  await sheet.getByRole("form").waitFor();
  return sheet;
}

test("an alert is set by a price, reported in a moment, and set once more or removed", async () => {
  const page = await (await stage.phone({ as: person })).newPage();
  const sheet = await openAlerts(page, "/coins?symbol=btcusdt");
  await sheet.getByText("No alerts yet").waitFor();
  expect(await axeFaults(page, { include: "dialog[open]", tags: wcagTags })).toEqual([]);
  await sheet.getByRole("button", { name: "Set the alert" }).click();
  await sheet.getByText("Enter a price above 0.").waitFor();
  await sheet.getByRole("button", { name: "−5%" }).click();
  await sheet.getByText(/^The price is there already/).waitFor();
  await sheet.getByRole("button", { name: "Set the alert" }).click();
  await page
    .getByRole("region", { name: /^Notices/ })
    .getByText(/^BTC\/USDT: above /)
    .waitFor();
  const row = sheet.getByRole("region", { name: "This market" }).getByRole("listitem");
  await row.getByText(/^Reached /).waitFor();
  await row.getByRole("button", { name: "Set again" }).click();
  await row.getByText(/^Reached /).waitFor();
  await row.getByRole("button", { name: /^Remove: BTC\/USDT, above / }).click();
  await sheet.getByText("No alerts yet").waitFor();
});

test("a contract's alert waits by its mark price and stands among other markets elsewhere; offline it is shown and cannot be changed", async () => {
  const context = await stage.phone({ as: person });
  const page = await context.newPage();
  const sheet = await openAlerts(page, "/contracts?symbol=ethusdt");
  await sheet.getByText("by the mark price").waitFor();
  await sheet.getByRole("radio", { name: "Falls" }).check();
  await sheet.getByLabel("By", { exact: true }).fill("7.5");
  await sheet.getByRole("radio", { name: "4h" }).check();
  await sheet.getByRole("switch", { name: "Again and again" }).click();
  await sheet.getByRole("button", { name: "Set the alert" }).click();
  const row = sheet.getByRole("region", { name: "This market" }).getByRole("listitem");
  await row.getByText("ETH/USDT contract: down 7.50% in 4h").waitFor();
  await row.getByText("Waits, again and again").waitFor();
  await context.setOffline(true);
  await expect.poll(() => row.getByRole("button", { name: /^Remove/ }).isDisabled()).toBe(true);
  await sheet.getByText("You are offline.").first().waitFor();
  await context.setOffline(false);
  const other = await openAlerts(page, "/coins?symbol=btcusdt");
  await other.getByRole("region", { name: "Other markets" }).getByText(/^ETH/).waitFor();
});

test("a line drawn on the chart becomes an alert that waits for its crossing", async () => {
  const page = await (await stage.phone({ as: person })).newPage();
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  const plot = page.getByRole("slider", { name: /candles/ });
  await plot.waitFor();
  await page.getByRole("button", { name: "Drawings", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Horizontal line" }).click();
  const box = await plot.boundingBox();
  if (!box) throw new Error("no chart");
  await page.touchscreen.tap(box.x + 60, box.y + 30);
  await page.getByRole("button", { name: "Set an alert at this price" }).click();
  const sheet = page.getByRole("dialog", { name: "Price alerts" });
  expect(await sheet.getByRole("radio", { name: "Crosses" }).isChecked()).toBe(true);
  const price = await sheet.getByLabel("Price", { exact: true }).inputValue();
  expect(price).toMatch(/^\d+\.\d\d$/);
  await sheet.getByRole("button", { name: "Set the alert" }).click();
  const level = Number(price).toLocaleString("en-US", { maximumFractionDigits: 2 });
  await sheet.getByText(`BTC/USDT: crosses ${level}`).waitFor();
});

test("in a list a market is pressed and held, or right-clicked, and a short press opens the market as ever", async () => {
  const page = await (await stage.phone({ as: person })).newPage();
  await openApp(page, stage.address);
  const row = page.locator("[data-markets] [data-symbol=ethusdt]");
  const sheet = page.getByRole("dialog", { name: "Price alerts" });
  // What comes above the list moves it.
  await page.getByText("10,000.00").first().waitFor();
  await row.getByRole("button").first().click({ trial: true });
  const box = await row.boundingBox();
  if (!box) throw new Error("no row");
  const line = await page.context().newCDPSession(page);
  const at = { x: box.x + 60, y: box.y + 20 };
  await line.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await sheet.getByRole("form", { name: "New alert for ETH/USDT" }).waitFor();
  await line.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  expect(new URL(page.url()).pathname).toBe("/");
  await sheet.getByRole("button", { name: "Close", exact: true }).click();
  await sheet.waitFor({ state: "hidden" });
  // What comes within a second is of the same press.
  await page.waitForTimeout(1000);
  await row.getByRole("button").first().click({ button: "right" });
  await sheet.getByRole("form", { name: "New alert for ETH/USDT" }).waitFor();
  await sheet.getByRole("button", { name: "Close", exact: true }).click();
  await sheet.waitFor({ state: "hidden" });
  await page.waitForTimeout(1000);
  await row.getByRole("button").first().click();
  await page.waitForURL("**/coins?symbol=ethusdt");
});

test("a visitor is asked to log in, in place", async () => {
  const page = await (await stage.phone()).newPage();
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await page.getByRole("button", { name: "BTC/USDT: price alerts" }).click();
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).waitFor();
});
