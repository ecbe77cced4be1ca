/** Devices whose clock is wrong, or jumps: prices are as old as they are (T-CLK). `LIFE_CELLS=all` tries the clock that is ahead, too. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { storedOn } from "../../harness/browser/device.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { someOf } from "../../harness/trials.ts";

const dayMs = 24 * 3600_000;
const hourMs = 3600_000;

const stage = new PhoneStage({ isVenueOwn: true });

const phone = () => stage.phone(everyday);
const go = (page: Page, path: string) => openApp(page, stage.address + path);

/** A phone of somebody who is logged in. */
const phoneOf = async (account: string) =>
  stage.phone({ ...everyday, as: await stage.user(`${account}@example.org`) });

const wrongClocks = [
  ["a day behind", -dayMs],
  ["a day ahead", dayMs],
] as const;

const triedClocks = process.env["LIFE_CELLS"] === "all" ? wrongClocks : wrongClocks.slice(0, 1);

test.each(triedClocks)(
  "with a clock that is %s markets are live and the account answers",
  async (_name, offMs) => {
    const page = await (await phoneOf("clock")).newPage();
    await page.clock.install({ time: Date.now() + offMs });
    await go(page, "/assets");
    await page.getByRole("button", { name: "Prices: Live" }).waitFor();
    await page.getByText("10,000.00").filter({ visible: true }).first().waitFor();
  },
);

/** Before the page's own code: its device's clock is off. */
function setOff(offMs: number): void {
  const RightDate = Date;
  const now = () => RightDate.now() + offMs;
  globalThis.Date = new Proxy(RightDate, {
    construct: (target, given) =>
      new target(...((given.length === 0 ? [now()] : given) as [number])),
    get: (target, name) => (name === "now" ? now : (Reflect.get(target, name) as unknown)),
  });
}

test("offline, a week later or with a clock set back by a day, no kept price passes as fresh", async () => {
  const context = await phoneOf("offline");
  const page = await context.newPage();
  await go(page, "/assets");
  await page.getByText("10,000.00").filter({ visible: true }).first().waitFor();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(async () => Object.keys((await storedOn(page)) ?? {})).toContain("tickers");
  await page.close();
  await context.setOffline(true);
  const clocks = [
    [7 * dayMs, true],
    [-dayMs, false],
  ] as const;
  for (const [offMs, isAged] of someOf(clocks, 2)) {
    const later = await context.newPage();
    await later.addInitScript(setOff, offMs);
    await go(later, "/coins?symbol=btcusdt");
    await later.getByText(/^No fresh prices/).waitFor();
    await later.getByRole("button", { name: "Prices: Frozen" }).waitFor();
    expect(await later.getByText("Live", { exact: true }).count()).toBe(0);
    await go(later, "/assets");
    await later
      .getByText(isAged ? /^As of .*7 days ago/ : /^No fresh prices/)
      .first()
      .waitFor();
    await later.close();
  }
});

test("a clock that is three hours wrong is said, and offline its user reads the true age at the next start", async () => {
  const context = await phone();
  const page = await context.newPage();
  await page.addInitScript(setOff, 3 * hourMs);
  await go(page, "/coins?symbol=btcusdt");
  await page.getByText(/^This device’s clock is 3h fast/).waitFor();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(async () => Object.keys((await storedOn(page)) ?? {})).toContain("tickers");
  await page.close();
  await context.setOffline(true);
  const later = await context.newPage();
  await later.addInitScript(setOff, 3 * hourMs);
  await go(later, "/");
  await later.getByText(/^No fresh prices/).waitFor();
  await later.getByRole("cell").getByText(/ago$/).first().waitFor();
  expect(await later.getByText(/hr\. ago$/).count()).toBe(0);
  await later.getByText(/^This device’s clock is 3h fast/).waitFor();
});

test("a clock that jumps back while the app is open makes nothing younger", async () => {
  const context = await phone();
  const page = await context.newPage();
  await page.goto(stage.address);
  await page.getByRole("button", { name: "Prices: Live" }).waitFor();
  await page.evaluate((ms) => {
    const usual = Date.now.bind(Date);
    Date.now = () => usual() - ms;
  }, dayMs);
  await stage.venue.kill();
  await page.getByRole("button", { name: "Prices: Frozen" }).waitFor();
  await stage.venue.restart();
});
