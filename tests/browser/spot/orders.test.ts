/** Coin orders after they were placed: watched, cancelled over good and bad lines, changed, repeated, traced into the history. */
import { randomUUID } from "node:crypto";
import type { Page, Route } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { marketEndpoints } from "#protocol/api/market.ts";
import { spotEndpoints, type CoinOrder } from "#protocol/api/spot.ts";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { someOf } from "../../harness/trials.ts";

const stage = new PhoneStage({
  settings: {
    SELL_REVIEW_OVER: '{"btcusdt":"0.005"}',
  },
});
let page: Page;
let person: Person;
let last: number;
const complaints: string[] = [];

// A user and a phone a test: no order of another test is shown, not even as a persisted row.
beforeEach(async () => {
  person = await stage.user(`${randomUUID()}@example.org`);
  const rank = (await ask("GET", marketEndpoints.mergedTickerRank.path, {})) as {
    symbol: string;
    close: number;
  }[];
  last = rank.find(({ symbol }) => symbol === "btcusdt")?.close ?? 0;
  page = await (await stage.phone({ as: person })).newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
});

afterEach(() => {
  expect(complaints.splice(0)).toEqual([]);
});

/** Asks the venue in the person's name, from another device as it were. */
const ask = (method: "GET" | "POST", path: string, request: Record<string, unknown>) =>
  askAs(person, stage.address, method, path, request);

const at = (factor: number) => (Math.round(last * factor * 100) / 100).toFixed(2);
const place = (draft: object) =>
  ask("POST", spotEndpoints.coinPlaceOrder.path, {
    symbol: "btcusdt",
    side: "buy",
    client_order_id: randomUUID(),
    ...draft,
  }) as Promise<CoinOrder>;
/** Far enough below the market to wait. */
const resting = (amount: string, draft: object = {}) =>
  place({ type: "limit", tif: "gtc", price: at(0.93), amount, ...draft });
const orderOf = (id: string) =>
  ask("GET", spotEndpoints.coinOrder.path, { id }) as Promise<CoinOrder>;

const open = (tab: "pending" | "review" | "completed") =>
  page.goto(`${stage.address}/coins?symbol=btcusdt&tab=${tab}`);
const panel = () => page.getByRole("tabpanel");
const row = (name: string | RegExp) => panel().getByRole("button", { name }).first();
const sheet = () => page.getByRole("dialog");

describe("the panel", () => {
  test("says what it would show where there is nothing", async () => {
    await open("pending");
    await page.getByText("No open orders").waitFor();
    await page.getByRole("tab", { name: "Pending review" }).click();
    await page.getByText("Nothing under review").waitFor();
    await page.getByRole("tab", { name: "Completed" }).click();
    await page.getByText("No completed orders yet").waitFor();
  });

  test("lists what waits, of this market or of all, and loses a row when another device cancels it", async () => {
    const order = await resting("0.001");
    await place({ symbol: "ethusdt", type: "limit", tif: "gtc", price: "1000.00", amount: "0.1" });
    await place({
      type: "stop-market",
      side: "buy",
      stop_price: at(1.05),
      operator: "gte",
      value: "50",
    });
    await open("pending");
    await row(/^Buy BTC\/USDT, Limit, 0\.001 BTC at .*Resting in the book/).waitFor();
    await row(/^Buy BTC\/USDT, Stop-market, 50 USDT .*Waiting for/).waitFor();
    await row(/^Buy ETH\/USDT/).waitFor();
    await page.getByText(/Your orders on the chart: /).waitFor({ state: "attached" });
    await page.getByRole("radio", { name: "BTC/USDT" }).check({ force: true });
    await row(/^Buy ETH\/USDT/).waitFor({ state: "detached" });
    await ask("POST", spotEndpoints.coinCancelOrder.path, { id: order.id });
    await row(/^Buy BTC\/USDT, Limit/).waitFor({ state: "detached" });
  });

  test("keeps its rows without a connection, with their age, and offers nothing that would be sent later", async () => {
    await resting("0.001");
    await open("pending");
    await row(/^Cancel: Buy 0\.001 BTC/).waitFor();
    await page.context().setOffline(true);
    await page.getByText(/You are offline\. The list is from/).waitFor();
    await row(/^Cancel: Buy 0\.001 BTC/).click();
    await sheet().getByText("You are offline. Nothing is sent by itself.").first().waitFor();
    await page.context().setOffline(false);
  });
});

describe("cancelling", () => {
  const cancelPath = `**${spotEndpoints.coinCancelOrder.path}`;

  async function askToCancel(amount: string) {
    await row(new RegExp(`^Cancel: Buy ${amount} BTC`)).click();
    await sheet()
      .getByText(/come back at once/)
      .waitFor();
    await sheet().getByRole("button", { name: "Cancel the order" }).click();
  }

  test("says before what comes back, nothing until the venue has answered, and then that it came back", async () => {
    const order = await resting("0.0012");
    await open("pending");
    let go: () => void = () => {};
    const held = new Promise<void>((done) => (go = done));
    await page.route(cancelPath, async (route) => {
      await held;
      await route.continue();
    });
    await askToCancel("0.0012");
    await sheet().getByText("Cancelling", { exact: true }).first().waitFor();
    await sheet().getByRole("button", { name: "Go on without waiting" }).click();
    // The sheet is gone; the row still says that it is not known yet.
    await row(/^Cancelling: Buy BTC\/USDT/).waitFor();
    expect((await orderOf(order.id)).state).toBe("submitted");
    go();
    await row(/BTC\/USDT/).waitFor({ state: "detached" });
    expect(await orderOf(order.id)).toMatchObject({ state: "canceled", frozen: "0.00000000" });
    await page.getByRole("tab", { name: "Completed" }).click();
    await row(/^Buy BTC\/USDT, Limit, 0\.0012 .*Cancelled/).waitFor();
  });

  const torn: [
    name: string,
    answer: (route: Route) => Promise<void>,
    outcome: RegExp,
    offersRetry: boolean,
  ][] = [
    [
      "a torn answer is looked up: the cancel had arrived",
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      /^Cancelled\. .* came back\.$/,
      false,
    ],
    [
      "a message that never left is told: the order still stands",
      (route) => route.abort("connectionreset"),
      /^The cancel did not reach the venue\. The order still stands\.$/,
      true,
    ],
  ];
  test.each(someOf(torn, 2))("%s", async (_name, answer, outcome, offersRetry) => {
    await resting("0.001");
    await open("pending");
    let sent = 0;
    await page.route(cancelPath, (route) => {
      sent += 1;
      return sent === 1 ? answer(route) : route.continue();
    });
    await askToCancel("0.001");
    await sheet().getByText("Asking the venue what became of the order").first().waitFor();
    await sheet().getByText(outcome).waitFor();
    expect(sent).toBe(1);
    const again = sheet().getByRole("button", { name: "Try again" });
    expect(await again.count()).toBe(offersRetry ? 1 : 0);
    if (!offersRetry) return;
    await again.click();
    await sheet()
      .getByText(/^Cancelled\. .* came back\.$/)
      .waitFor();
    expect(sent).toBe(2);
  });

  test("a cancel that failed after its sheet was left stays on the row, which leads to a second try", async () => {
    await resting("0.0014");
    await open("pending");
    let sent = 0;
    await page.route(cancelPath, (route) =>
      ++sent === 1 ? route.abort("connectionreset") : route.continue(),
    );
    await askToCancel("0.0014");
    await sheet().getByRole("button", { name: "Go on without waiting" }).click();
    await row(/^Not cancelled: Buy BTC\/USDT, Limit, 0\.0014/).waitFor();
    await row(/^Cancel: Buy 0\.0014 BTC/).click();
    await sheet()
      .getByText("The cancel did not reach the venue. The order still stands.")
      .waitFor();
    await sheet().getByRole("button", { name: "Try again" }).click();
    await sheet()
      .getByText(/^Cancelled\. .* came back\.$/)
      .waitFor();
  });

  test("an order that ended first is reported as it ended", async () => {
    const order = await resting("0.001");
    await open("pending");
    // Between the tap and the venue another device is faster.
    await page.route(cancelPath, async (route) => {
      await ask("POST", spotEndpoints.coinCancelOrder.path, { id: order.id });
      await route.continue();
    });
    await askToCancel("0.001");
    await sheet().getByText("It could not be cancelled any more.", { exact: false }).waitFor();
  });

  test("of all orders says how many, where and what comes back, and then what became of each", async () => {
    await resting("0.001");
    await resting("0.002");
    await place({ symbol: "ethusdt", type: "limit", tif: "gtc", price: "1000.00", amount: "0.1" });
    await open("pending");
    await row(/^Buy ETH\/USDT/).waitFor();
    await panel().getByRole("button", { name: "Cancel all" }).click();
    await sheet().getByText("3 waiting orders").waitFor();
    await sheet()
      .getByText("BTC/USDT, ETH/USDT")
      .or(sheet().getByText("ETH/USDT, BTC/USDT"))
      .waitFor();
    await sheet().getByRole("button", { name: "Cancel 3 orders" }).click();
    await sheet().getByText("3 orders cancelled. What they held came back.").waitFor();
    expect(await sheet().getByRole("listitem").count()).toBe(3);
    await sheet().getByRole("button", { name: "Done" }).click();
    await page.getByText("No open orders").waitFor();
  });
});

describe("an order", () => {
  test("tells its figures, its fills with what the market showed, and leads to its entries and back", async () => {
    const { id } = await place({ type: "market", value: "1000" });
    await expect.poll(async () => (await orderOf(id)).status).toBe(2);
    await open("completed");
    await row(/^Buy BTC\/USDT, Market, .*Filled/).click();
    for (const label of ["Average price", "Taker fee", "Set aside", "Came back", "Placed", "Ended"])
      await sheet().getByText(label, { exact: true }).first().waitFor();
    await sheet()
      .getByText(/BTC were for sale at .*, the best price when your order met the book\./)
      .first()
      .waitFor();
    await sheet().getByText("What the market showed").first().click();
    await sheet().getByText("Simulated market").first().waitFor();
    await sheet().getByText("Best ask").first().waitFor();
    await sheet().getByRole("link", { name: "History" }).click();
    await page.getByRole("heading", { name: "Billing history" }).waitFor();
    expect(new URL(page.url()).searchParams.get("order")).toContain(id);
    await page.getByText(`Order ${id}`).first().waitFor();
    await page
      .getByRole("button", { name: /Coin trading.*BTC/ })
      .first()
      .click();
    await sheet().getByText("Received when a coin order filled, less the fee.").waitFor();
    await sheet().getByText("The order it belongs to").waitFor();
    await sheet().getByText("Average price").waitFor();
  });

  test("says where its details cannot be loaded, and shows them once they can", async () => {
    await resting("0.01");
    await open("pending");
    await row(/^Buy BTC\/USDT/).waitFor();
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await row(/^Buy BTC\/USDT/).click();
    await sheet()
      .getByText("This part could not be loaded. Try again with a connection.")
      .waitFor();
    await page.unroute(/\/assets\/.*\.js$/);
    await sheet().getByRole("button", { name: "Try again" }).click();
    await sheet().getByText("Placed", { exact: true }).waitFor();
  });

  test("is changed in the ticket, which takes its place, and repeated from where it ended", async () => {
    const order = await resting("0.0013");
    await open("pending");
    await row(/^Buy BTC\/USDT, Limit/).click();
    await sheet().getByRole("button", { name: "Change" }).click();
    const ticket = page.getByRole("form", { name: "Order" });
    await page.getByText(`Changes order ${order.id}`, { exact: false }).waitFor();
    await expect.poll(() => ticket.locator("[name=amount]").inputValue()).toBe("0.0013");
    await ask("POST", spotEndpoints.coinCancelOrder.path, { id: order.id });
    await page.getByRole("tab", { name: "Completed" }).click();
    await row(/^Repeat: Buy 0\.0013 BTC/).click();
    await page
      .getByText(`Changes order ${order.id}`, { exact: false })
      .waitFor({ state: "detached" });
    await expect.poll(() => ticket.locator("[name=amount]").inputValue()).toBe("0.0013");
  });

  test("is dragged on the chart to another price, which is asked about and not sent", async () => {
    const order = await resting("0.001");
    await open("pending");
    await row(/^Cancel: Buy 0\.001 BTC/).waitFor();
    const plot = page.getByRole("slider", { name: /candles of/ });
    const box = await plot.boundingBox();
    if (!box) throw new Error("no chart");
    // It lies below the view, so its tag is an arrow at the lower edge.
    const handle = { x: box.x + 40, y: box.y + box.height };
    await expect
      .poll(async () => {
        handle.y = handle.y > box.y + 6 ? handle.y - 6 : box.y + box.height;
        await page.mouse.move(handle.x, handle.y);
        return plot.evaluate((element) => element.style.cursor);
      })
      .toBe("ns-resize");
    await page.mouse.down();
    await page.mouse.move(handle.x, handle.y - 20, { steps: 5 });
    await page.mouse.up();
    await sheet().getByRole("heading", { name: "Confirm change" }).waitFor();
    expect(await orderOf(order.id)).toMatchObject({ price: order.price, status: 1 });
  });

  test("under review says until when, and can be taken back", async () => {
    const bought = await place({ type: "market", value: "1000" });
    await expect.poll(async () => (await orderOf(bought.id)).status).toBe(2);
    await place({ side: "sell", type: "limit", tif: "gtc", price: at(1.05), amount: "0.006" });
    await open("review");
    await row(/^Sell BTC\/USDT, Limit, 0\.006 BTC .*Under review until \d\d:\d\d/).waitFor();
    await row(/^Cancel: Sell 0\.006 BTC/).click();
    await sheet().getByText("0.006 BTC come back at once.").waitFor();
    await sheet().getByRole("button", { name: "Cancel the order" }).click();
    await sheet().getByText("Cancelled. 0.006 BTC came back.").waitFor();
  });
});

test("nothing runs over the edge at 320 and 1280 px", async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await resting("0.001");
  await open("pending");
  await row(/^Buy BTC\/USDT, Limit/).click();
  await sheet().getByRole("button", { name: "Change" }).waitFor();
  const over = () =>
    page.evaluate(() =>
      [
        ...document.querySelectorAll(
          "[role=tabpanel], [role=tabpanel] *, dialog[open], dialog[open] *",
        ),
      ]
        .filter(
          (part) =>
            part.clientWidth > 0 &&
            part.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
        )
        .map((part) => `${part.tagName} ${part.textContent?.slice(0, 40)}`),
    );
  expect(await over()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator("#desk-lower [role=tabpanel]").waitFor();
  await sheet().getByRole("button", { name: "Change" }).waitFor();
  expect(await over()).toEqual([]);
});
