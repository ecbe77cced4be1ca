/** Every screen in a real Chromium: accessible, within its width, quiet on the console, in four languages and two themes. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { builtApp } from "../harness/built-app.ts";
import { newPhone, startChromium } from "../harness/chromium.ts";
import { buyBitcoin, register } from "../harness/newcomer.ts";
import { runVenue, type RunningVenue } from "../harness/running-venue.ts";

const visitorPaths = [
  "/",
  "/coins",
  "/contracts",
  "/seconds",
  "/login",
  "/register",
  "/useragreement",
  "/nowhere",
];
const userPaths = [
  "/",
  "/coins?symbol=btcusdt",
  "/assets",
  "/history",
  "/currency/detail?symbol=btcusdt",
  "/currency/detail?symbol=nosuchusdt",
];
/** The longest words and the widest signs; `LOCALES=all` tries the other two as well. */
const locales =
  process.env["LOCALES"] === "all"
    ? (["en-US", "fr-FR", "zh-CN", "zh-TW"] as const)
    : (["fr-FR", "zh-TW"] as const);
/** The narrowest phone, where what does not fit shows first. */
const narrow = 320;
/** Beyond this a page is a list that goes on as before. */
const tallest = 6000;

let browser: Browser;
let venue: RunningVenue;
let cookies: Awaited<ReturnType<Awaited<ReturnType<typeof newPhone>>["cookies"]>>;

beforeAll(async () => {
  [browser, venue] = await Promise.all([
    startChromium(),
    builtApp().then((folder) => runVenue(folder)),
  ]);
  const context = await newPhone(browser);
  const page = await context.newPage();
  await register(page, venue.address, "screens@example.org");
  await buyBitcoin(page, venue.address);
  cookies = (await context.cookies()).filter((cookie) => cookie.name.includes("godwit-client"));
  await context.close();
});

afterAll(async () => {
  await browser?.close();
  await venue?.dispose();
});

async function open(options: {
  loggedIn: boolean;
  locale: "en-US" | (typeof locales)[number];
  theme: "dark" | "light";
  width?: number;
}): Promise<{ page: Page; complaints: string[] }> {
  const context = await newPhone(browser, {
    colorScheme: options.theme,
    serviceWorkers: "block",
    viewport: { width: options.width ?? 390, height: 844 },
  });
  onTestFinished(() => context.close());
  await context.addCookies([
    { name: "i18n_redirected", value: options.locale, url: venue.address },
    ...(options.loggedIn ? cookies : []),
  ]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // An unknown route is served with its 404, which the browser notes; workers are blocked here.
    if (
      ["error", "warning"].includes(message.type()) &&
      !/404 \(Not Found\)|service worker/i.test(message.text())
    )
      complaints.push(message.text());
  });
  return { page, complaints };
}

async function settle(page: Page, path: string): Promise<void> {
  await page.goto(venue.address + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect
    .poll(() => page.locator("header [data-state]").first().getAttribute("data-state"), {
      timeout: 60_000,
    })
    .toBe("live");
  await page.waitForTimeout(200);
}

/** On a screen as tall as its page, so that no part is judged while it lies half under a sticky bar. */
async function stretch(page: Page): Promise<void> {
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
  const grow = async () => {
    await page.setViewportSize({ width: 390, height: Math.min(await heightOf(), tallest) });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    return Math.min(await heightOf(), tallest);
  };
  // What comes only in sight makes the page taller once more.
  await expect
    .poll(async () => (await grow()) <= (page.viewportSize()?.height ?? 0), { timeout: 20_000 })
    .toBe(true);
}

async function faultsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")}`),
  );
}

test.each([
  ...visitorPaths.map((path) => ({ path, loggedIn: false })),
  ...userPaths.map((path) => ({ path, loggedIn: true })),
])(
  "$path (logged in: $loggedIn) is accessible in both themes, and quiet",
  async ({ path, loggedIn }) => {
    const { page, complaints } = await open({ loggedIn, locale: "en-US", theme: "dark" });
    await settle(page, path);
    await stretch(page);
    expect(
      await faultsOf(
        new AxeBuilder({ page }).withTags([
          "wcag2a",
          "wcag2aa",
          "wcag21a",
          "wcag21aa",
          "wcag22aa",
          "best-practice",
        ]),
      ),
    ).toEqual([]);
    // Themes differ in colours alone.
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(ground).not.toBe(dark);
    await page.waitForTimeout(250);
    expect(await faultsOf(new AxeBuilder({ page }).withRules(["color-contrast"]))).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

describe("at 320 px", () => {
  test.each(locales)("%s fits its width on every screen", async (locale) => {
    const wide: string[] = [];
    for (const loggedIn of [false, true]) {
      const { page, complaints } = await open({ loggedIn, locale, theme: "dark", width: narrow });
      for (const path of loggedIn ? userPaths : visitorPaths) {
        await settle(page, path);
        const { inner, document: whole } = await page.evaluate(() => ({
          inner: innerWidth,
          document: document.documentElement.scrollWidth,
        }));
        if (whole > inner) wide.push(`${path}: ${whole} > ${inner}`);
        expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
      }
      expect(complaints).toEqual([]);
    }
    expect(wide).toEqual([]);
  });
});
