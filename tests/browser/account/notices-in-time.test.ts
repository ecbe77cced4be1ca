/** What happens to one's orders and money elsewhere reaches the screen that one looks at. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { marketEndpoints } from "#protocol/api/market.ts";
import { spotEndpoints } from "#protocol/api/spot.ts";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

/**
 * Has stops wait just above the market and just below, and some further out, since the market may have passed the
 * nearest meanwhile: the next moves reach one of them.
 */
async function placeStops(person: Person): Promise<void> {
  const { address } = stage;
  const {
    tick: { close },
  } = (await askAs(person, address, "GET", marketEndpoints.mergedTicker.path, {
    symbol: "btcusdt",
  })) as { tick: { close: number } };
  const stops = (
    [
      ["gte", 1.00002],
      ["gte", 1.0001],
      ["gte", 1.0003],
      ["gte", 1.0006],
      ["lte", 0.99998],
      ["lte", 0.9999],
      ["lte", 0.9997],
      ["lte", 0.9994],
    ] as const
  ).map(([operator, far]) =>
    askAs(person, address, "POST", spotEndpoints.coinPlaceOrder.path, {
      symbol: "btcusdt",
      side: "buy",
      type: "stop-market",
      value: "100",
      stop_price: (close * far).toFixed(2),
      operator,
      client_order_id: randomUUID(),
    }),
  );
  // One that was passed meanwhile is refused.
  expect((await Promise.allSettled(stops)).some(({ status }) => status === "fulfilled")).toBe(true);
}

test("a stop that is reached while one is on Home says so there, and in the list", async () => {
  const person = await stage.user("told@example.org");
  const phone = await stage.phone({ as: person });
  const page = await phone.newPage();
  await openApp(page, stage.address);
  await placeStops(person);
  await page.getByText("BTC/USDT: buy order filled").first().waitFor();
  await page.getByRole("button", { name: /^Notices, \d+ unread/ }).click();
  await page
    .getByRole("dialog", { name: "Notices" })
    .getByText("BTC/USDT: buy order filled")
    .first()
    .waitFor();
});

test("money that an operator brings is shown in one of two tabs, and the wallet on screen has it", async () => {
  const person = await stage.user("paid@example.org");
  const phone = await stage.phone({ as: person });
  const tabs = [await phone.newPage(), await phone.newPage()];
  for (const tab of tabs) {
    await openApp(tab, `${stage.address}/assets`);
    await tab
      .getByText(/10,000\.00/)
      .first()
      .waitFor();
  }
  await stage.venue.operate("recharge", "paid@example.org", "543.21", "USDT", "prize");
  const shown = () => Promise.all(tabs.map((tab) => tab.getByText("Paper funds added").count()));
  await expect.poll(async () => (await shown()).reduce((sum, count) => sum + count)).toBe(1);
  for (const tab of tabs)
    await tab
      .getByText(/10,543\.21/)
      .first()
      .waitFor();
  expect((await shown()).reduce((sum, count) => sum + count)).toBeLessThan(2);
});
