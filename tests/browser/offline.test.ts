/** A day without a network: every screen says what it has and of when, nothing is sent later, and the way back is told and tells the truth. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certificationEndpoints } from "#protocol/certification.ts";
import { perpetualEndpoints } from "#protocol/perpetual.ts";
import { platformEndpoints } from "#protocol/platform.ts";
import { rechargeEndpoints } from "#protocol/recharge.ts";
import { secondsOrderEndpoints } from "#protocol/seconds-order.ts";
import { spotEndpoints } from "#protocol/spot.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import { withdrawalEndpoints } from "#protocol/withdrawal.ts";
import { askAs, personIn } from "../harness/ask-as.ts";
import { builtApp } from "../harness/built-app.ts";
import { newPhone, openApp, startChromium } from "../harness/chromium.ts";
import { everyRoute, keptOn } from "../harness/device.ts";
import { buyBitcoin, register } from "../harness/newcomer.ts";
import { pageFaults } from "../harness/page-faults.ts";
import { runVenue, type RunningVenue } from "../harness/running-venue.ts";

let browser: Browser;
let venue: RunningVenue;
let context: BrowserContext;
let page: Page;
/** The venue's own, read at each of its starts. */
const environment: Record<string, string> = { LIMITS: '{"registrationsPerHour":1000}' };
/** The longest that a session lives, and an hour. */
const weekMs = 7 * 24 * 3600_000 + 3600_000;
const thrown: string[] = [];
const posted: string[] = [];

beforeAll(async () => {
  [browser, venue] = await Promise.all([
    startChromium(),
    builtApp().then((folder) => runVenue(folder, environment)),
  ]);
  context = await newPhone(browser);
  context.on("page", (opened) =>
    opened.on("pageerror", (error) => thrown.push(`${opened.url()} ${String(error)}`)),
  );
  context.on(
    "request",
    (request) => request.method() === "POST" && posted.push(new URL(request.url()).pathname),
  );
  page = await context.newPage();
  await register(page, venue.address, "tunnel@example.org");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await buyBitcoin(page, venue.address);
});

afterAll(async () => {
  await browser?.close();
  await venue?.dispose();
});

/** The private answers that the device keeps, as text by their address. */
async function keptAnswers(): Promise<Map<string, string>> {
  const kept = Object.entries((await keptOn(page)) ?? {}).find(([key]) =>
    key.startsWith("queries:user:"),
  )?.[1];
  return new Map(
    Array.isArray(kept)
      ? kept.map((answer: { key: unknown[]; data: unknown }) => [
          String(answer.key[0]),
          JSON.stringify(answer.data),
        ])
      : [],
  );
}

test("what nobody has looked at yet is in the account book, too, with what has just been done", async () => {
  const book = [
    walletEndpoints.walletBalance,
    walletEndpoints.tradeRecord,
    spotEndpoints.coinOrders,
    perpetualEndpoints.contractPositions,
    perpetualEndpoints.contractOrders,
    perpetualEndpoints.contractHistory,
    secondsOrderEndpoints.secondOrders,
    rechargeEndpoints.payOrder,
    withdrawalEndpoints.withdrawalOrder,
    certificationEndpoints.certification,
  ].map(({ path }) => path);
  await expect
    .poll(
      async () => {
        const kept = await keptAnswers();
        return [
          ...book.filter((path) => !kept.has(path)),
          (kept.get(walletEndpoints.tradeRecord.path) ?? "").includes('"BTC"'),
        ];
      },
      { timeout: 40_000 },
    )
    .toEqual([true]);
});

test("every screen opens from the worker, is not blank, waits for nothing and offers nothing that cannot be done", async () => {
  await venue.kill();
  await context.setOffline(true);
  posted.length = 0;
  const faults: string[] = [];
  for (const route of everyRoute) {
    await page.goto(venue.address + route, { waitUntil: "commit" });
    await page.locator("#root > [inert]").waitFor({ state: "detached" });
    let found: string[] = [];
    await expect
      .poll(async () => (found = await pageFaults(page)).length, { timeout: 10_000 })
      .toBe(0)
      .catch(() => faults.push(...found.map((fault) => `${route}: ${fault}`)));
    if ((await page.getByText("Page Not Found").count()) > 0) faults.push(`${route} is not there`);
    if (
      /^\/(recharge|withdraw|certification|history|security|assets)/.test(route) &&
      new URL(page.url()).pathname !== route
    )
      faults.push(`${route} led to ${page.url()}`);
  }
  expect(faults).toEqual([]);
  expect(thrown).toEqual([]);
});

test("the bills that were never looked at are there, as of their time", async () => {
  await page.goto(`${venue.address}/history`, { waitUntil: "commit" });
  await page.getByText("Coin trading").first().waitFor();
  await page.getByText(/could not be refreshed. These entries are from/).waitFor();
  await page.getByText(/^No fresh prices/).waitFor();
});

test("back online it says so, reads anew, and has sent nothing by itself", async () => {
  const before = await page.getByText("Coin trading").count();
  await venue.restart();
  await context.setOffline(false);
  await page
    .getByText(/^Back online/)
    .first()
    .waitFor();
  await page.getByText(/could not be refreshed/).waitFor({ state: "detached" });
  await page.getByText(/^Back online/).waitFor({ state: "detached" });
  expect(await page.getByText("Coin trading").count()).toBe(before);
  // The one read that is a POST, at a page's start.
  expect(posted.filter((path) => path !== platformEndpoints.view.path)).toEqual([]);
  expect(thrown).toEqual([]);
});

test("after a week it asks for a log-in with the place kept, has nothing of the account until then, and is true after it", async () => {
  const person = await personIn(context);
  const bills = await page.getByText("Coin trading").count();
  await askAs(person, venue.address, "POST", secondsOrderEndpoints.secondPlaceOrder.path, {
    symbol: "btcusdt",
    direction: "up",
    time: 30,
    amount: "10",
    risk_ack: 1,
    client_order_id: crypto.randomUUID(),
  });
  await venue.kill();
  await context.setOffline(true);
  await page.close();
  environment["NODE_OPTIONS"] =
    `--import=data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${weekMs};`)}`;
  await venue.restart();

  page = await context.newPage();
  await page.clock.install({ time: Date.now() + weekMs });
  posted.length = 0;
  await openApp(page, `${venue.address}/history`);
  await page.getByText(/could not be refreshed. These entries are from/).waitFor();
  await page.getByText("Coin trading").first().waitFor();
  await context.setOffline(false);
  const login = page.getByRole("dialog", { name: "Your session has ended" });
  await login.waitFor();
  await expect
    .poll(async () => [await page.getByText("Coin trading").count(), (await keptAnswers()).size])
    .toEqual([0, 0]);
  expect(posted.filter((path) => path !== platformEndpoints.view.path)).toEqual([]);

  await login.getByLabel("E-mail address").fill("tunnel@example.org");
  await login.getByLabel("Password", { exact: true }).fill("eleven days aloft");
  await login.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByText("Coin trading").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/history");
  expect(await page.getByText("Coin trading").count()).toBe(bills);
  // What ended meanwhile stands there once, as the venue has it.
  await openApp(page, `${venue.address}/seconds?symbol=btcusdt&tab=closed`);
  await page
    .getByRole("button", { name: /^BTC\/USDT, Up, 30 s, / })
    .first()
    .waitFor();
  expect(await page.getByRole("button", { name: /^BTC\/USDT, Up, 30 s, / }).count()).toBe(1);
  expect(thrown).toEqual([]);
});
