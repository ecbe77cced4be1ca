/** The strip under a ticket: what is open in a line above the tab bar, lifted into a sheet of two heights by a tap. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { contractsEndpoints } from "#protocol/api/contracts.ts";
import { marketEndpoints } from "#protocol/api/market.ts";
import { spotEndpoints } from "#protocol/api/spot.ts";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

const ask = (person: Person, path: string, request: Record<string, unknown>) =>
  askAs(person, stage.address, "POST", path, { client_order_id: randomUUID(), ...request });

async function open(person: Person, path: string): Promise<Page> {
  const page = await (await stage.phone({ as: person })).newPage();
  await openApp(page, `${stage.address}${path}?symbol=btcusdt`);
  return page;
}

const sheet = (page: Page) => page.locator("dialog[open]");
const topOf = (page: Page) =>
  sheet(page).evaluate((dialog) => Math.round(dialog.getBoundingClientRect().top));

/** A finger goes over the sheet's content; negative is up. */
async function drag(page: Page, from: { x: number; y: number }, by: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: y === undefined ? [] : [{ x: from.x, y }],
    });
  await touch("touchStart", from.y);
  for (let step = 1; step <= 10; step++) await touch("touchMove", from.y + (by * step) / 10);
  await touch("touchEnd");
}

test("positions and orders are a line above the tab bar; a tap lifts them half as high as the screen, price and chart stay", async () => {
  const person = await stage.user("strip@example.org");
  const order = { contract_code: "BTC-USDT", direction: "buy", lever_rate: 10, volume: 40 };
  const { path } = contractsEndpoints.contractPlaceOrder;
  await ask(person, path, { ...order, order_type: "market" });
  const { mark_price: mark } = (await askAs(
    person,
    stage.address,
    "GET",
    marketEndpoints.funding.path,
    { contract_code: "BTC-USDT" },
  )) as { mark_price: string };
  const price = String(Math.round(Number(mark) * 0.97));
  await ask(person, path, { ...order, order_type: "limit", price });
  const page = await open(person, "/contracts");
  const strip = page.getByRole("button", {
    name: /^Positions 1\s*[+−]?\d+\.\d{2,4}\sUSDT\s*Open orders 1$/,
  });
  await strip.waitFor();
  const [line, bar] = [
    await strip.boundingBox(),
    await page.getByRole("navigation", { name: "Main" }).boundingBox(),
  ];
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
  expect(line?.height).toBeGreaterThanOrEqual(44);
  expect(await axeFaults(page)).toEqual([]);

  const card = page.getByRole("article", { name: "Long 10× BTC-USDT" });
  await strip.click();
  await sheet(page).and(page.locator(":not([data-fresh])")).waitFor();
  await sheet(page).getByRole("article", { name: "Long 10× BTC-USDT" }).waitFor();
  // It is lifted, not shown twice.
  expect(await card.count()).toBe(1);
  const half = await topOf(page);
  expect(half).toBeGreaterThan(350);
  const chart = await page.getByRole("slider", { name: /candles of/ }).boundingBox();
  expect((chart?.y ?? 0) + (chart?.height ?? 0)).toBeLessThanOrEqual(half + 1);
  expect(await axeFaults(page)).toEqual([]);

  await drag(page, { x: 195, y: half + 200 }, -200);
  await expect.poll(() => topOf(page)).toBeLessThan(120);
  await sheet(page).getByRole("button", { name: "Half height" }).click();
  await expect.poll(() => topOf(page)).toBe(half);
  await sheet(page).getByRole("button", { name: "Full height" }).click();
  await expect.poll(() => topOf(page)).toBeLessThan(120);
  await drag(page, { x: 100, y: 110 }, 200);
  await expect.poll(() => topOf(page)).toBe(half);

  await sheet(page)
    .getByRole("tab", { name: /^Pending order/ })
    .click();
  await page.waitForURL("**/contracts?*tab=pending*");
  await sheet(page).getByText(Number(price).toLocaleString("en-US")).first().waitFor();
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1);
  await page.goBack();
  await expect.poll(() => sheet(page).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/contracts");
  await page
    .getByRole("tabpanel")
    .getByText(Number(price).toLocaleString("en-US"))
    .first()
    .waitFor();
});

test("an order that is to be changed leads from the sheet to the ticket; with nothing open there is no strip", async () => {
  const person = await stage.user("strip-coins@example.org");
  const page = await open(person, "/coins");
  await page.locator("form [data-sticky-bottom] button:enabled").waitFor();
  const strip = page.getByRole("button", { name: "Open orders 1" });
  expect(await page.locator("[data-own-strip]").count()).toBe(0);
  await ask(person, spotEndpoints.coinPlaceOrder.path, {
    symbol: "btcusdt",
    side: "buy",
    type: "limit",
    price: "3000",
    amount: "0.1",
  });
  await strip.click();
  await sheet(page).and(page.locator(":not([data-fresh])")).waitFor();
  await sheet(page).getByRole("listitem").getByRole("button").first().click();
  await sheet(page).last().getByRole("button", { name: "Change", exact: true }).click();
  await expect.poll(() => sheet(page).count()).toBe(0);
  await expect.poll(() => page.locator("form [name=price]").inputValue()).toBe("3000");
});
