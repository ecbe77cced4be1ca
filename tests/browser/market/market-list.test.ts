/** The list of markets in the built app: what is drawn, asked for and kept, by touch, keyboard and ear. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Person } from "../../harness/browser/ask-as.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const account = "markets@example.org";
const stage = new PhoneStage();
let user: Person;

beforeAll(async () => {
  user = await stage.user(account);
});

async function home(
  options: { loggedIn?: boolean } = {},
): Promise<{ page: Page; asked: string[] }> {
  const context = await stage.phone({
    reducedMotion: "no-preference",
    ...(options.loggedIn && { as: user }),
  });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) =>
    asked.push(new URL(request.url()).pathname.split("/").at(-1) ?? ""),
  );
  await page.goto(stage.address);
  await rows(page).first().waitFor();
  await page.locator("header [data-state=live]").first().waitFor({ state: "attached" });
  return { page, asked };
}

const rows = (page: Page) => page.locator("[data-symbol]");
const symbols = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all
      .toSorted(
        (a, b) =>
          Number((a as HTMLElement).dataset["at"]) - Number((b as HTMLElement).dataset["at"]),
      )
      .map((row) => (row as HTMLElement).dataset["symbol"]),
  );
const head = (page: Page, name: string) => page.getByRole("columnheader", { name });
const star = (page: Page, symbol: string) => page.locator(`[data-symbol=${symbol}] [aria-pressed]`);

test("rows near the screen alone are drawn, each given its place; their shapes come in one request", async () => {
  const { page, asked } = await home();
  await page.getByRole("tab", { name: "All" }).click();
  await page.waitForFunction(
    () => document.querySelectorAll("[data-symbol] svg path[d^=M]").length >= 5,
  );
  const count = Number(
    await page.getByRole("table", { name: "Markets" }).getAttribute("aria-rowcount"),
  );
  expect(count).toBeGreaterThan(40);
  expect(await rows(page).count()).toBeLessThan(34);
  expect(await rows(page).first().getAttribute("aria-rowindex")).toBe("2");
  expect(asked.filter((path) => path === "getKline")).toEqual([]);
  expect(asked.filter((path) => path === "getSparklines").length).toBeLessThanOrEqual(3);
});

test("a column sorts in three steps, announced to screen readers, and the choice is there after a reload", async () => {
  const { page } = await home();
  expect(await head(page, "Volume").getAttribute("aria-sort")).toBe("descending");
  await head(page, "Name").getByRole("button").click();
  const byName = await symbols(page);
  expect([
    await head(page, "Name").getAttribute("aria-sort"),
    await head(page, "Volume").getAttribute("aria-sort"),
    byName,
  ]).toEqual(["ascending", "none", byName.toSorted((a, b) => ((a ?? "") < (b ?? "") ? -1 : 1))]);
  await page.reload();
  await page.locator("#root > [inert]").waitFor({ state: "detached" });
  const sorted = (name: string) => head(page, name).getAttribute("aria-sort");
  await expect.poll(() => sorted("Name")).toBe("ascending");
  await head(page, "Name").getByRole("button").click();
  await expect.poll(() => sorted("Name")).toBe("descending");
  await head(page, "Name").getByRole("button").click();
  await expect.poll(() => sorted("Volume")).toBe("descending");
});

test("all markets by product: a contract leads to its screen", async () => {
  const { page } = await home();
  await page.getByRole("tab", { name: "All" }).click();
  const all = await page.getByRole("table").getAttribute("aria-rowcount");
  await page
    .getByRole("group", { name: "Which product" })
    .getByRole("button", { name: "Contracts" })
    .click();
  await expect.poll(() => page.getByRole("table").getAttribute("aria-rowcount")).not.toBe(all);
  await rows(page).first().getByRole("button").first().click();
  await page.waitForURL(/\/contracts\?symbol=/);
});

test("a search finds by symbol, name, other name and in spite of a slip, the best first", async () => {
  const { page } = await home();
  await page.getByRole("button", { name: "Search markets" }).click();
  for (const [typed, symbol] of [
    ["etherium", "ethusdt"],
    ["BTC/USDT", "btcusdt"],
    ["dog", "dogeusdt"],
    ["比特幣", "btcusdt"],
  ] as const) {
    await page.getByRole("searchbox").fill(typed);
    await expect.poll(async () => (await symbols(page))[0]).toBe(symbol);
  }
});

test("a search that opens and closes leaves the rows where they are, and is no tab's", async () => {
  const { page } = await home();
  const first = await rows(page).first().elementHandle();
  await page.getByRole("button", { name: "Search markets" }).click();
  await expect(
    page.getByRole("searchbox").evaluate((box) => box === document.activeElement),
  ).resolves.toBe(true);
  expect(await page.getByRole("tabpanel").count()).toBe(0);
  expect(await first?.evaluate((row) => row.isConnected)).toBe(true);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("tabpanel", { name: "Volume" }).waitFor();
  expect(await first?.evaluate((row) => row.isConnected)).toBe(true);
});

test("arrow keys go from row to row, on beyond what was drawn at first", async () => {
  const { page } = await home();
  await rows(page).first().getByRole("button").first().focus();
  const place = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-at]")?.dataset["at"]);
  for (let step = 1; step <= 28; step++) {
    await page.keyboard.press("ArrowDown");
    expect(await place()).toBe(String(step));
  }
  // A key that is held goes on faster than frames are drawn.
  await page.evaluate(async () => {
    for (let step = 0; step < 24; step++) {
      const key = new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true });
      document.activeElement?.dispatchEvent(key);
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    }
  });
  expect(await place()).toBe("4");
});

test("a tap on the active tab goes up and asks again; so do the button and a pull", async () => {
  const { page, asked } = await home();
  const ranks = () => asked.filter((path) => path === "getMergedTickerRank").length;
  await page.evaluate(() => scrollTo(0, 500));
  for (const ask of [
    () =>
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click(),
    () => page.getByRole("button", { name: "Refresh prices and order" }).click(),
    async () => {
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
      const client = await page.context().newCDPSession(page);
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
        client.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: y === undefined ? [] : [{ x: 200, y }],
        });
      await touch("touchStart", 200);
      for (let y = 220; y <= 420; y += 20) await touch("touchMove", y);
      await touch("touchEnd");
    },
  ]) {
    const before = ranks();
    await ask();
    await expect.poll(ranks).toBeGreaterThan(before);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.getByText("Refreshed", { exact: true }).waitFor({ state: "attached" });
  }
});

test("each tab keeps its place", async () => {
  const { page } = await home();
  const tab = (name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  // A click by Playwright scrolls the page before.
  const press = (name: string) => tab(name).evaluate((link: HTMLElement) => link.click());
  const place = () => page.evaluate(() => Math.round(scrollY));
  const places: Record<string, number> = { Home: 700, Coins: 260, Contracts: 180 };
  for (const name of Object.keys(places)) {
    await press(name);
    // The tab is the current one before its screen is there, which opens at its top.
    await tab(name).and(page.locator("[aria-current=page]")).waitFor();
    await expect.poll(place).toBe(0);
    await page.mouse.move(200, 300);
    await expect
      .poll(async () => {
        if ((await place()) < 100) await page.mouse.wheel(0, places[name] ?? 0);
        return place();
      })
      .toBeGreaterThan(100);
    // What comes late above moves what is in view.
    await page.waitForTimeout(700);
    places[name] = await place();
  }
  for (const name of ["Home", "Contracts", "Coins", "Home"]) {
    await press(name);
    await expect.poll(place).toBe(places[name]);
  }
  // A row of the list leads to the top of its market.
  await rows(page)
    .nth(3)
    .getByRole("button")
    .first()
    .evaluate((row: HTMLElement) => row.click());
  await page.waitForURL(/\?symbol=/);
  await expect.poll(place).toBe(0);
});

test("a star answers at once, stays, and goes back with a word when it cannot be kept", async () => {
  const { page } = await home({ loggedIn: true });
  // The list may still be on its way from the start: only a list after the change shows it.
  const reconciled = page
    .waitForResponse(/setCollect/)
    .then(() => page.waitForResponse(/getCollect/));
  await star(page, "btcusdt").click();
  expect(await star(page, "btcusdt").getAttribute("aria-pressed")).toBe("true");
  await reconciled;
  await page.reload();
  await rows(page).first().waitFor();
  await expect.poll(() => star(page, "btcusdt").getAttribute("aria-pressed")).toBe("true");
  const looked = Promise.withResolvers<void>();
  await page.route(/setCollect|getCollect/, (route) => looked.promise.then(() => route.abort()));
  await star(page, "ethusdt").click();
  expect(await star(page, "ethusdt").getAttribute("aria-pressed")).toBe("true");
  looked.resolve();
  await page
    .getByText(/ETH\/USDT could not be added to your favourites/)
    .first()
    .waitFor();
  expect(await star(page, "ethusdt").getAttribute("aria-pressed")).toBe("false");
});

test("a visitor's star asks for the log-in in place and is set after it", async () => {
  const { page } = await home();
  await star(page, "solusdt").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail address").fill(account);
  await dialog.getByLabel("Password", { exact: true }).fill("eleven days aloft");
  await dialog.getByRole("button", { name: "Log in", exact: true }).click();
  await expect
    .poll(() => star(page, "solusdt").getAttribute("aria-pressed"), { timeout: 15_000 })
    .toBe("true");
});

/** A list whose order changes: on a day on which every market fell there are no gainers. */
async function showMoving(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Gainers" }).click();
  const isEmpty = page.getByText("No market has risen in the last 24 hours");
  await isEmpty.or(rows(page).first()).first().waitFor();
  if (await isEmpty.isVisible()) await page.getByRole("tab", { name: "Losers" }).click();
  await rows(page).first().waitFor();
}

test("a first visit whose config comes late polls until then, and goes on by the stream", async () => {
  const page = await (await stage.phone()).newPage();
  const opened: string[] = [];
  page.on("websocket", (socket) => opened.push(new URL(socket.url()).pathname));
  let asked = 0;
  await page.route("**/config.json", (route) => (++asked < 3 ? route.abort() : route.continue()));
  await page.goto(stage.address);
  await rows(page).first().waitFor();
  await page.locator("header [data-state=live]").first().waitFor({ state: "attached" });
  expect([asked, opened]).toEqual([1, []]);
  await expect.poll(() => opened).toEqual(["/api/ws"]);
  expect(asked).toBe(3);
});

test("figures move by themselves, and rows keep their places while a finger is on the list", async () => {
  const { page } = await home();
  await showMoving(page);
  const client = await page.context().newCDPSession(page);
  await client.send("Input.dispatchTouchEvent", {
    type: "touchStart",
    touchPoints: [{ x: 200, y: 600 }],
  });
  const [order, said] = [await symbols(page), await rows(page).allInnerTexts()];
  await expect
    .poll(async () => (await rows(page).allInnerTexts()).join() !== said.join())
    .toBe(true);
  expect(await symbols(page)).toEqual(order);
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
});

test("prices far from sight are written now and then; in sight they are the present ones", async () => {
  const { page } = await home();
  await page.locator('[data-at="23"]').waitFor({ state: "attached" });
  const pricesOf = (first: number) =>
    rows(page).evaluateAll(
      (all, from) =>
        all
          .filter((row) => Number((row as HTMLElement).dataset["at"]) >= from)
          .map((row) => (row as HTMLElement).innerText)
          .join(),
      first,
    );
  // Where a row is has to be seen first, and now and then one is written.
  await expect
    .poll(
      async () => {
        const far = await pricesOf(19);
        for (let moves = 0; moves < 2; moves++) {
          const all = await pricesOf(0);
          await expect.poll(() => pricesOf(0)).not.toBe(all);
        }
        return (await pricesOf(19)) === far;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  // The pause is over in ten seconds.
  const before = await pricesOf(19);
  await expect.poll(() => pricesOf(19)).not.toBe(before);
  await page.locator('[data-at="23"]').scrollIntoViewIfNeeded();
  for (let moves = 0; moves < 3; moves++) {
    const seen = await pricesOf(19);
    await expect.poll(() => pricesOf(19), { timeout: 5000 }).not.toBe(seen);
  }
});
