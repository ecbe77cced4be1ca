/**
 * Pages that sleep, wake, go and come back; two of them; two people after one another; and clocks that are wrong (T-LIFE, T-TAB, T-OUT, T-CLK).
 * `LIFE_CELLS=all` also tries the clock that is ahead.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { builtApp } from "../harness/built-app.ts";
import { newPhone, openApp, startChromium } from "../harness/chromium.ts";
import { keptOn, placesOf } from "../harness/device.ts";
import { register } from "../harness/newcomer.ts";
import { runVenue, type RunningVenue } from "../harness/running-venue.ts";

const dayMs = 24 * 3600_000;

let browser: Browser;
let venue: RunningVenue;

beforeAll(async () => {
  [browser, venue] = await Promise.all([startChromium(), builtApp().then((folder) => runVenue(folder, { LIMITS: '{"registrationsPerHour":1000}' }))]);
});

afterAll(async () => {
  await browser?.close();
  await venue?.dispose();
});

async function phone(): Promise<BrowserContext> {
  const context = await newPhone(browser);
  onTestFinished(() => context.close());
  return context;
}

const go = (page: Page, path: string) => openApp(page, venue.address + path);

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByText(/^You are logged out/).first().waitFor();
}

/** The page is left and kept whole, and comes back, as a browser does it on the way back. */
const leave = (page: Page) => page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
const comeBack = (page: Page) => page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

test("a frozen page and one kept for the way back show nothing of an account that was left meanwhile", async () => {
  const context = await phone();
  const [frozen, back, active] = [await context.newPage(), await context.newPage(), await context.newPage()];
  await register(active, venue.address, "sleeper@example.org");
  for (const page of [frozen, back]) {
    await go(page, "/assets");
    await page.getByText("10,000.00").filter({ visible: true }).first().waitFor();
  }
  const line = await context.newCDPSession(frozen);
  await line.send("Page.setWebLifecycleState", { state: "frozen" });
  await leave(back);
  // While it is kept its picture shows nothing.
  expect(await back.locator("#root").evaluate((root) => getComputedStyle(root).visibility)).toBe("hidden");
  await logOut(active);
  await line.send("Page.setWebLifecycleState", { state: "active" });
  await frozen.waitForURL(/\/login\?to=%2Fassets|\/login\?to=\/assets/);
  const reloaded = back.waitForEvent("load").catch(() => undefined);
  await comeBack(back).catch(() => undefined);
  await Promise.race([reloaded, back.waitForURL(/\/login/)]);
  await back.waitForURL(/\/login/);
  for (const page of [frozen, back]) expect(await page.getByText("10,000.00").count()).toBe(0);
  expect(await placesOf(back, ["sleeper@example.org", "10,000.00"])).toEqual([]);
});

test("a page kept for the way back that is still the same person's comes back as it was", async () => {
  const context = await phone();
  const page = await context.newPage();
  await register(page, venue.address, "same@example.org");
  await go(page, "/coins?symbol=btcusdt");
  await page.getByLabel("Spend").fill("77");
  await leave(page);
  await comeBack(page);
  expect(await page.locator("#root").evaluate((root) => getComputedStyle(root).visibility)).toBe("visible");
  expect(await page.getByLabel("Spend").inputValue()).toBe("77");
});

test("whoever comes next on a device finds nothing of whoever was before, nor of a session that ran out while the app was closed", async () => {
  const context = await phone();
  const page = await context.newPage();
  await register(page, venue.address, "first@example.org");
  await go(page, "/history");
  await page.getByText("System recharge").first().waitFor();
  const isKept = async () => (await placesOf(page, ["first@example.org"])).some((place) => place.includes("in kept"));
  await expect.poll(isKept).toBe(true);
  // The session's cookie is over; the app was not open to see it.
  await page.goto(`${venue.address}/robots.txt`);
  await context.clearCookies({ name: /client/ });
  await go(page, "/");
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await expect.poll(isKept).toBe(false);
  expect(Object.keys((await keptOn(page)) ?? {}).filter((key) => /^(queries:user|user|receipts):/.test(key))).toEqual([]);
  await register(page, venue.address, "second@example.org");
  await go(page, "/history");
  await page.getByText("System recharge").first().waitFor();
  expect(await placesOf(page, ["first@example.org"])).toEqual([]);
});

const wrongClocks = [["a day behind", -dayMs], ["a day ahead", dayMs]] as const;

test.each(process.env["LIFE_CELLS"] === "all" ? wrongClocks : wrongClocks.slice(0, 1))("with a clock that is %s markets are live and the account answers", async (_name, offMs) => {
  const context = await phone();
  const page = await context.newPage();
  await page.clock.install({ time: Date.now() + offMs });
  await register(page, venue.address, `clock${offMs}@example.org`);
  await page.getByRole("button", { name: "Prices: Live" }).waitFor();
  await page.getByText("10,000.00", { exact: false }).first().waitFor();
});

test.each([["set back by a day", -dayMs, false], ["a week later", 7 * dayMs, true]])("offline, with a clock %s, no kept price passes as fresh", async (_name, offMs, isAged) => {
  const context = await phone();
  const page = await context.newPage();
  await register(page, venue.address, `offline${offMs}@example.org`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await go(page, "/assets");
  await page.getByText("10,000.00").filter({ visible: true }).first().waitFor();
  await expect.poll(async () => Object.keys((await keptOn(page)) ?? {})).toContain("tickers");
  await page.close();
  await context.setOffline(true);
  const later = await context.newPage();
  await later.clock.install({ time: Date.now() + offMs });
  await go(later, "/coins?symbol=btcusdt");
  await later.getByText(/^No fresh prices/).waitFor();
  await later.getByRole("button", { name: "Prices: Frozen" }).waitFor();
  expect(await later.getByText("Live", { exact: true }).count()).toBe(0);
  await go(later, "/assets");
  await later.getByText(isAged ? /^As of .*7 days ago/ : /^No fresh prices/).first().waitFor();
});

test("a clock that jumps back while the app is open makes nothing younger", async () => {
  const context = await phone();
  const page = await context.newPage();
  await page.goto(venue.address);
  await page.getByRole("button", { name: "Prices: Live" }).waitFor();
  await page.evaluate((ms) => {
    const usual = Date.now.bind(Date);
    Date.now = () => usual() - ms;
  }, dayMs);
  // The last test: nobody needs the venue after it.
  await venue.kill();
  await page.getByRole("button", { name: "Prices: Frozen" }).waitFor();
});
