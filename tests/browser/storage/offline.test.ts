/** A day without a network: every screen shows its data with their age, nothing is sent later, and the return is announced with true data. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { bankCardEndpoints } from "#protocol/api/bank-card.ts";
import { certificationEndpoints } from "#protocol/api/certification.ts";
import { contractsEndpoints } from "#protocol/api/contracts.ts";
import { platformEndpoints } from "#protocol/api/platform.ts";
import { rechargeEndpoints } from "#protocol/api/recharge.ts";
import { secondsOrderEndpoints } from "#protocol/api/seconds-order.ts";
import { securityEndpoints } from "#protocol/api/security.ts";
import { spotEndpoints } from "#protocol/api/spot.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { withdrawalEndpoints } from "#protocol/api/withdrawal.ts";
import { askAs, personIn } from "../../harness/browser/ask-as.ts";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { everyRoute, storedOn } from "../../harness/browser/device.ts";
import { buyBitcoin } from "../../harness/browser/newcomer.ts";
import { pageFaults } from "../../harness/browser/page-faults.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { someOf } from "../../harness/trials.ts";

/** The venue's settings, read at each of its starts. */
const environment: Record<string, string> = {};
const stage = new PhoneStage({ settings: environment });
let context: BrowserContext;
let page: Page;
/** The longest life of a session, and an hour. */
const weekMs = 7 * 24 * 3600_000 + 3600_000;
const thrown: string[] = [];
const posted: string[] = [];

beforeAll(async () => {
  const person = await stage.user("tunnel@example.org");
  context = await stage.phone({ ...everyday, as: person });
  context.on("page", (opened) =>
    opened.on("pageerror", (error) => thrown.push(`${opened.url()} ${String(error)}`)),
  );
  context.on(
    "request",
    (request) => request.method() === "POST" && posted.push(new URL(request.url()).pathname),
  );
  page = await context.newPage();
  await openApp(page, stage.address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await buyBitcoin(page, stage.address);
});

/** The private answers stored on the device, as text by their path. */
async function storedAnswers(): Promise<Map<string, string>> {
  const stored = Object.entries((await storedOn(page)) ?? {}).find(([key]) =>
    key.startsWith("queries:user:"),
  )?.[1];
  return new Map(
    Array.isArray(stored)
      ? stored.map((answer: { key: unknown[]; data: unknown }) => [
          String(answer.key[0]),
          JSON.stringify(answer.data),
        ])
      : [],
  );
}

test("the account snapshot also contains screens that were never opened, and the latest write", async () => {
  const book = [
    walletEndpoints.walletBalance,
    walletEndpoints.tradeRecord,
    spotEndpoints.coinOrders,
    contractsEndpoints.contractPositions,
    contractsEndpoints.contractOrders,
    contractsEndpoints.contractHistory,
    secondsOrderEndpoints.secondOrders,
    rechargeEndpoints.payOrder,
    withdrawalEndpoints.withdrawalOrder,
    certificationEndpoints.certification,
    walletEndpoints.rechargeCurrency,
    walletEndpoints.withdrawalCurrency,
    withdrawalEndpoints.addresses,
    bankCardEndpoints.banks,
    secondsOrderEndpoints.secondLimits,
    securityEndpoints.sessions,
    securityEndpoints.totp,
  ].map(({ path }) => path);
  await expect
    .poll(
      async () => {
        const stored = await storedAnswers();
        return [
          ...book.filter((path) => !stored.has(path)),
          (stored.get(walletEndpoints.tradeRecord.path) ?? "").includes('"BTC"'),
        ];
      },
      { timeout: 40_000 },
    )
    .toEqual([true]);
});

test("every screen opens from the worker, is not blank, waits for nothing and offers nothing that cannot be done", async () => {
  await stage.venue.kill();
  await context.setOffline(true);
  posted.length = 0;
  const faults: string[] = [];
  for (const route of someOf(everyRoute, 2)) {
    await page.goto(stage.address + route, { waitUntil: "commit" });
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
  await page.goto(`${stage.address}/history`, { waitUntil: "commit" });
  await page.getByText("Coin trading").first().waitFor();
  await page.getByText(/could not be refreshed. These entries are from/).waitFor();
  await page.getByText(/^No fresh prices/).waitFor();
});

test("back online it says so, reads again, and has sent nothing by itself", async () => {
  const before = await page.getByText("Coin trading").count();
  await stage.venue.restart();
  await context.setOffline(false);
  await page
    .getByText(/^Back online/)
    .first()
    .waitFor();
  await page.getByText(/could not be refreshed/).waitFor({ state: "detached" });
  await page.getByText(/^Back online/).waitFor({ state: "detached" });
  expect(await page.getByText("Coin trading").count()).toBe(before);
  // The only read by POST, at the start of a page.
  expect(posted.filter((path) => path !== platformEndpoints.view.path)).toEqual([]);
  expect(thrown).toEqual([]);
});

test("after a week it asks for a log-in with the place kept, has nothing of the account until then, and is true after it", async () => {
  const person = await personIn(context);
  const bills = await page.getByText("Coin trading").count();
  await askAs(person, stage.address, "POST", secondsOrderEndpoints.secondPlaceOrder.path, {
    symbol: "btcusdt",
    direction: "up",
    time: 30,
    amount: "10",
    risk_ack: 1,
    client_order_id: crypto.randomUUID(),
  });
  await stage.venue.kill();
  await context.setOffline(true);
  await page.close();
  environment["NODE_OPTIONS"] =
    `--import=data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${weekMs};`)}`;
  await stage.venue.restart();

  page = await context.newPage();
  await page.clock.install({ time: Date.now() + weekMs });
  posted.length = 0;
  await openApp(page, `${stage.address}/history`);
  await page.getByText(/could not be refreshed. These entries are from/).waitFor();
  await page.getByText("Coin trading").first().waitFor();
  await context.setOffline(false);
  const login = page.getByRole("dialog", { name: "Your session has ended" });
  await login.waitFor();
  await expect
    .poll(async () => [await page.getByText("Coin trading").count(), (await storedAnswers()).size])
    .toEqual([0, 0]);
  expect(posted.filter((path) => path !== platformEndpoints.view.path)).toEqual([]);

  await login.getByLabel("E-mail address").fill("tunnel@example.org");
  await login.getByLabel("Password", { exact: true }).fill("eleven days aloft");
  await login.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByText("Coin trading").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/history");
  expect(await page.getByText("Coin trading").count()).toBe(bills);
  // An order that ended meanwhile is shown once, with the state of the venue.
  await openApp(page, `${stage.address}/seconds?symbol=btcusdt&tab=closed`);
  await page
    .getByRole("button", { name: /^BTC\/USDT, Up, 30 s, / })
    .first()
    .waitFor();
  expect(await page.getByRole("button", { name: /^BTC\/USDT, Up, 30 s, / }).count()).toBe(1);
  expect(thrown).toEqual([]);
});
