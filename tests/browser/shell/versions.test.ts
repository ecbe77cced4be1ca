/** The real venue's say in which app runs: its operator takes the worker back, and it may ask for a newer app or speak another API. */
import type {
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
  WebSocket,
} from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { apiVersion } from "#protocol/api/platform.ts";
import { builtApp } from "../../harness/browser/built-app.ts";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { idOf, UpdateStage } from "../../harness/stages/update-stage.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage({ isVenueOwn: true });

async function phone(
  options?: BrowserContextOptions,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await stage.phone({ ...everyday, ...options });
  return { context, page: await context.newPage() };
}

const look = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
const build = (page: Page) =>
  page
    .evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content)
    .catch(() => undefined);
const isServed = (page: Page) =>
  page.evaluate(
    async () =>
      (await navigator.serviceWorker.getRegistration())?.active?.state === "activated" &&
      navigator.serviceWorker.controller !== null,
  );
/** In the place of every screen. */
const gate = (page: Page) => page.getByRole("alert").getByText("This app is too old for the venue");

/** What a page asks of the venue: files apart, and what is asked in any case. */
function follow(page: Page): { calls: string[]; sockets: WebSocket[] } {
  const seen = { calls: [] as string[], sockets: [] as WebSocket[] };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && pathname !== "/api/auth/platBase")
      seen.calls.push(pathname);
  });
  page.on("websocket", (socket) => seen.sockets.push(socket));
  return seen;
}

/** Wherever a person goes there is nothing to be done, asked or heard. */
async function nothingWorks(page: Page, seen: ReturnType<typeof follow>): Promise<void> {
  await gate(page).waitFor();
  await expect.poll(() => seen.sockets.every((socket) => socket.isClosed())).toBe(true);
  seen.calls.length = seen.sockets.length = 0;
  for (const path of ["/coins", "/seconds", "/"]) {
    await page.getByRole("navigation", { name: "Main" }).locator(`a[href="${path}"]`).click();
    await page.waitForURL((url) => url.pathname === path);
    await gate(page).waitFor();
    expect([
      await page.getByRole("form").count(),
      await page.locator("main").getByRole("link").count(),
    ]).toEqual([0, 0]);
  }
  // The return to the app has been noticed once it asks for the build.
  let looks = 0;
  const count = (request: Request) => void (looks += Number(request.url().includes("/builds/")));
  page.on("request", count);
  await expect
    .poll(async () => {
      await look(page);
      return looks;
    })
    .toBeGreaterThan(0);
  page.off("request", count);
  expect(seen).toEqual({ calls: [], sockets: [] });
}

const restart = "Restart with the venue’s version";

const operate = (...words: string[]) => stage.venue.operate(...words);

test("an operator takes the worker back on every device, and brings it again", async () => {
  const { page } = await phone();
  await openApp(page, `${stage.address}/register`);
  await expect.poll(() => isServed(page), { timeout: 60_000 }).toBe(true);
  await page.getByLabel("E-mail address").fill("half@example.org");
  let loads = 0;
  page.on("domcontentloaded", () => (loads += 1));
  await operate("worker", "off", "--reason", "pages stay blank");
  const worker = async () =>
    (await (await fetch(`${stage.address}/sw.js`)).text()).includes("registration.unregister");
  await expect.poll(worker, { timeout: 60_000 }).toBe(true);
  await look(page);
  await expect.poll(() => page.evaluate(() => caches.keys()), { timeout: 60_000 }).toEqual([]);
  expect([loads, await page.getByLabel("E-mail address").inputValue()]).toEqual([
    0,
    "half@example.org",
  ]);
  const answered = await page.goto(`${stage.address}/coins?symbol=btcusdt`);
  expect(answered?.fromServiceWorker()).toBe(false);
  await page.getByRole("form", { name: "Order" }).waitFor();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await operate("worker", "on", "--reason", "build 71d0 is out and was tried");
  await expect.poll(worker, { timeout: 60_000 }).toBe(false);
  await look(page);
  await expect.poll(() => isServed(page), { timeout: 60_000 }).toBe(true);
  expect(await page.evaluate(() => caches.keys())).not.toEqual([]);
});

test("an app of another API than the venue's does nothing but restart, and goes on once they agree", async () => {
  // What a worker asks could not be answered in the venue's place.
  const { context, page } = await phone({ serviceWorkers: "block" });
  let api = apiVersion + 1;
  await context.route("**/api/auth/platBase", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { platformbase: { api: number } } };
    answer.data.platformbase.api = api;
    await route.fulfill({ response, json: answer });
  });
  const seen = follow(page);
  await openApp(page, stage.address);
  await nothingWorks(page, seen);
  api = apiVersion;
  await page.getByRole("button", { name: restart }).click();
  await page.getByRole("button", { name: "Prices: Live" }).waitFor();
});

test("an app that the venue asks to be newer does nothing but restart, without going round in circles, and goes on as soon as there is a newer one", async () => {
  const update = await UpdateStage.open(await builtApp());
  onTestFinished(() => update.close());
  // Known to the venue, which has gone back to the one before.
  await update.deploy("N");
  await update.deploy("N-1");
  update.platformBase = { name: "Strict", min_build: idOf("N") };
  const { page } = await phone();
  const seen = follow(page);
  await openApp(page, update.address);
  await nothingWorks(page, seen);
  await expect.poll(() => isServed(page), { timeout: 60_000 }).toBe(true);
  let loads = 0;
  page.on("domcontentloaded", () => (loads += 1));
  await page.getByRole("button", { name: restart }).click();
  await expect.poll(() => loads).toBe(1);
  await nothingWorks(page, seen);
  await expect.poll(() => isServed(page), { timeout: 60_000 }).toBe(true);
  expect(loads).toBe(1);
  await update.deploy("N");
  await page.getByRole("button", { name: restart }).click();
  await expect.poll(() => build(page), { timeout: 60_000 }).toBe(idOf("N"));
  await page.locator("main").getByRole("link").first().waitFor();
  expect(await gate(page).count()).toBe(0);
});
