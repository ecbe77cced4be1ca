/** Every screen in a real Chromium: accessible, within its width, quiet on the console, in four languages and two themes. */
import type { Page, Request } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { platformEndpoints } from "#protocol/api/platform.ts";
import { secondsOrderEndpoints } from "#protocol/api/seconds-order.ts";
import { withdrawalEndpoints } from "#protocol/api/withdrawal.ts";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { everyRoute } from "../../harness/browser/device.ts";
import { buyBitcoinAs } from "../../harness/browser/newcomer.ts";
import type { Person } from "../../harness/browser/ask-as.ts";
import { pageFaults } from "../../harness/browser/page-faults.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { turnLight, twoFrames } from "../../harness/browser/turn-light.ts";
import { someOf } from "../../harness/trials.ts";

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
/** The longest words; `LOCALES=all` tries the other three as well. */
const locales =
  process.env["LOCALES"] === "all"
    ? (["en-US", "fr-FR", "zh-CN", "zh-TW"] as const)
    : (["fr-FR"] as const);
/** The narrowest phone, where what does not fit shows first. */
const narrow = 320;
/** What a narrow phone shows a user, less what `whole-words.test.ts` looks at there. */
const userPathsLeft = ["/currency/detail?symbol=nosuchusdt"];
/** Beyond this a page is a list that goes on as before. */
const tallest = 6000;

const stage = new PhoneStage();
let user: Person;

beforeAll(async () => {
  user = await stage.user("screens@example.org");
  await buyBitcoinAs(user, stage.address);
});

async function open(options: {
  loggedIn: boolean;
  locale: "en-US" | (typeof locales)[number];
  theme: "dark" | "light";
  width?: number;
}): Promise<{ page: Page; complaints: string[] }> {
  const context = await stage.phone({
    colorScheme: options.theme,
    viewport: { width: options.width ?? 390, height: 844 },
    ...(options.loggedIn && { as: user }),
  });
  await context.addCookies([
    { name: "i18n_redirected", value: options.locale, url: stage.address },
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
  await page.goto(stage.address + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect
    .poll(() => page.locator("header [data-state]").first().getAttribute("data-state"), {
      timeout: 60_000,
    })
    .toBe("live");
  await twoFrames(page);
}

/** On a screen as tall as its page, so that no part is judged while it lies half under a sticky bar. */
async function stretch(page: Page): Promise<void> {
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
  const grow = async () => {
    await page.setViewportSize({ width: 390, height: Math.min(await heightOf(), tallest) });
    await twoFrames(page);
    return Math.min(await heightOf(), tallest);
  };
  // Parts that load when they come into view make the page taller again.
  await expect
    .poll(async () => (await grow()) <= (page.viewportSize()?.height ?? 0), { timeout: 20_000 })
    .toBe(true);
}

const allScreens = [
  ...visitorPaths.map((path) => ({ path, loggedIn: false })),
  ...userPaths.map((path) => ({ path, loggedIn: true })),
];

test.each(someOf(allScreens, 2))(
  "$path (logged in: $loggedIn) says that its money is paper, is accessible in both themes, and quiet",
  async ({ path, loggedIn }) => {
    const { page, complaints } = await open({ loggedIn, locale: "en-US", theme: "dark" });
    await settle(page, path);
    await page
      .getByRole("banner")
      .getByText(/^Paper( money)?$/)
      .filter({ visible: true })
      .waitFor();
    // At a phone's own height, where a `sticky` tab bar counts as making the row half beneath it too small.
    expect(await axeFaults(page, { rules: ["target-size"] })).toEqual([]);
    await stretch(page);
    expect(await axeFaults(page)).toEqual([]);
    await turnLight(page);
    // Themes differ in colours alone.
    expect(await axeFaults(page, { rules: ["color-contrast"] })).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

describe("at 320 px", () => {
  test.each(locales)("%s fits its width on every screen", async (locale) => {
    const wide: string[] = [];
    for (const loggedIn of [false, true]) {
      const { page, complaints } = await open({ loggedIn, locale, theme: "dark", width: narrow });
      for (const path of loggedIn ? userPathsLeft : visitorPaths) {
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

describe("a venue that tells nothing of the account, to a device that has no copy", () => {
  /** A page whose own reads of these paths, or all that are signed, are answered as by a proxy before a dead venue. */
  async function openCut(isCut: (request: Request) => boolean): Promise<Page> {
    const context = await stage.phone({ as: user });
    await context.addCookies([{ name: "godwit_book", value: "off", url: stage.address }]);
    const page = await context.newPage();
    await page.route("**/api/**", (route) =>
      isCut(route.request()) ? route.fulfill({ status: 404 }) : route.continue(),
    );
    return page;
  }

  test("no screen waits for ever", async () => {
    const page = await openCut((request) => "sign" in request.headers());
    const faults: string[] = [];
    for (const path of someOf(everyRoute, 2)) {
      await openApp(page, `${stage.address}${path}`);
      let found: string[] = [];
      await expect
        .poll(async () => (found = await pageFaults(page)).length, { timeout: 10_000 })
        .toBe(0)
        .catch(() => faults.push(...found.map((fault) => `${path}: ${fault}`)));
    }
    expect(faults).toEqual([]);
    await openApp(page, `${stage.address}/security`);
    const guards = page.getByRole("region", { name: "What guards this account" });
    await expect.poll(() => guards.getByText("Not known now").count()).toBe(6);
    // Whether one is set is not known, so that the way there does not say it.
    await guards.getByRole("link", { name: "Withdrawal password", exact: true }).waitFor();
  });

  test.each([
    ["/certification", platformEndpoints.platBase.path, "Certification is a check of who you are."],
    ["/seconds?symbol=btcusdt", secondsOrderEndpoints.secondLimits.path, "Your result today"],
  ])("nor does %s for one answer", async (route, path, words) => {
    const page = await openCut((request) => request.url().includes(path));
    await openApp(page, `${stage.address}${route}`);
    await page.getByText(words, { exact: true }).first().waitFor();
    await expect.poll(() => pageFaults(page)).toEqual([]);
  });

  test("nor does the address book, which can be asked for again", async () => {
    let isCut = true;
    const page = await openCut(
      (request) => isCut && request.url().includes(withdrawalEndpoints.addresses.path),
    );
    await openApp(page, `${stage.address}/withdraw`);
    await page.getByRole("button", { name: "Address book" }).tap();
    const sheet = page.getByRole("dialog", { name: "Address book" });
    await sheet.getByText("Your saved addresses did not arrive").waitFor();
    const again = sheet.getByRole("button", { name: "Try again" });
    await again.waitFor();
    isCut = false;
    // At once: the app asks again by itself, too.
    await again.evaluate((button: HTMLElement) => button.click());
    await sheet.getByRole("button", { name: "Add an address" }).waitFor();
  });
});
