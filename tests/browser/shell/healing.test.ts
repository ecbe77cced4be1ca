/**
 * A build that does not start gives way to the next one, without closing a tab and without another tap.
 * `START_CELLS=all` also tries a device without a network and a build that hangs.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { builtApp } from "../../harness/browser/built-app.ts";
import { everyday, newPhone, startChromium } from "../../harness/browser/chromium.ts";
import { type BuildName, idOf, UpdateStage } from "../../harness/stages/update-stage.ts";
import { isProof } from "../../harness/trials.ts";

let browser: Browser;
let stage: UpdateStage;

beforeAll(async () => {
  [browser, stage] = await Promise.all([
    startChromium(),
    builtApp().then((appDir) => UpdateStage.open(appDir)),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});
beforeEach(() => stage.reset());

const timeoutMs = 60_000;
const isWhole = process.env["START_CELLS"] === "all";
const bar = (page: Page) =>
  page.getByRole("alert").filter({ hasText: /^The app (failed to start|has not started yet)/ });
const buildOf = (page: Page) =>
  page
    .evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "")
    .catch(() => "");

async function runs(page: Page, name: BuildName): Promise<void> {
  await expect.poll(() => buildOf(page), { timeout: timeoutMs }).toBe(idOf(name));
  await page.locator("#root > [inert]").waitFor({ state: "detached" });
  await page.locator("main").filter({ hasText: /\w{4}/ }).waitFor();
}

/** Waits for the offer of another build, and takes it up. */
async function restart(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.evaluate(() => void dispatchEvent(new Event("online")));
        return page.getByRole("button", { name: "Restart", exact: true }).isVisible();
      },
      { timeout: timeoutMs, interval: 1000 },
    )
    .toBe(true);
  await page.getByRole("button", { name: "Restart", exact: true }).click();
}

/** A device on which N-1, which does not start, has taken over from N-2. */
async function brokenDevice(): Promise<Page> {
  await stage.deploy("N-2");
  const context = await newPhone(browser, everyday);
  const page = await context.newPage();
  await page.goto(stage.address);
  await runs(page, "N-2");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  stage.broken = "N-1";
  await stage.deploy("N-1");
  await restart(page);
  await bar(page).waitFor();
  expect(await buildOf(page)).toBe(idOf("N-1"));
  return page;
}

test("an open tab takes up a mended build as soon as the device hears of it", async () => {
  const page = await brokenDevice();
  let loads = 0;
  page.on("domcontentloaded", () => (loads += 1));
  await stage.deploy("N");
  await page.evaluate(() => void dispatchEvent(new Event("online")));
  await runs(page, "N");
  await page.context().close();
  expect(loads).toBeLessThanOrEqual(2);
});

test.runIf(isProof)(
  "a reload is enough, in each of two tabs, and the device is well without a network after it",
  async () => {
    const page = await brokenDevice();
    const second = await page.context().newPage();
    await second.goto(`${stage.address}/coins`);
    await bar(second).waitFor();
    await stage.deploy("N");
    await page.reload();
    await runs(page, "N");
    await runs(second, "N");
    await page.context().setOffline(true);
    await page.goto(`${stage.address}/contracts`);
    await page.getByRole("heading", { name: "Contracts", exact: true, level: 1 }).waitFor();
    await page.context().close();
  },
);

test("while nothing newer is served the build before comes back, says so once, offers nothing, and gives way to the next", async () => {
  const page = await brokenDevice();
  expect(await bar(page).getByRole("link").getAttribute("href")).toBe("/rescue.html");
  await runs(page, "N-2");
  await page.getByText("The newest version did not start on this device").first().waitFor();
  await expect.poll(() => stage.asked.has("/api/start-fault")).toBe(true);
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  await page.waitForTimeout(3000);
  expect(await page.getByRole("button", { name: "Restart", exact: true }).count()).toBe(0);

  await page.context().setOffline(true);
  await page.goto(`${stage.address}/contracts`);
  await runs(page, "N-2");
  await page.getByRole("heading", { name: "Contracts", exact: true, level: 1 }).waitFor();
  await page.context().setOffline(false);

  await stage.deploy("N");
  await restart(page);
  await runs(page, "N");
  await page.context().close();
});

test.runIf(isWhole)("a device without a network comes back to the build before, too", async () => {
  const page = await brokenDevice();
  await page.context().setOffline(true);
  await page.reload();
  await bar(page).waitFor();
  await page.context().setOffline(false);
  await runs(page, "N-2");
  await page.context().close();
});

test.runIf(isWhole)("a build that waits for ever instead of throwing gives way, too", async () => {
  stage.isBrokenByWaiting = true;
  const page = await brokenDevice();
  await bar(page).getByRole("button", { name: "Try again" }).click();
  await runs(page, "N-2");
  await page.getByText("The newest version did not start on this device").first().waitFor();
  await page.context().close();
});
