/**
 * Pages that sleep, wake, go and come back; two of them; two people after one another (T-LIFE, T-TAB, T-OUT).
 * One cell runs by default, five with `LIFE_CELLS=usual`; `all` tries every sleep with every end of a session on two screens each.
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
import { reportTrials } from "../../harness/trials.ts";

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
  ["kept for the way back", "expired", "history"],
  ["two tabs", "another logged in elsewhere", "coins"],
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
