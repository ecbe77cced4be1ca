/**
 * Pages that sleep, wake, go and come back; two of them; two people after one another; and clocks that are wrong (T-LIFE, T-TAB, T-OUT, T-CLK).
 * Two cells run by default, five with `LIFE_CELLS=usual`; `all` tries every sleep with every end of a session on two screens each, and the clock that is ahead.
 */
import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { storedOn, placesOf } from "../../harness/browser/device.ts";
import {
  conditions,
  endings,
  isPossible,
  LifeStage,
  lifeScreens,
  type Condition,
  type Ending,
  type LifeScreen,
} from "../../harness/stages/lifecycle-stage.ts";
import { letIn } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { reportTrials, someOf } from "../../harness/trials.ts";

const dayMs = 24 * 3600_000;
const hourMs = 3600_000;

/** Playwright's own setting keeps Chromium from keeping pages for the way back. */
const stage = new PhoneStage({
  browser: { whole: true, ignoreDefaultArgs: ["--disable-back-forward-cache"] },
});

const phone = () => stage.phone(everyday);
const go = (page: Page, path: string) => openApp(page, stage.address + path);

/** A page of somebody who is logged in. */
async function pageOf(account: string, context: BrowserContext): Promise<Page> {
  await letIn(context, stage.address, await stage.user(`${account}@example.org`));
  return context.newPage();
}

const screens = Object.keys(lifeScreens) as LifeScreen[];
type Cell = readonly [Condition, Ending, LifeScreen];
const usualCells: readonly Cell[] = [
  ["two tabs", "another logged in elsewhere", "coins"],
  ["kept for the way back", "expired", "history"],
  ["frozen", "logged out elsewhere", "assets"],
  ["offline", "revoked", "assets"],
  ["opened offline", "password changed", "history"],
];
const cells: readonly Cell[] =
  process.env["LIFE_CELLS"] === "all"
    ? conditions.flatMap((condition, row) =>
        endings
          .filter((ending) => isPossible(condition, ending))
          .flatMap((ending, column) =>
            [0, 2].map(
              (step) =>
                [
                  condition,
                  ending,
                  screens[(row + column + step) % screens.length] ?? "home",
                ] as const,
            ),
          ),
      )
    : usualCells.slice(0, process.env["LIFE_CELLS"] === "usual" ? undefined : 1);

test(
  "whatever becomes of a page and of its session meanwhile, nothing private is seen or left after it, nor by the next person",
  { timeout: 60_000 + cells.length * 40_000 },
  async () => {
    const life = new LifeStage(stage.browser, stage.venue);
    const wrong: string[] = [];
    for (const cell of cells) {
      const began = performance.now();
      const found = await life.walk(...cell);
      if (process.env["LIFE_CELLS"] === "all")
        console.log(cell.join(", "), Math.round(performance.now() - began), "ms", found);
      wrong.push(...found);
    }
    reportTrials("T-LIFE", cells.length, wrong.length);
    console.log(`${life.returns.back} of ${life.returns.left} pages came back whole`);
    expect(wrong).toEqual([]);
  },
);

test("a page kept for the way back that is still the same person's comes back whole, with what was typed", async () => {
  const page = await pageOf(`same${Math.random()}`, await phone());
  await go(page, "/coins?symbol=btcusdt");
  await page.getByLabel("Spend").fill("77");
  await page.evaluate(() =>
    addEventListener("pageshow", ({ persisted }) => (window.name = persisted ? "kept" : "loaded")),
  );
  await page.goto(`${stage.address}/robots.txt`);
  await page.evaluate(() => history.back());
  await expect.poll(() => page.evaluate(() => window.name).catch(() => "")).toBe("kept");
  await expect
    .poll(() => page.locator("#root").evaluate((root) => getComputedStyle(root).visibility))
    .toBe("visible");
  expect(await page.getByLabel("Spend").inputValue()).toBe("77");
});

test("the next person on a device finds nothing of the one before, nor of a session that ran out while the app was closed", async () => {
  const context = await phone();
  const first = `first${Math.random()}`;
  const page = await pageOf(first, context);
  await go(page, "/history");
  await page.getByText("System recharge").first().waitFor();
  const isStored = async () =>
    (await placesOf(page, [first])).some((place) => place.includes("in kept"));
  await expect.poll(isStored).toBe(true);
  // The session's cookie is over; the app was not open to see it.
  await page.goto(`${stage.address}/robots.txt`);
  await context.clearCookies({ name: /client/ });
  await go(page, "/");
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await expect.poll(isStored).toBe(false);
  expect(
    Object.keys((await storedOn(page)) ?? {}).filter((key) =>
      /^(queries:user|user|receipts):/.test(key),
    ),
  ).toEqual([]);
  await letIn(context, stage.address, await stage.user(`second${Math.random()}@example.org`));
  await go(page, "/history");
  await page.getByText("System recharge").first().waitFor();
  expect(await placesOf(page, [first])).toEqual([]);
});

const wrongClocks = [
  ["a day behind", -dayMs],
  ["a day ahead", dayMs],
] as const;

test.each(process.env["LIFE_CELLS"] === "all" ? wrongClocks : wrongClocks.slice(0, 1))(
  "with a clock that is %s markets are live and the account answers",
  async (_name, offMs) => {
    const context = await phone();
    const page = await pageOf(`clock${Math.random()}`, context);
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
  const context = await phone();
  const page = await pageOf(`offline${Math.random()}`, context);
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
