/** Sheets in a real Chromium: their place in the history, under a finger, and where focus goes. */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { contractsEndpoints } from "#protocol/api/contracts.ts";
import { marketEndpoints } from "#protocol/api/market.ts";
import { spotEndpoints } from "#protocol/api/spot.ts";
import { askAs } from "../../harness/browser/ask-as.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { scrollAtRest } from "../../harness/browser/scroll-at-rest.ts";

const stage = new PhoneStage();

const sheet = (page: Page) => page.locator("dialog[open]");

/** The home screen, and the coins one step on. */
async function openCoins(): Promise<Page> {
  const page = await (await stage.phone()).newPage();
  await openApp(page, `${stage.address}/`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Coins" }).click();
  await page.waitForURL("**/coins*");
  return page;
}

async function openBook(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Full book" }).click();
  await page.locator("dialog[open]:not([data-fresh])").waitFor();
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1);
}

/** A step of the device, and the steps that the app may answer with. */
async function step(page: Page, by: 1 | -1): Promise<void> {
  await page.evaluate((steps) => history.go(steps), by);
  await page.waitForTimeout(200);
}

/** Nothing of a sheet is left, and one step back leads to the screen before. */
async function backLeads(page: Page, to: string): Promise<void> {
  await sheet(page)
    .waitFor({ state: "detached" })
    .catch(() => undefined);
  await expect.poll(() => sheet(page).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => history.state.layers ?? 0)).toBe(0);
  await step(page, -1);
  await expect.poll(() => new URL(page.url()).pathname).toBe(to);
}

test("the device's back closes a sheet and stays on the screen; however a sheet went, the next step back leads on", async () => {
  const page = await openCoins();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await openBook(page);
  await step(page, -1);
  await expect.poll(() => sheet(page).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/coins");
  await backLeads(page, "/");

  await step(page, 1);
  await openBook(page);
  await sheet(page).getByRole("button", { name: "Close" }).click();
  await backLeads(page, "/");

  await step(page, 1);
  await openBook(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.evaluate(() => history.state.layers ?? 0)).toBe(0);
  // Forward leads to where the sheet stood, and from there at once back.
  await step(page, 1);
  await backLeads(page, "/");
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);

  await step(page, 1);
  await openBook(page);
  await page.reload();
  await page.locator("#root > [inert]").waitFor({ state: "detached" });
  await backLeads(page, "/");
});

test("a sheet that leads on leaves no step of its own between the screens", async () => {
  const page = await openCoins();
  await page
    .getByRole("button", { name: /favourite/ })
    .first()
    .click();
  await sheet(page).getByRole("link", { name: "Register" }).click();
  await page.waitForURL("**/register*");
  await backLeads(page, "/coins");
  await backLeads(page, "/");
});

/** A finger goes down over what is there, in steps of ten pixels. */
async function dragDown(page: Page, from: { x: number; y: number }, by: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: y === undefined ? [] : [{ x: from.x, y }],
    });
  await touch("touchStart", from.y);
  for (let gone = 10; gone <= by; gone += 10) await touch("touchMove", from.y + gone);
  await touch("touchEnd");
}

test("content at its top drags the sheet away, content that is scrolled scrolls; a keyboard lifts it", async () => {
  const page = await openCoins();
  await openBook(page);
  const content = sheet(page).locator("div[class*=content]").first();
  await content.evaluate((element) => {
    element.append(Object.assign(document.createElement("p"), { style: "height: 2000px" }));
    element.scrollTop = 300;
  });
  const middle = { x: 195, y: 500 };
  await dragDown(page, middle, 100);
  await expect.poll(() => content.evaluate((element) => element.scrollTop)).toBeLessThan(300);
  expect(await sheet(page).count()).toBe(1);

  await page.evaluate(() => {
    const seen = window.visualViewport!;
    Object.defineProperty(seen, "height", { value: innerHeight - 300, configurable: true });
    seen.dispatchEvent(new Event("resize"));
  });
  const bottom = () =>
    sheet(page).evaluate((dialog) => innerHeight - dialog.getBoundingClientRect().bottom);
  await expect.poll(bottom).toBe(300);

  await scrollAtRest(content);
  await content.evaluate((element) => {
    element.scrollTop = 0;
  });
  await dragDown(page, { x: 195, y: 300 }, 120);
  await expect.poll(() => sheet(page).count()).toBe(0);
  await backLeads(page, "/");
});

test("what comes late into a sheet moves nothing that stands in it", async () => {
  const person = await stage.user("late@example.org");
  const ask = (method: "GET" | "POST", path: string, request: Record<string, unknown>) =>
    askAs(person, stage.address, method, path, request);
  await ask("POST", spotEndpoints.coinPlaceOrder.path, {
    symbol: "btcusdt",
    side: "buy",
    type: "limit",
    price: "3000",
    amount: "0.01",
    client_order_id: randomUUID(),
  });
  const contract = { contract_code: "BTC-USDT" };
  const { mark_price: mark } = (await ask("GET", marketEndpoints.funding.path, contract)) as {
    mark_price: string;
  };
  await ask("POST", contractsEndpoints.contractPlaceOrder.path, {
    ...contract,
    direction: "buy",
    lever_rate: 10,
    volume: 40,
    order_type: "limit",
    price: String(Math.round(Number(mark) * 0.97)),
    client_order_id: randomUUID(),
  });
  const context = await stage.phone({ as: person });
  /** Opens a sheet whose answers are held up; answers where `first` stood without them, and where with `last` beneath it. */
  const places = async (
    path: string,
    find: (page: Page) => Locator,
    first: string,
    last: string,
  ) => {
    const page = await context.newPage();
    await openApp(page, stage.address + path);
    const opener = find(page).first();
    await opener.waitFor();
    const answers = Promise.withResolvers<void>();
    await page.route(/\/api\//, async (route) => {
      await answers.promise;
      await route.continue();
    });
    await opener.click();
    await page.locator("dialog[open]:not([data-fresh])").waitFor();
    const place = sheet(page).getByText(first, { exact: true }).first();
    const top = async () => (await place.boundingBox())?.y;
    const before = await top();
    expect(await sheet(page).getByText(last).count()).toBe(0);
    answers.resolve();
    await sheet(page).getByText(last).first().waitFor();
    return { before, after: await top() };
  };
  const row = (text: string) => (page: Page) =>
    page.getByRole("listitem").filter({ hasText: text }).getByRole("button");
  const pending = (page: Page) =>
    page.getByRole("tabpanel").getByRole("listitem").getByRole("button");
  const bell = (page: Page) => page.getByRole("button", { name: /alert/i });
  const found = await Promise.all([
    places("/coins?symbol=btcusdt", row("3,000.00"), "Coin order", "Entries in the history"),
    places("/contracts?tab=pending", pending, "Contract order", "Still set aside"),
    places("/history", row("−30.00"), "Available after", "Nothing has filled yet."),
    places("/coins?symbol=ethusdt", bell, "Price alerts", "No alerts yet"),
  ]);
  expect(found.map(({ after }) => after)).toEqual(found.map(({ before }) => before));
});

test("focus goes on to the result of an order, and a toast leaves the header in reach", async () => {
  const context = await stage.phone({ as: await stage.user("slow@example.org") });
  const page = await context.newPage();
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  const form = page.getByRole("form", { name: "Order" });
  await form.getByRole("textbox", { name: /^(Spend|Quantity)$/ }).fill("1");
  await form.getByRole("button", { name: /^Order type/ }).click();
  await sheet(page).getByText("Market", { exact: true }).click();
  await expect.poll(() => sheet(page).count()).toBe(0);
  await form.getByRole("textbox", { name: /^(Spend|Quantity)$/ }).fill("100");
  await form.locator("button[type=submit]").click();
  await sheet(page).getByRole("button", { name: "Buy BTC now" }).click();
  await sheet(page).getByRole("button", { name: "Done" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest("dialog")?.open ?? false)).toBe(
    true,
  );
  await sheet(page).getByRole("button", { name: "Done" }).click();

  await page
    .getByRole("button", { name: /favourite/ })
    .first()
    .waitFor();
  await page.route("**/api/**/setCollect*", (route) =>
    route.fulfill({ json: { status: 100000, msg: "", data: null } }),
  );
  await page
    .getByRole("button", { name: /favourite/ })
    .first()
    .click();
  const toast = page.getByRole("region", { name: "Notices (F8)" }).locator("li").first();
  await toast.waitFor();
  await page.getByRole("banner").getByRole("button").last().click({ timeout: 3000 });
  expect(await toast.count()).toBe(1);
});
