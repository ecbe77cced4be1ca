/** A currency's page in the built app with a real venue: facts, networks, entries, links, and every kind of failure. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { buyBitcoinAs } from "../../harness/browser/newcomer.ts";
import type { Person } from "../../harness/browser/ask-as.ts";
import { storedOn } from "../../harness/browser/device.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { turnLight } from "../../harness/browser/turn-light.ts";

const channels = {
  USDT: {
    ERC20: { withdrawal: { status: 0 } },
    BEP20: { recharge: { status: 0, confirmations_note: "Back on Monday" } },
  },
};

const stage = new PhoneStage({ settings: { CHANNELS: JSON.stringify(channels) } });
let user: Person;

beforeAll(async () => {
  user = await stage.user("currency@example.org");
  await buyBitcoinAs(user, stage.address);
});

/** Eight tests at once on two cores are slow. */
const within = { timeout: 15_000 };

/** The currency's page of a user. */
async function open(
  search: string,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<Page> {
  const context = await stage.phone({ ...options, as: user });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(`${stage.address}/currency/detail${search}`);
  return page;
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** The text of a card, with plain spaces. */
const said = async (page: Page, name: string) =>
  (await card(page, name).innerText()).replaceAll("\u00a0", " ");
/** A call without an answer. */
const cut = (page: Page, path: string) => page.route(`**${path}*`, (route) => route.abort());

describe("a currency with a market", () => {
  test("says what is held, what it is, how it comes and goes and what trading it costs", async () => {
    const page = await open("?symbol=btcusdt");
    await expect
      .poll(() => said(page, "What you hold"), within)
      .toMatch(/Available\s+0\.\d+ BTC\s+Worth\s+≈ [\d,.]+ USDT\s+As of \d\d:\d\d:\d\d/);
    await expect
      .poll(() => said(page, "About BTC"), within)
      .toMatch(/Bitcoin[\s\S]*2009[\s\S]*21,000,000 BTC/);
    await expect
      .poll(() => said(page, "Networks, limits and fees"), within)
      .toMatch(/BTC\s+Recharge open\s+Withdrawal open[\s\S]*Withdrawal fee[\s\S]*1%/);
    await expect
      .poll(() => said(page, "Trading rules"), within)
      .toMatch(/Open[\s\S]*0\.01 USDT[\s\S]*0\.000001 BTC[\s\S]*5 USDT[\s\S]*0\.2%/);
  });

  test("leads to its market, its contract, its seconds contracts and its own entries, and to nothing that is not there", async () => {
    const page = await open("?symbol=btcusdt");
    const main = page.getByRole("main");
    const paths = async () =>
      new Set(
        await main
          .getByRole("link")
          .evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
      );
    // Each comes with an answer of its own.
    await expect
      .poll(paths, within)
      .toEqual(
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
    await expect.poll(() => star.getAttribute("aria-pressed"), within).toBe("true");
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
        within,
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
    // Many copies of one entry, in pages as the venue makes them.
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
    await expect.poll(shown, within).toBe(5);
    await entries.getByRole("button", { name: "Show older entries" }).click();
    await expect.poll(shown, within).toBe(13);
    expect(await entries.getByRole("button", { name: "Show older entries" }).count()).toBe(0);
  });

  test("is accessible in the dark and in the light, and fits 320 px", async () => {
    const page = await open("?symbol=usdt", {
      colorScheme: "dark",
      viewport: { width: 320, height: 2400 },
    });
    await card(page, "Entries in USDT").getByRole("button").first().waitFor();
    await card(page, "Networks, limits and fees").getByText("TRC20").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await turnLight(page);
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
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
  ])("%s is reported in its place and asked for again", async (path, name, words, then) => {
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
    // Two attempts by the call itself and at most one more by the page, so that a failing venue is not flooded.
    expect(asked).toBeLessThan(8);
    const again = place.getByRole("button", { name: "Try again" });
    await again.waitFor();
    await page.unroute(`**${path}*`);
    // At once: the app asks again by itself, too.
    await again.evaluate((button: HTMLElement) => button.click());
    await expect.poll(() => place.innerText(), within).toMatch(then);
  });

  test("without a line the facts stay, with their age", async () => {
    const page = await open("?symbol=btcusdt");
    await card(page, "Entries in BTC").getByRole("button").first().waitFor();
    await card(page, "Networks, limits and fees").getByText("Recharge open").waitFor();
    await card(page, "Trading rules").getByText("2,000,000 USDT").waitFor();
    await page.context().setOffline(true);
    for (const name of ["Networks, limits and fees", "Trading rules", "Entries in BTC"]) {
      await expect
        .poll(() => said(page, name), within)
        .toMatch(/You are offline: as of \w+ \d+, \d{4}/);
    }
  });

  test("opened again while the venue does not answer, it shows what the device kept", async () => {
    const page = await open("?symbol=btcusdt");
    await card(page, "Entries in BTC").getByRole("button").first().waitFor();
    await card(page, "Networks, limits and fees").getByText("Recharge open").waitFor();
    await card(page, "Trading rules").getByText("2,000,000 USDT").waitFor();
    // Public answers are stored a little later.
    await expect
      .poll(async () => JSON.stringify((await storedOn(page))?.["queries:public"] ?? null))
      .toMatch(/(?=.*getSymbols)(?=.*getCurrency)/);
    await cut(page, "/api/*");
    await page.reload();
    await expect
      .poll(() => said(page, "Entries in BTC"), within)
      .toMatch(/Coin trading[\s\S]*Could not be refreshed: as of \w+ \d+, \d{4}/);
    await expect
      .poll(() => said(page, "Networks, limits and fees"), within)
      .toMatch(/Recharge open[\s\S]*0\.0001 to 1 BTC/);
    await expect.poll(() => said(page, "Trading rules"), within).toContain("2,000,000 USDT");
  });

  test("what did not come is asked for again by one press for all of the page", async () => {
    let isDown = true;
    const page = await open("?symbol=btcusdt", {}, async (early) => {
      // Without the account's snapshot nothing but the page itself asks.
      const off = { name: "godwit_book", value: "off", url: stage.address };
      await early.context().addCookies([off]);
      for (const { path } of [walletEndpoints.rechargeCurrency, walletEndpoints.tradeRecord])
        await early.route(`**${path}*`, (route) => (isDown ? route.abort() : route.continue()));
    });
    const again = (name: string) =>
      card(page, name).getByRole("button", { name: "Try again", exact: true });
    await again("Entries in BTC").waitFor();
    await again("Networks, limits and fees").waitFor();
    isDown = false;
    // At once: the app asks again by itself, too.
    await again("Networks, limits and fees").evaluate((button: HTMLElement) => button.click());
    await again("Networks, limits and fees").waitFor({ state: "detached" });
    await again("Entries in BTC").waitFor({ state: "detached", ...within });
  });

  test("an address that names nothing is a 404 with a search", async () => {
    const page = await open("?symbol=nosuchusdt");
    await page.getByText("There is no market NOSUCH/USDT").waitFor();
    await page.locator("[data-state=live]").first().waitFor();
    await page.getByLabel("Search the markets").fill("eth");
    await page.getByRole("link", { name: "ETH/USDT" }).waitFor();
  });

  test("a visitor is led to the login, and back", async () => {
    const context = await stage.phone();
    const page = await context.newPage();
    await page.goto(`${stage.address}/currency/detail?symbol=ethusdt`);
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
