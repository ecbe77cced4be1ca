/** Parts of the app that the device has dropped come back by themselves, with a network, and *Storage and offline* says so. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  context = await stage.phone(everyday);
  page = await context.newPage();
  await openApp(page, stage.address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
});

/** Parts that the worker lacks; undefined while none is active. */
function missing(): Promise<number | undefined> {
  return page.evaluate(async () => {
    const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    if (active?.state !== "activated") return undefined;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<{ precached: number; wanted: number }>(
      (done) => (port1.onmessage = ({ data }) => done(data)),
    );
    active.postMessage({ type: "CACHE_STATE" }, [port2]);
    const { precached, wanted } = await answer;
    return wanted - precached;
  });
}

/** Drops every n-th installed part, or the caches as a whole. */
function lose(every: number | "all"): Promise<void> {
  return page.evaluate(async (step) => {
    for (const name of await caches.keys()) {
      if (step === "all") await caches.delete(name);
      else if (name.includes("precache")) {
        const cache = await caches.open(name);
        const keys = await cache.keys();
        for (let at = 0; at < keys.length; at += step) await cache.delete(keys[at] ?? "");
      }
    }
  }, every);
}

/** Opens without a network, with a screen whose parts were not loaded yet. */
async function opensOffline(): Promise<void> {
  await context.setOffline(true);
  await page.goto(`${stage.address}/contracts`);
  await page.getByRole("heading", { name: "Contracts", exact: true, level: 1 }).waitFor();
  await context.setOffline(false);
}

test("all caches gone: the next start brings everything back", async () => {
  // A worker is ready before it is activated.
  await expect.poll(missing).toBe(0);
  await lose("all");
  await openApp(page, stage.address);
  await expect.poll(missing, { timeout: 60_000 }).toBe(0);
  await opensOffline();
});

test("some parts gone: a return to the app brings them back, and no other part is asked for", async () => {
  await openApp(page, stage.address);
  await lose(5);
  const lost = await missing();
  expect(lost).toBeGreaterThan(5);
  await page.evaluate(() => void dispatchEvent(new Event("online")));
  await expect.poll(missing, { timeout: 60_000 }).toBe(0);
  await opensOffline();
});

test("what is missing is said, and that nothing is once it is back", async () => {
  await openApp(page, stage.address);
  const openStorage = async () => {
    await page.getByRole("button", { name: "Profile" }).first().click();
    await page.getByRole("menuitem", { name: "Storage and offline" }).click();
  };
  // What says it may itself be among what is lost.
  await openStorage();
  await page.getByText(/^All \d+ parts of the app are here/).waitFor();
  await page.keyboard.press("Escape");
  await context.setOffline(true);
  await lose(5);
  const lost = await missing();
  await openStorage();
  await page.getByText(new RegExp(`^${lost} of \\d+ parts of the app are missing`)).waitFor();
  await context.setOffline(false);
  await expect.poll(missing, { timeout: 60_000 }).toBe(0);
  await page.keyboard.press("Escape");
  await openStorage();
  await page.getByText(/^All \d+ parts of the app are here/).waitFor();
});
