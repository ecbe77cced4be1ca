/** Tablets and desktops: everything of a trading screen at once, panes that are sized and folded, tables, keys, several charts. */
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { contractsEndpoints } from "#protocol/api/contracts.ts";
import { marketEndpoints, type SymbolRow, type TickerRow } from "#protocol/api/market.ts";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { buyBitcoinAs } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { windowSizes } from "../../harness/browser/window-sizes.ts";

// One test has a position on both sides of every contract.
const stage = new PhoneStage({ settings: { LIMITS: JSON.stringify({ ordersBurst: 100 }) } });
let person: Person;

beforeAll(async () => {
  person = await stage.user("desk@example.org");
  await buyBitcoinAs(person, stage.address);
});

/** What has to be seen at once on each trading screen, from a tablet on. */
const essentials = {
  "/coins": ["main canvas", "form [name=value]", "form button[type=submit]"],
  "/contracts": ["main canvas", "form [name=size]", "form [data-sticky-bottom] button"],
  "/seconds": ["figure canvas", "form [name=stake]", "form [data-sticky-bottom] button"],
} as const;

/** What a desk adds. */
const panes = ["#desk-list input[type=search]", "#desk-lower [role=tab]"];

/** A window with a mouse and a keyboard. */
function desk(width: number, height: number): Promise<BrowserContext> {
  return stage.phone({
    as: person,
    viewport: { width, height },
    deviceScaleFactor: 1,
    hasTouch: false,
    isMobile: false,
  });
}

async function open(path: string, [width, height]: readonly [number, number] = [1440, 900]) {
  const page = await (await desk(width, height)).newPage();
  await openApp(page, stage.address + path);
  await page.locator("form [data-sticky-bottom] button:enabled").first().waitFor();
  return page;
}

/** What is not wholly within the window, and how far the page is larger than it. */
function outside(page: Page, parts: readonly string[]): Promise<string[]> {
  return page.evaluate((selectors) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const tooWide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
    return selectors.reduce((found, selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (!box || box.width === 0) return [...found, `${selector} is missing`];
      const isIn =
        box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
      return isIn ? found : [...found, `${selector} ends at ${box.right}, ${box.bottom}`];
    }, tooWide);
  }, parts);
}

const widthOf = async (page: Page, id: string) =>
  Math.round((await page.locator(`#${id}`).boundingBox())?.width ?? 0);

test.each(Object.entries(essentials))(
  "%s: chart, amount and button are in sight at every size, and on a desk list, book and one's own",
  async (path, parts) => {
    const page = await open(path);
    for (const [width, height] of windowSizes) {
      await page.setViewportSize({ width, height });
      const isDesk = width >= 1024;
      const wanted = [
        ...parts,
        ...(isDesk ? panes : []),
        ...(isDesk && path !== "/seconds" ? ["#desk-book [data-side=bid]"] : []),
      ];
      await expect
        .poll(() => outside(page, wanted), { message: `${path} at ${width}×${height}` })
        .toEqual([]);
      const nav = await page.getByRole("navigation", { name: "Main" }).boundingBox();
      expect([nav?.x, nav?.y]).toEqual([0, 0]);
      if (isDesk)
        expect(
          await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
        ).toBeLessThanOrEqual(0);
    }
  },
);

test("panes are sized by keys and by the pointer, folded and brought back, and stay so", async () => {
  const page = await open("/coins");
  const splitter = page.getByRole("separator", { name: "Size of Markets" });
  await splitter.waitFor();
  const before = await widthOf(page, "desk-list");
  await splitter.focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => widthOf(page, "desk-list")).toBe(before + 48);

  const box = (await splitter.boundingBox())!;
  await page.mouse.move(box.x + 4, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x - 28, box.y + 210, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(page, "desk-list")).toBe(before + 16);

  await openApp(page, `${stage.address}/contracts`);
  await expect.poll(() => widthOf(page, "desk-list")).toBe(before + 16);

  await page.getByRole("separator", { name: "Size of Markets" }).press("Enter");
  await expect.poll(() => page.locator("#desk-list").isVisible()).toBe(false);
  await openApp(page, `${stage.address}/coins`);
  await page.getByRole("button", { name: "Unfold Markets" }).click();
  await expect.poll(() => widthOf(page, "desk-list")).toBe(before + 16);
});

test("the list chooses the market, and one's own stand as tables with what can be done", async () => {
  const page = await open("/coins");
  await page.locator("#desk-list [data-symbol=ethusdt] button").first().click();
  await page.getByRole("region", { name: "Market ETH/USDT" }).waitFor();
  expect(new URL(page.url()).searchParams.get("symbol")).toBe("ethusdt");

  const orders = page.getByRole("table", { name: "Your coin orders" });
  const row = orders.getByRole("row").filter({ hasText: "BTC/USDT" }).first();
  await row.getByRole("button", { name: /^Repeat: Buy 1,000 USDT/ }).click();
  await page.getByRole("region", { name: "Market BTC/USDT" }).waitFor();
  await expect.poll(() => page.getByLabel("Spend").inputValue()).toBe("1000");
});

test("an order is placed by the keyboard alone, and the position stands in the table", async () => {
  const page = await open("/contracts");
  await page.locator("#desk-lower").waitFor();
  await expect
    .poll(async () => {
      await page.keyboard.press("b");
      return page.evaluate(() => document.activeElement?.getAttribute("name"));
    })
    .toBe("size");
  await page.keyboard.type("0.02");
  await page.keyboard.press("Escape");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("b");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ""))
    .toMatch(/^Open long/);
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: /Open long/ }).press("Enter");
  await sheet.getByText(/^Opened long/).waitFor();
  await sheet.getByRole("button", { name: "Done" }).press("Enter");
  await sheet.waitFor({ state: "detached" });

  const table = page.getByRole("table", { name: "Your positions" });
  const row = table.getByRole("row").filter({ hasText: "BTC-USDT" });
  expect(await row.innerText()).toMatch(/Long 10×[^]*0\.02\sBTC/);
  expect(await axeFaults(page)).toEqual([]);
  await row.getByRole("button", { name: "Close" }).press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("heading", { name: /^Close/ })
    .waitFor();
});

test("windows beside each other have one stream, which the next of them takes over", async () => {
  const context = await desk(1440, 900);
  await context.addInitScript(() => {
    const made: WebSocket[] = [];
    Object.assign(window, { made });
    window.WebSocket = class extends WebSocket {
      constructor(address: string | URL) {
        super(address);
        made.push(this);
      }
    };
  });
  /** Sockets of the page that are open or about to be. */
  const sockets = (page: Page) =>
    page.evaluate(
      () =>
        (window as unknown as { made: WebSocket[] }).made.filter(({ readyState }) => readyState < 2)
          .length,
    );
  const first = await context.newPage();
  await openApp(first, `${stage.address}/coins`);
  await expect.poll(() => sockets(first)).toBe(1);
  const second = await context.newPage();
  await openApp(second, `${stage.address}/contracts`);
  const price = second.locator("#desk-list [data-symbol=btcusdt]");
  /** Its prices move, though it reads none. */
  const isStreaming = async () => {
    const before = await price.innerText();
    await expect.poll(() => price.innerText(), { timeout: 30_000 }).not.toBe(before);
  };
  await price.waitFor();
  await second.route(/getMergedTickerRank/, (route) => route.abort());
  await isStreaming();
  await isStreaming();
  expect([await sockets(first), await sockets(second)]).toEqual([1, 0]);
  await first.close();
  await expect.poll(() => sockets(second)).toBe(1);
  await isStreaming();
  await isStreaming();
  expect(await sockets(second)).toBe(1);
});

test("a wide list of contracts has funding and open interest, and sorts by them", async () => {
  const page = await open("/contracts", [1920, 1080]);
  const list = page.getByRole("region", { name: "Markets" });
  const heads = list.getByRole("columnheader");
  await heads.filter({ hasText: "Open interest" }).waitFor();
  const bitcoin = list.locator("[data-symbol=btcusdt]");
  await expect.poll(() => bitcoin.innerText()).toMatch(/[+−-]?0\.\d{4}%/);
  // The position of this file, 0.02 BTC or more.
  await expect.poll(() => bitcoin.getByRole("cell").nth(2).innerText()).toMatch(/[1-9]/);
  expect(await axeFaults(page, { include: "#desk-list" })).toEqual([]);

  const first = () => list.locator("[data-at='0']").getAttribute("data-symbol");
  await heads.filter({ hasText: "Open interest" }).getByRole("button").click();
  await expect.poll(first).toBe("btcusdt");
  expect(await heads.filter({ hasText: "Open interest" }).getAttribute("aria-sort")).toBe(
    "descending",
  );
  await heads.filter({ hasText: "Open interest" }).getByRole("button").click();
  await expect.poll(first).not.toBe("btcusdt");
  // A column of the list's own takes the order from them, the usual one as it was, another one at once.
  await heads.filter({ hasText: "Volume" }).getByRole("button").click();
  const order = (name: string) => heads.filter({ hasText: name }).getAttribute("aria-sort");
  expect([await order("Open interest"), await order("Volume")]).toEqual(["none", "descending"]);
  await heads.filter({ hasText: "Funding" }).getByRole("button").click();
  await heads.filter({ hasText: "Price" }).getByRole("button").click();
  expect([await order("Funding"), await order("Price")]).toEqual(["none", "descending"]);
  await expect.poll(first).toBe("btcusdt");

  // A narrow list has the columns of a phone.
  await page.getByRole("separator", { name: "Size of Markets" }).press("Home");
  await heads.filter({ hasText: "Open interest" }).waitFor({ state: "hidden" });
});

test("rows are chosen, and closed or cancelled together", async () => {
  const symbols = ["ETH-USDT", "SOL-USDT", "BNB-USDT"];
  for (const contract_code of symbols)
    await askAs(person, stage.address, "POST", contractsEndpoints.contractPlaceOrder.path, {
      contract_code,
      direction: "buy",
      lever_rate: 10,
      volume: 200,
      order_type: "market",
      client_order_id: randomUUID(),
    });
  const page = await open("/contracts");
  const table = page.getByRole("table", { name: "Your positions" });
  const rowOf = (code: string) => table.getByRole("row").filter({ hasText: code });
  for (const code of symbols) await rowOf(code).waitFor();
  for (const code of symbols.slice(0, 2)) await rowOf(code).getByRole("checkbox").check();
  const all = table.getByRole("checkbox", { name: "Choose all rows" });
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await page.getByRole("button", { name: "Close chosen (2)" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Close 2 positions" }).click();
  await sheet.getByText("2 positions are being closed.").waitFor();
  await sheet.getByRole("button", { name: "Done" }).click();
  for (const code of symbols.slice(0, 2)) await rowOf(code).waitFor({ state: "detached" });
  await rowOf("BNB-USDT").waitFor();
  await page.getByRole("button", { name: "Close all" }).waitFor();
});

test("of many rows those near the pane are in the page, all can be reached and chosen", async () => {
  const many = await stage.user("many@example.org");
  const rows = (await askAs(many, stage.address, "GET", marketEndpoints.symbols.path, {
    scope: "contract",
  })) as SymbolRow[];
  const prices = (await askAs(many, stage.address, "GET", marketEndpoints.mergedTickerRank.path, {
    limit: 5000,
  })) as TickerRow[];
  const sides = rows.flatMap(({ symbol, contract }) =>
    ["buy", "sell"].map((direction) => ({ symbol, contract, direction })),
  );
  for (const { symbol, contract, direction } of sides) {
    const close = prices.find((one) => one.symbol === symbol)?.close ?? 1;
    await askAs(many, stage.address, "POST", contractsEndpoints.contractPlaceOrder.path, {
      contract_code: contract?.contract_code,
      direction,
      lever_rate: 10,
      volume: Math.ceil(20 / (Number(contract?.contract_size) * close)),
      order_type: "market",
      client_order_id: randomUUID(),
    });
  }
  const context = await stage.phone({
    as: many,
    viewport: { width: 1440, height: 900 },
    hasTouch: false,
    isMobile: false,
  });
  const page = await context.newPage();
  await openApp(page, `${stage.address}/contracts`);
  const table = page.getByRole("table", { name: "Your positions" });
  await expect
    .poll(() => table.getAttribute("aria-rowcount"), { timeout: 30_000 })
    .toBe(String(sides.length + 1));
  const drawn = table.locator("tbody tr[aria-rowindex]");
  /** Whether nothing in sight is a row's empty room, and few rows are drawn out of sight. */
  const around = () =>
    drawn.evaluateAll((found) => {
      const pane = document.querySelector("#desk-lower")?.getBoundingClientRect();
      if (!pane) throw new Error("no pane");
      const inSight = (row: Element) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > pane.top && top < pane.bottom;
      };
      return {
        isFilled: ![...document.querySelectorAll("#desk-lower tr[aria-hidden]")].some(inSight),
        isSparing: found.filter((row) => !inSight(row)).length <= 10,
      };
    });
  // Each row that is drawn costs a part of every frame with prices.
  await expect.poll(around).toEqual({ isFilled: true, isSparing: true });
  await table.getByRole("checkbox").nth(1).focus();
  const first = await drawn.first().getAttribute("data-row");
  const pane = page.locator("#desk-lower");
  await pane.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await table.locator(`[aria-rowindex='${sides.length + 1}']`).waitFor();
  await expect.poll(around).toEqual({ isFilled: true, isSparing: true });
  // What has the focus stays.
  await table.locator(`[data-row='${first}']`).waitFor({ state: "attached" });
  await pane.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await expect.poll(around).toEqual({ isFilled: true, isSparing: true });
  await pane.evaluate((element) => element.scrollTo(0, 0));
  await table.locator("[aria-rowindex='3']").waitFor();
  // A pane so low that the table begins below it.
  await pane.evaluate((element) => (element.style.maxHeight = "0"));
  await expect.poll(() => drawn.count()).toBeLessThan(6);
  expect(await table.locator("[aria-rowindex='4']").count()).toBe(1);
  await pane.evaluate((element) => (element.style.maxHeight = ""));
  await expect.poll(around).toEqual({ isFilled: true, isSparing: true });
  await table.getByRole("checkbox", { name: "Choose all rows" }).check();
  await page.getByRole("button", { name: `Close chosen (${sides.length})` }).waitFor();
});

test("the search finds with slips, remembers, and opens from anywhere; keys do nothing while one types", async () => {
  const page = await open("/coins");
  await expect
    .poll(async () => {
      await page.keyboard.press("Control+k");
      return page.getByRole("combobox").isVisible();
    })
    .toBe(true);
  await page.keyboard.type("etherum");
  await page.getByRole("option", { name: "ETH/USDT · Ethereum Coins" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/contracts\?symbol=ethusdt/);

  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("/");
  expect(await page.getByRole("option").first().innerText()).toMatch(/ETH\/USDT[^]*Contracts/);
  expect(await axeFaults(page, { include: "dialog" })).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.locator("form [name=size]").fill("1");
  await page.keyboard.type("?/");
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("keys are shown, changed and switched off", async () => {
  const page = await open("/coins");
  await expect
    .poll(async () => {
      await page.keyboard.press("?");
      return page.getByRole("table", { name: "Keys" }).isVisible();
    })
    .toBe(true);
  await page.getByRole("button", { name: "Key b: change it" }).click();
  await page.keyboard.press("x");
  await page.getByRole("button", { name: "Key x: change it" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
  await page.keyboard.press("b");
  expect(await focused()).toBeNull();
  await page.keyboard.press("x");
  await expect.poll(focused).toBe("value");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());

  await page.keyboard.press("4");
  await expect
    .poll(() =>
      page
        .getByRole("button", { name: /^30 minutes|^More|^30m/ })
        .first()
        .innerText(),
    )
    .toMatch(/30m/);

  for (const [key, place] of [
    ["c", "figure [role=slider]"],
    ["m", "#desk-list input[type=search]"],
    ["o", "#desk-lower [role=tab]"],
  ] as const) {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press(key);
    const isThere = () => page.evaluate((where) => document.activeElement?.matches(where), place);
    await expect.poll(isThere, { message: key }).toBe(true);
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());

  await page.keyboard.press("?");
  await page.getByRole("switch", { name: "Keys are on" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("x");
  expect(await focused()).toBeNull();
});

test("two and four charts stand beside each other, of their own markets and periods, and stay so", async () => {
  const page = await open("/coins", [1920, 1080]);
  const charts = page.locator("main figure:has(canvas)");
  await page
    .getByRole("radiogroup", { name: "Number of charts" })
    .getByRole("radio", { name: "4" })
    .check();
  await expect.poll(() => charts.count()).toBe(4);
  const boxes = await charts.evaluateAll((all) =>
    all.map((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1))
      expect(
        one.right <= other.left + 1 ||
          other.right <= one.left + 1 ||
          one.bottom <= other.top + 1 ||
          other.bottom <= one.top + 1,
      ).toBe(true);

  const second = page.getByRole("region", { name: "Chart of BTC/USDT" }).first();
  await second.getByRole("button", { name: "BTC/USDT" }).click();
  await page.getByRole("dialog").locator("[data-symbol=solusdt] button").first().click();
  const own = page.getByRole("region", { name: "Chart of SOL/USDT" });
  await own.waitFor();
  await page.locator("#desk-list [data-symbol=ethusdt] button").first().click();
  await expect.poll(() => page.getByRole("region", { name: "Chart of ETH/USDT" }).count()).toBe(2);
  await openApp(page, `${stage.address}/coins`);
  await own.getByRole("button", { name: "Follow the market" }).click();
  await expect.poll(() => page.getByRole("region", { name: "Chart of BTC/USDT" }).count()).toBe(3);
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openApp(page, `${stage.address}/coins`);
    await expect.poll(() => charts.count()).toBe(4);
    const looks = () =>
      charts.evaluateAll((all) =>
        all.map((one) => {
          const chosen = one.querySelector("[role=group] > [aria-pressed=true]");
          const row = chosen?.parentElement?.parentElement?.getBoundingClientRect();
          const chip = chosen?.getBoundingClientRect();
          return {
            height: one.querySelector("canvas")?.getBoundingClientRect().height ?? 0,
            isInSight: row && chip && chip.left >= row.left - 1 && chip.right <= row.right + 1,
          };
        }),
      );
    await expect
      .poll(async () => (await looks()).map(({ isInSight }) => isInSight))
      .toEqual([true, true, true, true]);
    const [first = 0, ...others] = (await looks()).map((look) => look.height);
    expect(first, `${width}`).toBeGreaterThan(Math.max(...others) - 16);
  }
  // A narrower desk has neither the room nor the choice.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => charts.count()).toBe(1);
  expect(await outside(page, ["main canvas"])).toEqual([]);
});

test("forms are no wider than 480 px, and stand beside what was asked for earlier", async () => {
  const page = await (await desk(1440, 900)).newPage();
  for (const path of ["/recharge", "/withdraw"]) {
    await openApp(page, stage.address + path);
    const records = await page.locator("main [data-records]").boundingBox();
    const field = await page.getByRole("combobox").first().boundingBox();
    expect(field?.width).toBeLessThanOrEqual(480);
    expect(records?.x).toBeGreaterThan((field?.x ?? 0) + (field?.width ?? 0));
  }
  for (const width of [820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ["/security", "/certification", "/useragreement"]) {
      await openApp(page, stage.address + path);
      expect((await page.locator("main > *").last().boundingBox())?.width).toBeLessThanOrEqual(480);
    }
  }
});

test("what was chosen in the history stands beside the list", async () => {
  const page = await (await desk(1440, 900)).newPage();
  await openApp(page, `${stage.address}/history`);
  await page.locator("main section[aria-live=polite] h2").waitFor();
  await page.getByRole("button", { name: /System recharge/ }).click();
  await page.getByRole("region", { name: "System recharge" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
});

test("a desktop has it without a network, after one visit of Home", async () => {
  const context = await stage.phone({
    ...everyday,
    as: person,
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    hasTouch: false,
    isMobile: false,
  });
  const page = await context.newPage();
  await openApp(page, stage.address);
  const installed = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.includes("precache")) ?? "";
      const keys = await (await caches.open(name)).keys();
      return keys.filter(({ url }) => /assets\/desk-panes/.test(url)).length;
    });
  await expect.poll(installed, { timeout: 30_000 }).toBe(2);
  const isActive = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect.poll(isActive).toBe("activated");
  await context.setOffline(true);
  await page.goto(`${stage.address}/coins`);
  await page.locator("#desk-list [data-symbol=btcusdt]").waitFor();
  await page.getByRole("separator", { name: "Size of Markets" }).waitFor();
});

test("a phone asks for nothing of it", async () => {
  const page = await (await stage.phone({ as: person })).newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openApp(page, `${stage.address}/coins`);
  await page.locator("form [data-sticky-bottom] button:enabled").first().waitFor();
  await page.waitForLoadState("networkidle");
  expect(asked.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(3);
  expect(asked.filter((path) => /desk-/.test(path))).toEqual([]);
});
