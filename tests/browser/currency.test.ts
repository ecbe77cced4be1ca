/** A currency's page in the built app, before a real venue: facts, networks, entries, ways on, and every way it may not arrive. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { builtApp } from "../harness/built-app.ts";
import { newPhone, startChromium } from "../harness/chromium.ts";
import { buyBitcoin, register } from "../harness/newcomer.ts";
import { runVenue, type RunningVenue } from "../harness/running-venue.ts";

const channels = {
  USDT: {
    ERC20: { withdrawal: { status: 0 } },
    BEP20: { recharge: { status: 0, confirmations_note: "Back on Monday" } },
  },
};

let browser: Browser;
let venue: RunningVenue;
let cookies: Awaited<ReturnType<Awaited<ReturnType<typeof newPhone>>["cookies"]>>;

beforeAll(async () => {
  [browser, venue] = await Promise.all([
    startChromium(),
    builtApp().then((folder) => runVenue(folder, { CHANNELS: JSON.stringify(channels) })),
  ]);
  const context = await newPhone(browser, { serviceWorkers: "block" });
  const page = await context.newPage();
  await register(page, venue.address, "currency@example.org");
  await buyBitcoin(page, venue.address);
  cookies = (await context.cookies()).filter((cookie) => cookie.name.includes("godwit-client"));
  await context.close();
});

afterAll(async () => {
  await browser?.close();
  await venue?.dispose();
});

/** Eight tests at once on two cores are slow. */
const patience = { timeout: 15_000 };

/** The currency's page of a user. */
async function open(
  search: string,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<Page> {
  const context = await newPhone(browser, { serviceWorkers: "block", ...options });
  onTestFinished(() => context.close());
  await context.addCookies(cookies);
  const page = await context.newPage();
  await prepare(page);
  await page.goto(`${venue.address}/currency/detail${search}`);
  return page;
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** What a card says, with plain blanks. */
const said = async (page: Page, name: string) =>
  (await card(page, name).innerText()).replaceAll("\u00a0", " ");
/** A spoilt call: nothing comes back. */
const cut = (page: Page, path: string) => page.route(`**${path}*`, (route) => route.abort());

describe("a currency with a market", () => {
  test("says what is held, what it is, how it comes and goes and what trading it costs", async () => {
    const page = await open("?symbol=btcusdt");
    await expect
      .poll(() => said(page, "What you hold"), patience)
      .toMatch(/Available\s+0\.\d+ BTC\s+Worth\s+≈ [\d,.]+ USDT\s+As of \d\d:\d\d:\d\d/);
    await expect
      .poll(() => said(page, "About BTC"), patience)
      .toMatch(/Bitcoin[\s\S]*2009[\s\S]*21,000,000 BTC/);
    await expect
      .poll(() => said(page, "Networks, limits and fees"), patience)
      .toMatch(/BTC\s+Recharge open\s+Withdrawal open[\s\S]*Withdrawal fee[\s\S]*1%/);
    await expect
      .poll(() => said(page, "Trading rules"), patience)
      .toMatch(/Open[\s\S]*0\.01 USDT[\s\S]*0\.000001 BTC[\s\S]*5 USDT[\s\S]*0\.2%/);
  });

  test("leads to its market, its contract, its seconds contracts and its own entries, and to nothing that is not there", async () => {
    const page = await open("?symbol=btcusdt");
    const main = page.getByRole("main");
    await main.getByRole("link", { name: "Seconds" }).waitFor();
    await main.getByRole("link", { name: "History" }).waitFor();
    // Which ways lead in and out is known last.
    await main.getByRole("link", { name: "Withdraw" }).waitFor();
    const paths = await main
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(new Set(paths)).toEqual(
      new Set([
        "/coins?symbol=btcusdt",
        "/contracts?symbol=btcusdt",
        "/currency/detail?symbol=usdt",
        "/history?flag=BTC",
        "/recharge?flag=BTC",
        "/withdraw?flag=BTC",
        "/seconds?symbol=btcusdt",
      ]),
    );
    await main.getByRole("link", { name: "History" }).click();
    await page.getByRole("button", { name: /BTC/ }).first().waitFor();
    expect(new URL(page.url()).search).toBe("?flag=BTC");
  });

  test("keeps its star, and shows the order behind an entry", async () => {
    const page = await open("?symbol=btcusdt");
    const star = page.getByRole("button", { name: "BTC/USDT: favourite" });
    await star.click();
    await expect.poll(() => star.getAttribute("aria-pressed"), patience).toBe("true");
    await card(page, "Entries in BTC")
      .getByRole("button", { name: /Coin trading/ })
      .click();
    await page.getByRole("dialog").getByText("The order it belongs to").waitFor();
  });
});

describe("the currency others are priced in", () => {
  test("shows each network's ways as the operator set them", async () => {
    const page = await open("?symbol=usdt");
    const networks = card(page, "Networks, limits and fees");
    await networks.getByText("BEP20").click();
    await expect
      .poll(
        () =>
          networks
            .locator("summary")
            .allInnerTexts()
            .then((texts) => texts.map((text) => text.split(/\s*\n\s*/))),
        patience,
      )
      .toEqual([
        ["TRC20", "Recharge open", "Withdrawal open"],
        ["ERC20", "Recharge open", "Withdrawal paused"],
        ["BEP20", "Recharge paused", "Withdrawal open"],
      ]);
    await networks.getByText("Back on Monday").waitFor();
    const leads = await page
      .getByRole("main")
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(new Set(leads)).toEqual(
      new Set(["/recharge?flag=USDT", "/withdraw?flag=USDT", "/history?flag=USDT"]),
    );
  });

  test("shows its last entries, and the older ones when asked", async () => {
    // Of one entry many, in pages as the venue would cut them.
    let first: { id: string } | undefined;
    const page = await open("?symbol=usdt", {}, (fresh) =>
      fresh.route("**/api/wallet/tradeRecord*", async (route) => {
        const response = await route.fetch();
        const {
          data: { list: rows },
          ...envelope
        } = (await response.json()) as { data: { list: { id: string }[] } };
        first ??= rows[0];
        const at = Number(new URL(route.request().url()).searchParams.get("page") ?? 1) - 1;
        const ids = Array.from({ length: at === 0 ? 10 : 3 }, (_, nth) => `${at}-${nth}`);
        await route.fulfill({
          response,
          json: {
            ...envelope,
            data: { list: ids.map((id) => ({ ...first, id })), total: 13, page: at + 1, size: 10 },
          },
        });
      }),
    );
    const entries = card(page, "Entries in USDT");
    const shown = () => entries.getByRole("listitem").count();
    await expect.poll(shown, patience).toBe(5);
    await entries.getByRole("button", { name: "Show older entries" }).click();
    await expect.poll(shown, patience).toBe(13);
    expect(await entries.getByRole("button", { name: "Show older entries" }).count()).toBe(0);
  });

  test.each(["dark", "light"] as const)(
    "is accessible in the %s, and fits 320 px",
    async (colorScheme) => {
      const page = await open("?symbol=usdt", {
        colorScheme,
        viewport: { width: 320, height: 2400 },
      });
      await card(page, "Entries in USDT").getByRole("button").first().waitFor();
      await card(page, "Networks, limits and fees").getByText("TRC20").waitFor();
      const { violations } = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
        .analyze();
      expect(
        violations.flatMap((violation) =>
          violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")}`),
        ),
      ).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    },
  );
});

describe("what does not arrive", () => {
  test.each([
    [
      "/api/wallet/getRechargeCurrency",
      "Networks, limits and fees",
      "A part of this did not arrive",
      /Recharge open/,
    ],
    ["/api/wallet/tradeRecord", "Entries in BTC", "The entries did not arrive", /Coin trading/],
    [
      "/api/htx/getSymbols",
      "Trading rules",
      "The trading rules did not arrive",
      /Fee when you wait/,
    ],
  ])("%s is told in its place and asked for again", async (path, name, words, then) => {
    let asked = 0;
    const page = await open("?symbol=btcusdt", {}, (fresh) =>
      fresh.route(`**${path}*`, (route) => {
        asked++;
        return route.abort();
      }),
    );
    const place = card(page, name);
    await place.getByText(words).waitFor();
    await card(page, "About BTC").getByText("Bitcoin").first().waitFor();
    // Twice by the call itself, and once more by the page at most: nobody hammers a venue in trouble.
    expect(asked).toBeLessThan(8);
    await page.unroute(`**${path}*`);
    await place.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => place.innerText(), patience).toMatch(then);
  });

  test("without a line the facts stay, with their age", async () => {
    const page = await open("?symbol=btcusdt");
    await card(page, "Entries in BTC").getByRole("button").first().waitFor();
    await card(page, "Networks, limits and fees").getByText("Recharge open").waitFor();
    await card(page, "Trading rules").getByText("2,000,000 USDT").waitFor();
    await page.context().setOffline(true);
    for (const name of ["Networks, limits and fees", "Trading rules", "Entries in BTC"]) {
      await expect
        .poll(() => said(page, name), patience)
        .toMatch(/You are offline: as of \w+ \d+, \d{4}/);
    }
  });

  test("opened again while the venue does not answer, it shows what the device kept", async () => {
    const page = await open("?symbol=btcusdt");
    await card(page, "Entries in BTC").getByRole("button").first().waitFor();
    await card(page, "Networks, limits and fees").getByText("Recharge open").waitFor();
    await card(page, "Trading rules").getByText("2,000,000 USDT").waitFor();
    // What is public is written a second later.
    await page.waitForTimeout(1500);
    await cut(page, "/api/*");
    await page.reload();
    await expect
      .poll(() => said(page, "Entries in BTC"), patience)
      .toMatch(/Coin trading[\s\S]*Could not be refreshed: as of \w+ \d+, \d{4}/);
    expect(await said(page, "Networks, limits and fees")).toMatch(
      /Recharge open[\s\S]*0\.0001 to 1 BTC/,
    );
    expect(await said(page, "Trading rules")).toContain("2,000,000 USDT");
  });

  test("an address that names nothing is a 404 with a search", async () => {
    const page = await open("?symbol=nosuchusdt");
    await page.getByText("There is no market NOSUCH/USDT").waitFor();
    await page.locator("[data-state=live]").first().waitFor();
    await page.getByLabel("Search the markets").fill("eth");
    await page.getByRole("link", { name: "ETH/USDT" }).waitFor();
  });

  test("a visitor is led to the login, and back", async () => {
    const context = await newPhone(browser, { serviceWorkers: "block" });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${venue.address}/currency/detail?symbol=ethusdt`);
    await page.waitForURL(/\/login/);
    expect(new URL(page.url()).searchParams.get("to")).toBe("/currency/detail?symbol=ethusdt");
  });
});

describe("a market that is not open", () => {
  test.each([
    ["suspend", "Trading in BTC/USDT is suspended", true],
    ["offline", "BTC is no longer traded here", false],
  ] as const)("%s says so, and offers what remains", async (state, words, hasMarket) => {
    const page = await open("?symbol=btcusdt", {}, (fresh) =>
      fresh.route("**/api/htx/getSymbols*", async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { data: { symbol: string }[] };
        await route.fulfill({
          response,
          json: {
            ...body,
            data: body.data.map((row) => (row.symbol === "btcusdt" ? { ...row, state } : row)),
          },
        });
      }),
    );
    await page.getByText(words).waitFor();
    await card(page, "Entries in BTC").getByRole("link", { name: "History" }).waitFor();
    expect(await page.getByRole("main").getByRole("link", { name: "Trade" }).count()).toBe(0);
    expect(await page.getByRole("main").getByRole("link", { name: "To the market" }).count()).toBe(
      hasMarket ? 1 : 0,
    );
  });
});
