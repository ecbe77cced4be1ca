/** A first visit on a bad line: what got no answer comes by itself once the line is better, without a reload. */
import type { Page, Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Person } from "../../harness/browser/ask-as.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();
let user: Person;

beforeAll(async () => {
  user = await stage.user("lost-answers@example.org");
});

/** A page at which `loses` decides what becomes of each request; it may not load a second time. */
async function firstVisit(
  path: string,
  loses: (route: Route) => boolean,
  language = "en-US",
  device = {},
): Promise<Page> {
  const phone = await stage.phone({ as: user, ...device });
  await phone.addCookies([{ name: "i18n_redirected", value: language, url: stage.address }]);
  const page = await phone.newPage();
  await page.route(`${stage.address}/**`, (route) =>
    loses(route) ? route.abort("connectionreset") : route.continue(),
  );
  await page.goto(stage.address + path);
  await page.evaluate(() => {
    document.documentElement.dataset["first"] = "";
  });
  return page;
}

const isFirstPage = (page: Page) =>
  page.evaluate(() => "first" in document.documentElement.dataset);
const rules = (page: Page) => page.getByText("The rules of this market have not come yet.");

const coinsCode = /\/coins-[\w-]{8}\.js$/;

test("a visit that begins in a gap of the network has all that it lacks once the network is back", async () => {
  let isGap = true;
  const page = await firstVisit("/", (route) =>
    isGap ? /\/(api|icons)\/|config\.json/.test(route.request().url()) : false,
  );
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  await page.getByText("The venue cannot be reached. Trying again by itself.").waitFor();
  isGap = false;
  await page.getByText("Get certified for withdrawals").waitFor();
  await page.waitForFunction(
    () => document.querySelectorAll("[data-symbol] [data-shade] > svg").length > 4,
  );
  await expect.poll(() => sockets.length).toBe(1);
  await page.getByRole("link", { name: "Coins" }).click();
  await page.getByRole("form").getByText("10,000.00 USDT").waitFor();
  expect([await rules(page).count(), await isFirstPage(page)]).toEqual([0, true]);
});

test("a market's rules that were lost once are there some seconds later", async () => {
  let lost = 0;
  const page = await firstVisit(
    "/coins?symbol=btcusdt",
    (route) => /getSymbols/.test(route.request().url()) && ++lost === 1,
  );
  await rules(page).waitFor();
  await rules(page).waitFor({ state: "detached" });
  expect([lost, await isFirstPage(page)]).toEqual([2, true]);
});

test("style sheets that were lost once come again, in their place", async () => {
  const form = (page: Page) => page.getByRole("form", { name: "Order" });
  const usual = await firstVisit("/contracts?symbol=btcusdt", () => false);
  await form(usual).waitFor();
  const lost = new Set<string>();
  const page = await firstVisit("/contracts?symbol=btcusdt", (route) => {
    const { pathname } = new URL(route.request().url());
    if (!pathname.endsWith(".css") || lost.has(pathname)) return false;
    lost.add(pathname);
    return true;
  });
  await form(page).waitFor();
  expect(lost.size).toBeGreaterThan(4);
  const all = await sheets(usual);
  await expect.poll(() => sheets(page)).toEqual(all);
  expect([...lost].filter((path) => !all.includes(path))).toEqual([]);
  expect(await isFirstPage(page)).toBe(true);
});

test.each([
  ["code", coinsCode],
  ["style sheet", /\/coins-[\w-]{8}\.css$/],
  ["texts", /\/en-US-[\w-]{8}\.js$/],
])("a screen whose %s was lost on the way to it comes by itself", async (_part, file) => {
  let [isOpen, lost] = [false, 0];
  const page = await firstVisit(
    "/useragreement",
    (route) => isOpen && file.test(new URL(route.request().url()).pathname) && ++lost < 4,
  );
  await page.getByRole("heading", { name: "User agreement" }).waitFor();
  isOpen = true;
  await page.getByRole("navigation").last().getByRole("link", { name: "Coins" }).click();
  await page.getByRole("form").getByText("10,000.00 USDT").waitFor();
  expect([lost > 0, await isFirstPage(page)]).toEqual([true, true]);
});

test("the screen of a missing part stays as it is until the part is there", async () => {
  let [isOpen, lost] = [false, 0];
  const page = await firstVisit(
    "/useragreement",
    (route) => isOpen && coinsCode.test(route.request().url()) && ++lost > 0,
  );
  await page.getByRole("heading", { name: "User agreement" }).waitFor();
  isOpen = true;
  await page.getByRole("navigation").last().getByRole("link", { name: "Coins" }).click();
  const screen = page.getByRole("alert").filter({ hasText: "The app tries again by itself." });
  const button = screen.getByRole("button", { name: "Load the page again" });
  await button.focus();
  await screen.evaluate((alert) => alert.setAttribute("data-first", ""));
  const before = lost;
  await expect.poll(() => lost, { timeout: 15_000 }).toBeGreaterThan(before + 1);
  expect([
    await screen.getAttribute("data-first"),
    await button.evaluate((element) => element === document.activeElement),
  ]).toEqual(["", true]);
  isOpen = false;
  await page.getByRole("form").getByText("10,000.00 USDT").waitFor();
  expect(await isFirstPage(page)).toBe(true);
});

test.each([
  ["panes", /\/desk-panes-[\w-]{8}\.js$/, "The app tries again by itself."],
  ["chart", /\/candle-chart-[\w-]{8}\.js$/, "The chart could not be loaded"],
])("a desk that lost the code of its %s has it some seconds later", async (_part, file, says) => {
  let lost = 0;
  const page = await firstVisit(
    "/coins?symbol=btcusdt",
    (route) => file.test(new URL(route.request().url()).pathname) && ++lost < 4,
    "en-US",
    { viewport: { width: 1440, height: 900 } },
  );
  await page.getByText(says).first().waitFor();
  await page.getByRole("region", { name: "Markets" }).getByText("ETH/USDT").waitFor();
  await page.locator("canvas").first().waitFor();
  expect([lost > 0, await isFirstPage(page)]).toEqual([true, true]);
});

test("a wallet on Home whose code was lost comes by itself", async () => {
  let lost = 0;
  const page = await firstVisit(
    "/",
    (route) => /\/my-home-[\w-]{8}\.js$/.test(route.request().url()) && ++lost < 4,
  );
  await page.getByText("The app tries again by itself.").waitFor();
  await page.getByText("Total value").first().waitFor();
  expect([lost > 0, await isFirstPage(page)]).toEqual([true, true]);
});

test("texts of the chosen language that were lost at the start come, and English stands there until then", async () => {
  let isGap = true;
  const page = await firstVisit(
    "/coins?symbol=btcusdt",
    (route) => isGap && /\/zh-CN-[\w-]{8}\.js$/.test(new URL(route.request().url()).pathname),
    "zh-CN",
  );
  await page.getByRole("form").getByText("Available").waitFor();
  isGap = false;
  await page.getByRole("form").getByText("可用", { exact: true }).waitFor();
  expect([await page.locator("html").getAttribute("lang"), await isFirstPage(page)]).toEqual([
    "zh-CN",
    true,
  ]);
});

/** The addresses of the sheets whose rules count, in their order. */
const sheets = (page: Page) =>
  page.evaluate(() =>
    [...document.styleSheets].flatMap((sheet) => {
      try {
        return sheet.href && sheet.cssRules.length > 0 ? [new URL(sheet.href).pathname] : [];
      } catch {
        return [];
      }
    }),
  );
