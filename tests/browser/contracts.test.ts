/** Positions after they were opened: closed in part, guarded by triggers, given margin, asked what if, cancelled over a torn line. */
import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { perpetualEndpoints as rows, type ContractPosition } from "#protocol/perpetual.ts";
import { askAs, personIn, type Person } from "../harness/ask-as.ts";
import { builtApp } from "../harness/built-app.ts";
import { newPhone, startChromium } from "../harness/chromium.ts";
import { register } from "../harness/newcomer.ts";
import { runVenue, type RunningVenue } from "../harness/running-venue.ts";

let browser: Browser;
let venue: RunningVenue;
let context: BrowserContext;
let page: Page;
let person: Person;
const complaints: string[] = [];

beforeAll(async () => {
  [browser, venue] = await Promise.all([
    startChromium(),
    builtApp().then((folder) => runVenue(folder, { LIMITS: '{"registrationsPerHour":1000}' })),
  ]);
  context = await newPhone(browser);
  page = await context.newPage();
  await register(page, venue.address, "contracts@example.org");
  person = await personIn(context);
  await page.close();
});

afterAll(async () => {
  await browser?.close();
  await venue?.dispose();
});

beforeEach(async () => {
  await ask("POST", rows.contractCancelAll.path, {});
  await ask("POST", rows.contractCloseAll.path, { which: "all", client_order_id: randomUUID() });
  await expect.poll(async () => (await positions()).length, { timeout: 15_000 }).toBe(0);
  page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail")
    await page.screenshot({
      path: `.cache/failed-${task.name.replaceAll(/\W+/g, "-").slice(0, 40)}.png`,
    });
  await page.close();
  expect(complaints.splice(0)).toEqual([]);
});

const ask = (method: "GET" | "POST", path: string, request: Record<string, unknown>) =>
  askAs(person, venue.address, method, path, request);

const positions = async () =>
  ((await ask("GET", rows.contractPositions.path, {})) as { list: ContractPosition[] }).list;
const openOrder = (draft: object) =>
  ask("POST", rows.contractPlaceOrder.path, {
    contract_code: "BTC-USDT",
    direction: "buy",
    lever_rate: 10,
    volume: 40,
    order_type: "market",
    client_order_id: randomUUID(),
    ...draft,
  });

/** A long of 40 contracts, and the screen with it. */
async function withPosition(): Promise<ContractPosition> {
  await openOrder({});
  await expect.poll(async () => (await positions())[0]?.volume, { timeout: 15_000 }).toBe(40);
  const [position] = await positions();
  if (!position) throw new Error("it was there");
  await page.goto(`${venue.address}/contracts?symbol=btcusdt`);
  await card().waitFor();
  return position;
}

const card = () => page.getByRole("article", { name: "Long 10× BTC-USDT" });
const sheet = () => page.getByRole("dialog").last();
const act = (name: string) => card().getByRole("button", { name, exact: true }).click();
const press = (name: string | RegExp, within: Locator = sheet()) =>
  within.getByRole("button", { name }).click();

test("a card says what a position is, and a part of it closes after a question", async () => {
  await withPosition();
  await expect
    .poll(() => card().innerText())
    .toMatch(/0\.04\sBTC[\s\S]*Liquidation[\s\S]*far from liquidation/);
  await act("Close");
  await press("25%");
  await press("Close 10 contracts");
  await sheet().getByText("Stays open").waitFor();
  // Nothing is sent before the answer to the question.
  expect((await positions())[0]?.available).toBe(40);
  await press("Close 10 contracts now");
  await sheet()
    .getByText(/^The venue has it|^Closed/)
    .waitFor();
  await press("Done");
  await expect.poll(async () => (await positions())[0]?.volume, { timeout: 15_000 }).toBe(30);
  await card().getByText("0.03 BTC").waitFor();
});

test("a close whose answer was torn off is looked up and happens once", async () => {
  await withPosition();
  let sent = 0;
  await page.route(`**${rows.contractClosePosition.path}`, async (route) => {
    sent++;
    await route.fetch();
    await route.abort();
  });
  await act("Close");
  await press("50%");
  await press("Close 20 contracts");
  await press("Close 20 contracts now");
  await sheet()
    .getByText(/^The venue has it|^Closed/)
    .waitFor({ timeout: 15_000 });
  await expect.poll(async () => (await positions())[0]?.volume, { timeout: 15_000 }).toBe(20);
  expect(sent).toBe(1);
});

test("a close that never left is told, and tried again under the same number", async () => {
  await withPosition();
  const ids: unknown[] = [];
  await page.route(`**${rows.contractClosePosition.path}`, async (route) => {
    ids.push((route.request().postDataJSON() as { client_order_id: string }).client_order_id);
    await (ids.length === 1 ? route.abort() : route.continue());
  });
  await act("Close");
  await press("Close 40 contracts");
  await press("Close 40 contracts now");
  await sheet().getByText("It did not reach the venue").waitFor({ timeout: 15_000 });
  await press("Try again");
  await expect.poll(async () => (await positions()).length, { timeout: 15_000 }).toBe(0);
  expect(new Set(ids).size).toBe(1);
});

test("triggers are set by percent, told as prices, and stand on the card", async () => {
  const { cost_open: entry } = await withPosition();
  await act("TP/SL");
  await sheet()
    .getByRole("radiogroup", { name: "Take profit: told by" })
    .getByRole("radio", { name: "%" })
    .check();
  await sheet().getByLabel("Gain, % of the margin").fill("50");
  await sheet()
    .getByText(/^Triggers at/)
    .waitFor();
  await press("Set them");
  await sheet().getByText("Take profit and stop loss are set").waitFor();
  const [position] = await positions();
  expect(Number(position?.tp_trigger_price) / Number(entry)).toBeCloseTo(1.05, 4);
  // A stop above the market would trigger at once.
  await press("Done");
  await act("TP/SL");
  await sheet()
    .getByLabel("Trigger price")
    .last()
    .fill(String(Math.round(Number(entry) * 1.2)));
  await sheet().getByText("It must lie below the price now").waitFor();
});

test("margin is added with the liquidation price before and after, as the venue then has it", async () => {
  const before = await withPosition();
  await act("Margin");
  await sheet().getByLabel("Amount").fill("100");
  const shown = await sheet()
    .getByRole("row", { name: /^Liquidation/ })
    .getByRole("cell")
    .last()
    .innerText();
  await press(/^Add 100/);
  await sheet()
    .getByText(/^Done\./)
    .waitFor();
  const [after] = await positions();
  expect(Number(after?.position_margin) - Number(before.position_margin)).toBe(100);
  expect(Number(shown.replaceAll(",", ""))).toBe(Number(after?.liquidation_price));
});

test("one slider tells what a fall would make of it, by keyboard too", async () => {
  await withPosition();
  await act("What if?");
  const slider = sheet().getByRole("slider", { name: "Price from the mark" });
  await slider.focus();
  for (let step = 0; step < 4; step++) await slider.press("ArrowLeft");
  expect(await slider.getAttribute("aria-valuetext")).toContain("−2.0%");
  await slider.fill("-30");
  await sheet().getByText("It would have been liquidated before the price got there").waitFor();
  await expect
    .poll(() =>
      sheet()
        .getByRole("row", { name: /^Equity/ })
        .getByRole("cell")
        .last()
        .innerText(),
    )
    .toBe("Liquidated");
});

test("a waiting order is cancelled, over a torn line, once", async () => {
  const { mark_price: mark } = await withPosition();
  await openOrder({ order_type: "limit", price: (Number(mark) * 0.97).toFixed(2), volume: 5 });
  await page.getByRole("tab", { name: /^Pending order/ }).click();
  await page.route(`**${rows.contractCancelOrder.path}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(/^Cancel: Open Long/, page.getByRole("tabpanel"));
  await press("Cancel the order");
  await sheet()
    .getByText(/^Cancelled\./)
    .waitFor({ timeout: 15_000 });
  await press("Done");
  await page.getByText("No waiting orders").waitFor();
});

test("a close of all names how many, and what closed stands with its result and in the history", async () => {
  await withPosition();
  await press("Close all", page.getByRole("tabpanel"));
  await sheet().getByText("All (1)").waitFor();
  await press("Close 1 position");
  await sheet().getByText("1 position is being closed.").waitFor();
  await press("Done");
  await page.getByText("Positions appear here").waitFor({ timeout: 15_000 });
  await page.getByRole("tab", { name: /^Closed position/ }).click();
  await page.getByRole("article", { name: "Long 10× BTC-USDT: Closed by you" }).first().waitFor();
  await page.goto(`${venue.address}/history`);
  await page.getByText("Position closed").first().click();
  await sheet().getByText("The position it belongs to").waitFor();
  await sheet().getByRole("article", { name: "Long 10× BTC-USDT: Closed by you" }).waitFor();
});

test("a visitor is told what would be here; the screen holds at 320 pixels", async () => {
  await withPosition();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const stranger = await newPhone(browser);
  const visit = await stranger.newPage();
  await visit.goto(`${venue.address}/contracts?symbol=btcusdt`);
  await visit.getByText("Positions appear here").waitFor();
  await stranger.close();
});
