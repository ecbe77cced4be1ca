/** Home in the built app: what stands above the fold, what is one's own, and what goes away. */
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { contractsEndpoints } from "#protocol/api/contracts.ts";
import { marketEndpoints } from "#protocol/api/market.ts";
import { secondsOrderEndpoints } from "#protocol/api/seconds-order.ts";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();
let user: Person;

beforeAll(async () => {
  user = await stage.user("home@example.org");
});

/** Each viewport with the font sizes that three markets have to fit in with. */
const folds = [
  [320, 568, [100]],
  [360, 640, [100, 130]],
  [390, 844, [100, 130]],
] as const;

/** Markets that are whole above the tab bar, by viewport and font size. */
async function marketsAboveTheFold(page: Page): Promise<Record<string, number>> {
  await page.locator("[data-symbol]").nth(5).waitFor();
  const counts: Record<string, number> = {};
  for (const [width, height, fonts] of folds) {
    await page.setViewportSize({ width, height });
    for (const font of fonts) {
      await page.evaluate((percent) => {
        document.documentElement.style.fontSize = `${percent}%`;
        dispatchEvent(new Event("resize"));
      }, font);
      counts[`${width}×${height} ${font}%`] = await page.evaluate(async () => {
        for (let frame = 0; frame < 4; frame++)
          await new Promise((done) => requestAnimationFrame(done));
        const fold = [...document.querySelectorAll("nav")].at(-1)?.getBoundingClientRect().top ?? 0;
        return [...document.querySelectorAll("[data-symbol]")].filter(
          (row) => row.getBoundingClientRect().bottom <= fold,
        ).length;
      });
    }
  }
  return counts;
}

const tooFew = (counts: Record<string, number>) =>
  Object.entries(counts).filter(([, count]) => count < 3);

const trades = (page: Page) => page.getByRole("list", { name: "What you have open" });

test("the tab bar is at the foot of the screen, and the end of a page above it, with large text, too", async () => {
  const context = await stage.phone();
  const page = await context.newPage();
  await openApp(page, stage.address);
  await page.locator("[data-symbol]").nth(5).waitFor();
  for (const percent of [100, 200]) {
    const edges = await page.evaluate(async (size) => {
      document.documentElement.style.fontSize = `${size}%`;
      for (let frame = 0; frame < 4; frame++)
        await new Promise((done) => requestAnimationFrame(done));
      scrollTo(0, document.documentElement.scrollHeight);
      const bar = document.querySelector("nav:has([aria-current=page])")?.getBoundingClientRect();
      const end = document.querySelector("main")?.getBoundingClientRect().bottom;
      return { foot: bar && innerHeight - bar.bottom, gap: bar && end && bar.top - end };
    }, percent);
    expect(edges, `${percent} %`).toEqual({ foot: 0, gap: 0 });
  }
});

test("a visitor sees three markets above the fold; the announcements are one line that unfolds and stays away", async () => {
  const context = await stage.phone();
  const page = await context.newPage();
  await openApp(page, stage.address);
  const notice = page.getByRole("region", { name: "Announcements" });
  await notice.waitFor();
  expect((await notice.boundingBox())?.height).toBeLessThan(45);
  expect(tooFew(await marketsAboveTheFold(page))).toEqual([]);
  expect(await page.getByRole("button", { name: "Support" }).count()).toBe(0);

  await notice.getByRole("button", { name: "Simulated funds" }).click();
  await notice.getByText("Everything here is traded with paper money.").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  // Axe leaves this rule out unless it is named. A `sticky` tab bar breaks it, over any row that lies half beneath it.
  expect(await axeFaults(page, { rules: ["target-size"] })).toEqual([]);
  await notice.getByRole("button", { name: "Put this away" }).click();
  await notice.waitFor({ state: "detached" });
  await page.reload();
  // The page that the build wrote keeps no place for it either.
  expect(await page.locator("html").getAttribute("data-announcements")).toBe("read");
  await page.locator("#root > [inert]").waitFor({ state: "detached" });
  await page.locator("[data-symbol]").first().waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});

test("who is logged in sees the value with the day's profit, and three markets above the fold", async () => {
  const page = await home(await stage.phone({ as: user }));
  const value = page.getByRole("region", { name: "Total value" });
  await value.getByText(/^10,000\.00 USDT$/).waitFor();
  await value.getByText(/^As of \d\d:\d\d:\d\d$/).waitFor();
  await value.getByText("0.00%").waitFor();
  // A young account has no course of seven days.
  expect(await value.getByRole("img").count()).toBe(0);
  await page.getByRole("link", { name: "Get certified for withdrawals" }).waitFor();
  expect(tooFew(await marketsAboveTheFold(page))).toEqual([]);
});

test("what is open stands under the value, with profit and countdown, and leads to its screen", async () => {
  const owner = await stage.user(`home-trades-${randomUUID()}@example.org`);
  const ask = (method: "GET" | "POST", path: string, request: Record<string, unknown>) =>
    askAs(owner, stage.address, method, path, request);
  const page = await home(await stage.phone({ as: owner }));
  const nothing = page
    .getByRole("region", { name: "Total value" })
    .getByText("0.00 USDT", { exact: true });
  await nothing.waitFor();
  await ask("POST", contractsEndpoints.contractPlaceOrder.path, {
    contract_code: "BTC-USDT",
    direction: "buy",
    lever_rate: 10,
    volume: 40,
    order_type: "market",
    client_order_id: randomUUID(),
  });
  await trades(page)
    .getByRole("link", { name: /Long 10× BTC-USDT.*[+−]?\d+\.\d{2,4}\sUSDT/ })
    .waitFor({ timeout: 30_000 });
  // Back from a trade, one reads what it has cost.
  const tabs = page.getByRole("navigation", { name: "Main" });
  await tabs.getByRole("link", { name: "Coins" }).click();
  await page.getByRole("form", { name: "Order" }).waitFor();
  await tabs.getByRole("link", { name: "Home" }).click();
  await trades(page).waitFor();
  await expect.poll(() => nothing.count(), { timeout: 60_000 }).toBe(0);
  await ask("POST", secondsOrderEndpoints.secondPlaceOrder.path, {
    symbol: "ethusdt",
    direction: "up",
    time: 300,
    amount: "100",
    risk_ack: 1,
    client_order_id: randomUUID(),
  });
  const running = trades(page).getByRole("link", { name: /Up ETH\/USDT/ });
  await running
    .getByRole("timer")
    .getByText(/^0[45]:\d\d$/)
    .waitFor();
  await running.getByText(/^[+−](95|100)\.00$/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);
  await running.click();
  await page.waitForURL(/\/seconds\?symbol=ethusdt&tab=running/);
});

test("favourites stand first once there is one, though others are traded more", async () => {
  await askAs(user, stage.address, "POST", marketEndpoints.setCollect.path, {
    symbol: "linkusdt",
    collect: 1,
  });
  const page = await home(await stage.phone({ as: user }));
  const first = page.locator("[data-symbol][data-at='0']");
  await expect.poll(() => first.getAttribute("data-symbol")).toBe("linkusdt");
  // A chosen column sorts all markets alike.
  await page.getByRole("columnheader", { name: "Volume" }).getByRole("button").click();
  await expect.poll(() => first.getAttribute("data-symbol")).not.toBe("linkusdt");
});

test("without a network the value and what is open stay, with their age", async () => {
  const context = await stage.phone({ as: await stage.user("offline-home@example.org") });
  // Before the page: an answer that arrives amid the change of clocks has the app think that its own is wrong by decades.
  await context.clock.install();
  const page = await home(context);
  await page
    .getByRole("region", { name: "Total value" })
    .getByText(/^10,000/)
    .waitFor();
  await context.setOffline(true);
  await page.clock.fastForward("05:00");
  await page
    .getByText(/^As of \d\d:\d\d:\d\d, [56] minutes ago$/)
    .first()
    .waitFor();
});

async function home(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await openApp(page, stage.address);
  await page.getByRole("region", { name: "Total value" }).waitFor();
  return page;
}

test("until the balances come, the place of the total is seen", async () => {
  const phone = await stage.phone({ as: await stage.user("waits@example.org") });
  const page = await phone.newPage();
  await page.route("**/api/wallet/**", () => undefined);
  await page.goto(stage.address);
  const place = page.getByRole("region", { name: "Total value" }).locator("[data-shape=title]");
  await expect.poll(async () => (await place.boundingBox())?.width).toBeGreaterThan(100);
});

test("an icon of plain shapes is drawn in the page; with more in it, it is an image, and nothing runs", async () => {
  const page = await (await stage.phone()).newPage();
  await page.route(/icons\/coin\.json/, async (route) => {
    const answer = (await (await route.fetch()).json()) as { icons: Record<string, object> };
    const hit = "document.documentElement.dataset.hit = 'yes'";
    answer.icons["btc"] = { body: `<script>${hit}</script><path d="M0 0h9v9z" onload="${hit}"/>` };
    answer.icons["eth"] = { body: '<circle cx="8" cy="8" r="8"/>' };
    await route.fulfill({ json: answer });
  });
  await openApp(page, stage.address);
  const picture = (symbol: string, element: string) =>
    page.locator(`[data-symbol=${symbol}] [data-shade] > ${element}`);
  await picture("ethusdt", "svg").locator("circle").waitFor({ state: "attached" });
  await picture("btcusdt", "img").waitFor();
  expect(await picture("btcusdt", "svg").count()).toBe(0);
  expect(await page.locator("[data-hit], [onload], svg script").count()).toBe(0);
});
