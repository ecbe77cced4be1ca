/** Prices and the account book that the browser brings while the app is closed, where it offers that and the person wants it. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { storedOn } from "../../harness/browser/device.ts";
import { buyBitcoinAs, logInAs, register } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { logOutOn } from "../../harness/stages/lifecycle-stage.ts";

const stage = new PhoneStage();

interface Snapshot {
  at: number;
  rows: { symbol: string }[];
}

const snapshot = async (page: Page) =>
  ((await storedOn(page)) as { tickers?: Snapshot } | undefined)?.tickers;

/** The tests' browser offers it to no page; this stands for one that does. */
function offerSync(): void {
  const tags: string[] = [];
  const periodicSync = {
    register: async (tag: string) => void tags.push(tag),
    unregister: async (tag: string) => void tags.splice(tags.indexOf(tag), 1),
    getTags: async () => [...tags],
  };
  Object.defineProperty(ServiceWorkerRegistration.prototype, "periodicSync", {
    get: () => periodicSync,
  });
  Object.assign(window, { tags });
  const usual = navigator.permissions.query.bind(navigator.permissions);
  navigator.permissions.query = (asked) =>
    (asked.name as string) === "periodic-background-sync"
      ? Promise.resolve({ state: "granted" } as PermissionStatus)
      : usual(asked);
}

async function openStorage(page: Page) {
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("menuitem", { name: "Storage and offline" }).click();
  const sheet = page.getByRole("dialog", { name: "Storage and offline" });
  await sheet.getByRole("switch", { name: "Offline wallet" }).waitFor();
  return sheet;
}

/** Has the browser come, as it does by itself while the app is closed. */
async function bringing(page: Page): Promise<() => Promise<void>> {
  const line = await page.context().newCDPSession(page);
  const registrationId = await new Promise<string>((done) => {
    line.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found) done(found.registrationId);
    });
    void line.send("ServiceWorker.enable");
  });
  return async () => {
    const task = { origin: stage.address, registrationId, tag: "prices" };
    await line.send("ServiceWorker.dispatchPeriodicSyncEvent", task);
  };
}

test("it is offered where the browser has it, and asked for by a switch alone", async () => {
  const context = await stage.phone(everyday);
  const page = await context.newPage();
  await page.addInitScript(offerSync);
  await openApp(page, stage.address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const sheet = await openStorage(page);
  const tags = () => page.evaluate(() => Reflect.get(window, "tags") as string[]);
  expect(await tags()).toEqual([]);
  const toggle = sheet.getByRole("switch", { name: "Fresh at the next start" });
  await toggle.click();
  await expect.poll(tags).toEqual(["prices"]);
  await toggle.click();
  await expect.poll(tags).toEqual([]);

  const plain = await context.newPage();
  await openApp(plain, stage.address);
  const other = await openStorage(plain);
  expect(await other.getByRole("switch", { name: "Fresh at the next start" }).count()).toBe(0);
});

test("what the worker brought is what the next start without a network shows", async () => {
  const context = await stage.phone(everyday);
  const page = await context.newPage();
  await openApp(page, stage.address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => snapshot(page)).toBeDefined();
  const bring = await bringing(page);
  // A file of the app's origin that runs no code of the app: the app is closed.
  await page.goto(`${stage.address}/robots.txt`);
  const before = (await snapshot(page))?.at ?? 0;
  await page.waitForTimeout(1500);
  await bring();
  await expect.poll(async () => (await snapshot(page))?.at).toBeGreaterThan(before);
  expect((await snapshot(page))?.rows.length).toBeGreaterThan(20);
  await context.setOffline(true);
  await openApp(page, stage.address);
  await page.getByText(/^No fresh prices/).waitFor();
  await page.getByRole("cell").getByText(/ago$/).first().waitFor();
});

test("the account book is brought, too, where the offline wallet keeps one, and never for somebody who has left", async () => {
  const context = await stage.phone(everyday);
  const page = await context.newPage();
  // By the form: the session's calls are signed by a key of this browser, which the worker uses, too.
  await register(page, stage.address, "fresh@example.org");
  const person = await logInAs(stage.address, "fresh@example.org");
  await openApp(page, `${stage.address}/assets`);
  await page.getByText("10,000.00").filter({ visible: true }).first().waitFor();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const own = `queries:user:${person.id}`;
  const stored = async () => JSON.stringify((await storedOn(page))?.[own] ?? null);
  await expect.poll(stored).toContain("getWalletBalance");
  const bring = await bringing(page);
  await page.goto(`${stage.address}/robots.txt`);
  await buyBitcoinAs(person, stage.address);
  await bring();
  await expect.poll(stored).toMatch(/"flag":"BTC"[^}]*"balance_str":"0\.0*[1-9]/);
  await context.setOffline(true);
  await openApp(page, `${stage.address}/assets`);
  await page
    .getByText(/^As of |^No fresh prices/)
    .first()
    .waitFor();
  // The fee and the spread are gone.
  await page
    .getByText(/^9,99\d\.\d\d/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await context.setOffline(false);

  await openApp(page, stage.address);
  await logOutOn(page);
  await page.goto(`${stage.address}/robots.txt`);
  await bring();
  await page.waitForTimeout(1000);
  expect(await stored()).toBe("null");
});
