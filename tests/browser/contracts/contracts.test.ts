/** Positions after they were opened: closed in part, guarded by triggers, given margin, asked what if, cancelled over a torn line. */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  contractsEndpoints as rows,
  type ContractOrder,
  type ContractPosition,
} from "#protocol/api/contracts.ts";
import { marketEndpoints } from "#protocol/api/market.ts";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { isProof } from "../../harness/trials.ts";

const stage = new PhoneStage();
let page: Page;
let person: Person;
const complaints: string[] = [];

// A user and a phone a test: the persisted card of another test's position would be taken for this one's.
beforeEach(async () => {
  person = await stage.user(`${randomUUID()}@example.org`);
  page = await (await stage.phone({ as: person })).newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
});

afterEach(() => {
  expect(complaints.splice(0)).toEqual([]);
});

const ask = (method: "GET" | "POST", path: string, request: Record<string, unknown>) =>
  askAs(person, stage.address, method, path, request);

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
  await page.goto(`${stage.address}/contracts?symbol=btcusdt`);
  await card().getByRole("heading").getByRole("button", { expanded: false }).click();
  await card().getByRole("button", { name: "What if?" }).waitFor();
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

test.runIf(isProof)("a close whose answer was torn off is looked up and happens once", async () => {
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

test("a close without an answer says so, lets the person go on, and is found while its answer hangs", async () => {
  await withPosition();
  let deliver: () => void = () => {};
  let sent = 0;
  await page.route(`**${rows.contractClosePosition.path}`, async (route) => {
    sent++;
    await new Promise<void>((done) => (deliver = done));
    // The venue answers, and the answer never comes.
    await route.fetch();
  });
  await act("Close");
  await press("50%");
  await press("Close 20 contracts");
  await press("Close 20 contracts now");
  await sheet().getByText("No answer yet").waitFor();
  await page.keyboard.press("Escape");
  await sheet().waitFor({ state: "hidden" });
  await act("Close");
  await sheet().getByText("No answer yet").waitFor();
  deliver();
  await sheet()
    .getByText(/^The venue has it|^Closed/)
    .waitFor({ timeout: 15_000 });
  await expect.poll(async () => (await positions())[0]?.volume, { timeout: 15_000 }).toBe(20);
  expect(sent).toBe(1);
});

test("a close that never left is reported, and tried again under the same number", async () => {
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

test("triggers are set by percent, shown as prices, and stand on the card", async () => {
  const { cost_open: entry } = await withPosition();
  await act("TP/SL");
  await sheet()
    .getByRole("radiogroup", { name: "Take profit: given as" })
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

/** Where the chart has a line that can be dragged: the pointer says so. */
async function lineHandle(): Promise<{ x: number; y: number }> {
  const plot = page.getByRole("slider", { name: /candles of/ });
  await plot.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const box = await plot.boundingBox();
  if (!box) throw new Error("no chart");
  const handle = { x: box.x + 40, y: box.y };
  await expect
    .poll(async () => {
      handle.y = handle.y + 6 < box.y + box.height ? handle.y + 6 : box.y;
      await page.mouse.move(handle.x, handle.y);
      return plot.evaluate((element) => element.style.cursor);
    })
    .toBe("ns-resize");
  return handle;
}

test("a stop loss is dragged on the chart, and set only after the question", async () => {
  const { id, cost_open: entry } = await withPosition();
  const stop = (Number(entry) * 0.95).toFixed(2);
  await ask("POST", rows.contractSetTpsl.path, {
    position_id: id,
    tp_trigger_price: null,
    sl_trigger_price: stop,
    trigger_by: "mark",
  });
  const handle = await lineHandle();
  await page.mouse.down();
  // No farther than the free room below the lowest price.
  await page.mouse.move(handle.x, handle.y - 7, { steps: 3 });
  await page.mouse.up();
  const trigger = sheet().getByLabel("Trigger price").last();
  await trigger.waitFor();
  const typed = (await trigger.inputValue()).replaceAll(",", "");
  expect(Number(typed)).toBeGreaterThan(Number(stop));
  expect((await positions())[0]?.sl_trigger_price).toBe(stop);
  await press("Set them");
  await sheet().getByText("Take profit and stop loss are set").waitFor();
  expect(Number((await positions())[0]?.sl_trigger_price)).toBe(Number(typed));
  await press("Done");
});

/** A long limit 4 % below the market that waits, and the screen with it. */
async function withOrder(): Promise<ContractOrder> {
  const { mark_price } = (await ask("GET", marketEndpoints.funding.path, {
    contract_code: "BTC-USDT",
  })) as { mark_price: string };
  const price = (Number(mark_price) * 0.96).toFixed(2);
  const order = (await openOrder({ order_type: "limit", price })) as ContractOrder;
  await page.goto(`${stage.address}/contracts?symbol=btcusdt`);
  await page.getByRole("button", { name: "Lines on the chart: 1" }).waitFor();
  return order;
}

const waiting = async () =>
  ((await ask("GET", rows.contractOrders.path, {})) as { list: ContractOrder[] }).list.filter(
    ({ finish_time }) => finish_time === null,
  );

test("a waiting order is dragged on the chart to another price, which is asked about and not sent", async () => {
  const order = await withOrder();
  const handle = await lineHandle();
  await page.mouse.down();
  await page.mouse.move(handle.x, handle.y - 7, { steps: 3 });
  await page.mouse.up();
  await page.getByRole("dialog", { name: "Confirm change" }).waitFor();
  expect(await waiting()).toMatchObject([{ id: order.id, price: order.price }]);
  await press("Change the order");
  await expect
    .poll(async () => (await waiting()).map(({ replaces }) => replaces))
    .toEqual([order.id]);
  expect(Number((await waiting())[0]?.price)).toBeGreaterThan(Number(order.price));
  await press("Close");
  await page.getByRole("button", { name: "Lines on the chart: 1" }).waitFor();
});

test("without a drag the price is typed, and an order that was cancelled meanwhile is not changed", async () => {
  const order = await withOrder();
  // For keyboards: it is seen while it has the focus.
  await page.getByRole("button", { name: "Lines on the chart: 1" }).press("Enter");
  await press("Change the price");
  const price = String(Math.round(Number(order.price) * 0.99));
  await sheet().getByRole("textbox", { name: "Limit price" }).fill(price);
  await press("Go on");
  await page.getByRole("dialog", { name: "Confirm change" }).waitFor();
  // After the tap: heard of before, the cancel would take the button away.
  await page.route(`**${rows.contractReplaceOrder.path}`, async (route) => {
    await ask("POST", rows.contractCancelOrder.path, { id: order.id });
    await route.continue();
  });
  await press("Change the order");
  await sheet().getByText("The order you wanted to change is as it was.").waitFor();
  await page.unroute(`**${rows.contractReplaceOrder.path}`);
  expect(await waiting()).toEqual([]);
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
  // The result, not another preview.
  expect(await sheet().getByLabel("Amount").count()).toBe(0);
  expect(await sheet().getByRole("columnheader", { name: "After" }).count()).toBe(0);
  const [after] = await positions();
  expect(Number(after?.position_margin) - Number(before.position_margin)).toBeCloseTo(100, 6);
  expect(Number(shown.replaceAll(",", ""))).toBe(Number(after?.liquidation_price));
});

test("one slider tells what a fall would make of it, by keyboard too", async () => {
  await withPosition();
  await act("What if?");
  const slider = sheet().getByRole("slider", { name: "Price from the mark" });
  // Before it is modal nothing in it takes the focus.
  await page.locator("dialog[open]").waitFor();
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
  await page.goto(`${stage.address}/history`);
  await page.getByText("Position closed").first().click();
  await sheet().getByText("The position it belongs to").waitFor();
  await sheet().getByRole("article", { name: "Long 10× BTC-USDT: Closed by you" }).waitFor();
});

test("rules that do not come are asked for a few times and not without end, and the screen says so once", async () => {
  const context = await stage.phone({ as: await stage.user("ruleless@example.org") });
  let asked = 0;
  await context.route("**/api/htx/getSymbols*", (route) => {
    asked += 1;
    return route.fulfill({ status: 503, json: { status: 1, message: "", data: {} } });
  });
  const screen = await context.newPage();
  await screen.goto(`${stage.address}/contracts`);
  await screen.getByText("The trading rules did not arrive").waitFor();
  await screen.getByText("Orders can be placed once they are here.").waitFor();
  await screen.getByText("The rules of this market have not come yet.").waitFor();
  const before = asked;
  await screen.waitForTimeout(2000);
  expect(asked - before).toBeLessThan(5);
  expect(await screen.getByText("The trading rules did not arrive").count()).toBe(1);
  expect(await screen.getByRole("region", { name: "The last 24 hours" }).isVisible()).toBe(true);
});

test("a visitor reads what would be here; the screen holds at 320 pixels", async () => {
  await withPosition();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const visit = await (await stage.phone()).newPage();
  await visit.goto(`${stage.address}/contracts?symbol=btcusdt`);
  await visit.getByText("Positions appear here").waitFor();
});

test("offline one reason stands under both sides, and each of them says it", async () => {
  await page.goto(`${stage.address}/contracts?symbol=btcusdt`);
  const sides = ["Open long", "Open short"].map((name) => page.getByRole("button", { name }));
  await Promise.all(sides.map((side) => side.waitFor()));
  const reason = "You are offline. What you typed is kept; nothing is sent by itself.";
  const shown = page.getByText(reason, { exact: true });
  expect(await shown.count()).toBe(0);
  await page.context().setOffline(true);
  await shown.waitFor();
  const describedBy = await Promise.all(sides.map((side) => side.getAttribute("aria-describedby")));
  expect(describedBy).toEqual([await shown.getAttribute("id"), await shown.getAttribute("id")]);
});

test("the line of funding unfolds to its figures and to past ones, also where the network has gone meanwhile", async () => {
  const past = page.waitForResponse((response) =>
    response.url().includes(marketEndpoints.fundingHistory.path),
  );
  await page.goto(`${stage.address}/contracts?symbol=btcusdt`);
  await (await past).finished();
  const line = page.locator("summary").filter({ hasText: /^Mark .*Funding/ });
  await line.filter({ hasText: /Mark [\d,.]+/ }).waitFor();
  const figures = page.getByText("That is at", { exact: true });
  expect(await figures.count()).toBe(0);
  await page.context().setOffline(true);
  await line.click();
  await figures.waitFor();
  await page.getByRole("heading", { name: "Past funding" }).waitFor();
  await line.click();
  await figures.waitFor({ state: "detached" });
});

test("funding that the stream is silent about is read, five seconds after the last", async () => {
  const screen = await (await stage.phone()).newPage();
  const readAt: number[] = [];
  screen.on("request", (request) => {
    if (new URL(request.url()).pathname === marketEndpoints.funding.path) readAt.push(Date.now());
  });
  await screen.routeWebSocket(/\/api\/ws/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!message.toString().includes(".funding")) server.send(message);
    });
  });
  await screen.goto(`${stage.address}/contracts?symbol=btcusdt`);
  const pauses = () => readAt.map((at, place) => at - (readAt[place - 1] ?? at));
  // Before the stream is there it is read each second.
  await expect.poll(() => pauses().filter((ms) => ms > 4500).length).toBe(2);
});
