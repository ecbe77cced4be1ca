/**
 * A start that fails: the bar that says so, over a page that is visibly dead, and how the app comes back (T-START).
 * `START_CELLS=all` tries every fault with every visit; by default each fault and each visit comes once.
 */
import type { BrowserContext, Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { everyday } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { someOf } from "../../harness/trials.ts";

const stage = new PhoneStage();

const mainScript = /\/assets\/index-[^/]*\.js$/;
const vendorScript = /\/assets\/vendor-[^/]*\.js$/;
/** Longer than the bar waits for the app; the page's clock is put forward by it. */
const overdueMs = 9000;

interface Fault {
  script: RegExp;
  answer: (route: Route) => unknown;
  says: RegExp;
}

const faults: Readonly<Record<string, Fault>> = {
  "main script cut": {
    script: mainScript,
    answer: (route) => route.abort("connectionreset"),
    says: /^A part of the app did not arrive/,
  },
  "main script hanging": {
    script: mainScript,
    answer: () => undefined,
    says: /^The app has not started yet/,
  },
  "vendor answered 502": {
    script: vendorScript,
    answer: (route) => route.fulfill({ status: 502, body: "Bad gateway" }),
    says: /^A part of the app did not arrive/,
  },
  "a build that throws": {
    script: mainScript,
    answer: (route) =>
      route.fulfill({ contentType: "text/javascript", body: 'throw new Error("broken build")' }),
    says: /^The app failed to start/,
  },
};

const barOf = (page: Page) => page.getByRole("alert").filter({ has: page.locator("a") });

/**
 * A page whose clock can be put forward, and which notes what its policy forbids. It begins as after many tries, so
 * that none comes by itself while the test looks, unless it is `eager`.
 */
async function watched(context: BrowserContext, { eager = false } = {}): Promise<Page> {
  const page = await context.newPage();
  await page.clock.install();
  if (!eager)
    await page.addInitScript(() => {
      if (location.protocol === "http:") sessionStorage.setItem("godwit:retries", "9");
    });
  await page.addInitScript(() => {
    const forbidden: string[] = [];
    Object.assign(window, { forbidden });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective }) =>
      forbidden.push(violatedDirective),
    );
  });
  return page;
}

const isMounted = (page: Page) =>
  page.locator("#root > :not([inert])").first().waitFor({ state: "attached" });

const hasSaidThatItStarted = (page: Page) =>
  page.evaluate(async () => {
    const record = await caches.match("/state", { cacheName: "godwit-build-before" });
    return ((await record?.json()) as { hasStarted: boolean } | undefined)?.hasStarted;
  });

/** Opens a page whose start fails and waits for the bar; where nothing fails but nothing comes, the clock goes on. */
async function openFailing(page: Page, path: string, isHanging = false): Promise<void> {
  await page.goto(stage.address + path, { waitUntil: "commit" });
  await page.locator("#root").waitFor({ state: "attached" });
  if (isHanging) await page.clock.fastForward(overdueMs);
  await barOf(page).waitFor();
}

/**
 * The worker is installed and its files are on the device, but not the script. Before the app has counted the files it
 * would have the worker fetch what is missing, and the worker would keep the fault.
 */
async function lose(page: Page, script: RegExp): Promise<void> {
  await expect.poll(() => hasSaidThatItStarted(page)).toBe(true);
  await page.evaluate(async (pattern) => {
    await navigator.serviceWorker.ready;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (new RegExp(pattern).test(new URL(request.url).pathname)) await cache.delete(request);
    }
  }, script.source);
}

const visits = [
  ["a first visit", "/"],
  ["a first visit of a bare page", "/assets"],
  ["a return", "/"],
  ["a return without a network", "/"],
] as const;
const isWhole = process.env["START_CELLS"] === "all";

describe.each(Object.entries(faults))("%s", (name, { script, answer, says }) => {
  const own = Object.keys(faults).indexOf(name) % visits.length;
  const tried = visits.filter((_visit, at) => isWhole || at === own);
  test.each(tried)("%s: the bar, over nothing that looks alive", async (visit, path) => {
    const isReturn = visit.startsWith("a return");
    const isOffline = visit.endsWith("a network");
    const context = await stage.phone(isReturn ? everyday : {});
    const page = await watched(context);
    if (isReturn) {
      await page.goto(stage.address);
      await isMounted(page);
      await lose(page, script);
    }
    await context.setOffline(isOffline);
    let isMended = false;
    await context.route(script, (route) => void (isMended ? route.continue() : answer(route)));
    const isHanging = says === faults["main script hanging"]?.says;
    await openFailing(page, path, isHanging);

    const bar = barOf(page);
    expect(await bar.locator("span").innerText()).toMatch(says);
    expect(await bar.getByRole("link").getAttribute("href")).toBe("/rescue.html");
    const root = page.locator("#root");
    expect(await root.evaluate((element: HTMLElement) => element.inert)).toBe(true);
    expect(
      await root.evaluate((element) => Number(getComputedStyle(element).opacity)),
    ).toBeLessThan(0.5);
    expect(await page.evaluate(() => Reflect.get(window, "forbidden") as string[])).toEqual([]);

    if (isOffline) {
      // The worker has the page, so that a try shows the bar again, and not the browser's own page.
      await Promise.all([
        page.waitForEvent("framenavigated"),
        bar.getByRole("button", { name: "Try again" }).click(),
      ]);
      await page.locator("#root").waitFor({ state: "attached" });
      if (isHanging) await page.clock.fastForward(overdueMs);
      await bar.waitFor();
    }
    isMended = true;
    if (isOffline) await context.setOffline(false);
    else await bar.getByRole("button", { name: "Try again" }).click();
    await isMounted(page);
    await bar.waitFor({ state: "detached" });
    expect(await page.evaluate(() => sessionStorage.getItem("godwit:retries"))).toBeNull();
  });
});

test("an app that comes late takes the bar away, and what lay under it is alive", async () => {
  const context = await stage.phone();
  const page = await watched(context);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await context.route(mainScript, async (route) => {
    await released;
    await route.continue();
  });
  await openFailing(page, "/", true);
  release();
  await isMounted(page);
  await barOf(page).waitFor({ state: "detached" });
  const root = page.locator("#root");
  expect(await root.evaluate((element: HTMLElement) => element.inert)).toBe(false);
  expect(await root.evaluate((element) => getComputedStyle(element).opacity)).toBe("1");
});

test("without a network nothing is reloaded, and the app comes by itself when the network is back", async () => {
  const context = await stage.phone();
  const page = await watched(context);
  await context.route(mainScript, (route) => route.abort());
  await openFailing(page, "/");
  await context.setOffline(true);
  await barOf(page).getByRole("button").click();
  await barOf(page).getByText("The venue cannot be reached. Trying again by itself.").waitFor();
  await context.unroute(mainScript);
  await context.setOffline(false);
  await isMounted(page);
});

test("a broken build is tried again and again, and a mended one heals the open tab", async () => {
  const context = await stage.phone();
  const page = await watched(context, { eager: true });
  let [loads, isMended] = [0, false];
  await context.route(mainScript, (route) => {
    loads += 1;
    return isMended ? route.continue() : route.abort();
  });
  await openFailing(page, "/");
  for (const count of [1, 2]) {
    await expect
      .poll(async () => {
        await page.clock.fastForward(2000).catch(() => undefined);
        return loads;
      })
      .toBeGreaterThan(count);
  }
  // Counted over the reloads, so that the waits grow.
  expect(
    Number(await page.evaluate(() => sessionStorage.getItem("godwit:retries"))),
  ).toBeGreaterThanOrEqual(2);
  isMended = true;
  await expect
    .poll(async () => {
      await page.clock.fastForward(20_000).catch(() => undefined);
      return page.locator("#root > :not([inert])").count();
    })
    .toBeGreaterThan(0);
});

const barWords = [
  ["zh-HK", "重試", "修復 App"],
  ["fr-FR", "Réessayer", "Réparer l’application"],
  ["zh-CN", "重试", "修复 App"],
] as const;

test.each(someOf(barWords, 3))(
  "a browser in %s reads the bar in its language",
  async (locale, retry, repair) => {
    const context = await stage.phone({ locale });
    const page = await watched(context);
    await context.route(mainScript, (route) => route.abort());
    await openFailing(page, "/");
    await barOf(page).getByRole("button", { name: retry }).waitFor();
    await barOf(page).getByRole("link", { name: repair }).waitFor();
  },
);
