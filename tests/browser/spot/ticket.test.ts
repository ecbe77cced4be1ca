/** The coin ticket in a real Chromium, over a real venue: where prices come from, what is said before the tap, and an order that is changed. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { marketEndpoints } from "#protocol/api/market.ts";
import type { Person } from "../../harness/browser/ask-as.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { storedOn } from "../../harness/browser/device.ts";
import { scrollAtRest } from "../../harness/browser/scroll-at-rest.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

async function open(options: BrowserContextOptions = {}, as?: Person): Promise<Page> {
  const context = await stage.phone({ ...options, ...(as && { as }) });
  const page = await context.newPage();
  await page.goto(`${stage.address}/coins?symbol=btcusdt`);
  await page
    .getByRole("button", { name: /use this price/ })
    .first()
    .waitFor();
  return page;
}

const form = (page: Page) => page.getByRole("form", { name: "Order", exact: true });
const field = (page: Page, name: string) => form(page).locator(`[name=${name}]`);
const typed = (page: Page, name: string) => field(page, name).inputValue();

async function choose(
  page: Page,
  what: "Order type" | "Time in force",
  choice: RegExp,
): Promise<void> {
  await form(page)
    .getByRole("button", { name: new RegExp(`^${what}:`) })
    .click();
  await page.getByRole("dialog", { name: what }).getByRole("button", { name: choice }).click();
  await page.getByRole("dialog", { name: what }).waitFor({ state: "hidden" });
}

/** Presses a row of a book and answers the price it said at that moment: books move. */
const pressRow = (page: Page, within: string) =>
  page
    .locator(within)
    .getByRole("button", { name: /^Bid .*use this price$/ })
    .nth(2)
    .evaluate((row: HTMLElement) => {
      row.click();
      return (
        row
          .getAttribute("aria-label")
          ?.match(/^Bid ([\d,.]+)/)?.[1]
          ?.replaceAll(",", "") ?? ""
      );
    });

test("a price comes from a row of the book, from the whole book, from the chart, from ticks and keys", async () => {
  const page = await open({ hasTouch: false, isMobile: false });
  const said = await pressRow(page, "form");
  await expect.poll(() => typed(page, "price")).toBe(said);
  expect(await form(page).getByRole("button", { name: "Order type: Limit" }).count()).toBe(1);

  await field(page, "price").fill("70000");
  const more = form(page).getByRole("button", { name: "Price: one tick more" });
  await more.click();
  expect(await typed(page, "price")).toBe("70000.01");
  await field(page, "price").press("ArrowDown");
  await field(page, "price").press("ArrowDown");
  expect(await typed(page, "price")).toBe("69999.99");
  await more.hover();
  await page.mouse.down();
  await expect.poll(() => typed(page, "price")).toMatch(/^70000\.0[2-9]$/);
  await page.mouse.up();
  const held = await typed(page, "price");
  await page.waitForTimeout(300);
  expect(await typed(page, "price")).toBe(held);

  await page.getByRole("button", { name: "Full book" }).click();
  await page
    .locator("dialog")
    .getByRole("button", { name: /use this price/ })
    .first()
    .waitFor();
  const deeper = await pressRow(page, "dialog");
  await expect.poll(() => typed(page, "price")).toBe(deeper);
  await page.getByRole("dialog").waitFor({ state: "hidden" });

  const chart = page.getByRole("slider", { name: /candles of/ });
  await chart.scrollIntoViewIfNeeded();
  await chart.click({ position: { x: 100, y: 80 } });
  const use = page.getByRole("button", { name: /^Use / });
  const pointed = (await use.textContent())?.replace(/[^\d.]/g, "");
  await use.click();
  expect(await typed(page, "price")).toBe(pointed);
  expect(await use.count()).toBe(0);
});

test("a finger sees the price it would take, slides to another, and takes none by scrolling", async () => {
  const page = await open();
  const finger = await page.context().newCDPSession(page);
  // A busy machine must not make a slow finger of a quick one.
  let timestamp = 0;
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number, afterMs = 10) => {
    timestamp = type === "touchStart" ? Date.now() / 1000 : timestamp + afterMs / 1000;
    return finger.send("Input.dispatchTouchEvent", {
      type,
      timestamp,
      touchPoints: type === "touchEnd" ? [] : [{ x, y }],
    });
  };
  const bids = form(page).getByRole("button", { name: /^Bid .*use this price$/ });
  await bids.nth(1).scrollIntoViewIfNeeded();
  const rows = async () => {
    const [best, next] = [await bids.nth(0).boundingBox(), await bids.nth(1).boundingBox()];
    if (!best || !next) throw new Error("The book has no rows");
    return { best, next };
  };
  let { best, next } = await rows();
  const x = next.x + next.width / 2;
  const middle = (box: { y: number; height: number }) => box.y + box.height / 2;
  const label = form(page).locator("output[data-side=bid]");

  // A finger that moves at once scrolls.
  const scrolled = await page.evaluate(() => scrollY);
  await touch("touchStart", middle(next));
  for (let step = 1; step <= 8; step++) await touch("touchMove", middle(next) - 15 * step);
  await expect.poll(() => label.count()).toBe(0);
  await touch("touchEnd", 0);
  // Still an order at the market.
  expect(await field(page, "price").count()).toBe(0);
  await scrollAtRest(page.locator("html"));

  // So it does where the page is too busy to hear of its moves one by one.
  ({ next } = await rows());
  await touch("touchStart", middle(next));
  await expect.poll(() => label.count()).toBe(1);
  const busy = page.evaluate(() => {
    for (const until = performance.now() + 600; performance.now() < until;);
  });
  const moves = Array.from({ length: 30 }, (_, step) =>
    touch("touchMove", middle(next) - 4 * step),
  );
  await Promise.all([busy, ...moves]);
  await expect.poll(() => label.count()).toBe(0);
  await touch("touchEnd", 0);
  expect(await field(page, "price").count()).toBe(0);
  await scrollAtRest(page.locator("html"));
  await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), scrolled);
  // The thread that takes touches in learns of it with the next frame.
  await scrollAtRest(page.locator("html"));
  ({ best, next } = await rows());

  await touch("touchStart", middle(next));
  const first = await label.innerText();
  await page.waitForTimeout(300);
  expect(await label.innerText()).toBe(first);
  // The rest after which a finger slides.
  for (let step = 1; step <= 4; step++)
    await touch("touchMove", middle(next) + ((middle(best) - middle(next)) * step) / 4, 200);
  await expect.poll(() => label.innerText()).not.toBe(first);
  const second = (await label.innerText()).replaceAll(",", "");
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await touch("touchEnd", 0);
  await expect.poll(() => typed(page, "price")).toBe(second);
  expect(await label.count()).toBe(0);
});

test("before the market's rules are known no price is stepped, and then by its own ticks", async () => {
  const page = await (await stage.phone({ hasTouch: false, isMobile: false })).newPage();
  const rules = Promise.withResolvers<void>();
  await page.route(`**${marketEndpoints.symbols.path}*`, async (route) => {
    await rules.promise;
    await route.continue();
  });
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await choose(page, "Order type", /^Limit/);
  await field(page, "price").fill("70000");
  const more = form(page).getByRole("button", { name: "Price: one tick more" });
  expect(await more.isDisabled()).toBe(true);
  await field(page, "price").press("ArrowUp");
  expect(await typed(page, "price")).toBe("70000");
  rules.resolve();
  await more.click();
  expect(await typed(page, "price")).toBe("70000.01");
});

test("what is typed right before the page goes is there when it comes again", async () => {
  const page = await open({}, await stage.user("hasty@example.org"));
  // The device's database is open: nothing can be stored before.
  await expect.poll(async () => (await storedOn(page))?.["owner"]).toBeDefined();
  for (const value of ["31.25", "32.25", "33.25"]) {
    await field(page, "value").fill(value);
    // Drawn, and not much more.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20))),
    );
    await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
    await expect.poll(() => typed(page, "value")).toBe(value);
  }
});

test("a draft is on the device while somebody goes on typing, not only when they rest", async () => {
  const page = await open();
  await field(page, "value").focus();
  let isTyping = true;
  const typing = page.keyboard.type("1".repeat(60), { delay: 100 }).then(() => (isTyping = false));
  await expect
    .poll(async () => (await storedOn(page))?.["draft:coin:btcusdt"], { interval: 100 })
    .toMatchObject({ value: expect.stringMatching(/^1+$/) as unknown });
  expect(isTyping).toBe(true);
  await typing;
});

test("what is being typed is not mixed with the draft that the device has", async () => {
  const context = await stage.phone();
  const page = await context.newPage();
  await page.addInitScript(holdDraft);
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await field(page, "value").fill("321");
  await expect
    .poll(async () => (await storedOn(page))?.["draft:coin:btcusdt"])
    .toMatchObject({ value: "321" });

  await page.evaluate(() => (window.name = "held"));
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await field(page, "value").focus();
  await releaseDraft(page);
  await page.keyboard.type("45");
  expect(await typed(page, "value")).toBe("45");
  await field(page, "value").blur();
  await expect
    .poll(async () => (await storedOn(page))?.["draft:coin:btcusdt"])
    .toMatchObject({ value: "45" });

  // Leaving the field without typing keeps its value.
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await field(page, "value").focus();
  await releaseDraft(page);
  expect(await typed(page, "value")).toBe("");
  await field(page, "value").blur();
  await expect.poll(() => typed(page, "value")).toBe("45");
});

/** In a window named "held" the device answers what it has of a coin's draft only once it is released. */
function holdDraft(): void {
  if (window.name !== "held") return;
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(window, { releaseDraft: resolve });
  const usual = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, "get")?.value as (
    this: IDBObjectStore,
    key: IDBValidKey,
  ) => IDBRequest;
  IDBObjectStore.prototype.get = function get(key) {
    const request = usual.call(this, key as IDBValidKey);
    if (key !== "draft:coin:btcusdt") return request;
    const late = new EventTarget();
    const fields = { result: undefined as unknown, onsuccess: null as (() => void) | null };
    Object.assign(late, fields);
    request.addEventListener("success", () => {
      void promise.then(() => {
        Object.assign(late, { result: request.result as unknown });
        (late as unknown as typeof fields).onsuccess?.();
      });
    });
    return late as IDBRequest;
  };
}

/** Lets the held draft arrive, and what follows from it be drawn. */
const releaseDraft = (page: Page) =>
  page.evaluate(async () => {
    (window as unknown as { releaseDraft: () => void }).releaseDraft();
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });

test("total and quantity turn into one another, and the way back leads to what was typed", async () => {
  const page = await open();
  await choose(page, "Order type", /^Limit/);
  await field(page, "price").fill("60000");
  await field(page, "value").fill("1000.5");
  await form(page)
    .getByRole("button", { name: /Give the quantity in BTC/ })
    .click();
  expect(await typed(page, "amount")).toBe("0.016675");
  await form(page)
    .getByRole("button", { name: /Give the total in USDT/ })
    .click();
  expect(await typed(page, "value")).toBe("1000.5");
  await form(page)
    .getByRole("button", { name: /Give the quantity in BTC/ })
    .click();
  await field(page, "amount").fill("0.02");
  await form(page)
    .getByRole("button", { name: /Give the total in USDT/ })
    .click();
  expect(await typed(page, "value")).toBe("1200");

  await choose(page, "Order type", /^Stop-limit/);
  await field(page, "stopPrice").fill("1000000");
  await form(page).getByText("When the last price rises to 1,000,000.00").waitFor();
  await choose(page, "Time in force", /^All or nothing/);
  await expect
    .poll(async () => (await storedOn(page))?.["draft:coin:btcusdt"])
    .toMatchObject({ stopPrice: "1000000", price: "60000", value: "1200", tif: "fok" });
  await page.reload();
  for (const [name, text] of Object.entries({
    stopPrice: "1000000",
    price: "60000",
    value: "1200",
  }))
    await expect.poll(() => typed(page, name)).toBe(text);
  expect(
    await form(page)
      .getByRole("button", { name: /^(Order type: Stop-limit|Time in force: All or nothing)$/ })
      .count(),
  ).toBe(2);
});

test("limits are named, warnings warn and do not block, and an order is changed in its place", async () => {
  const page = await open({}, await stage.user("ticket@example.org"));
  await choose(page, "Order type", /^Limit/);
  await field(page, "price").fill("900000");
  await field(page, "value").fill("9000");
  await form(page)
    .getByText(/^At most [\d,.]+: 10% above the last price\.$/)
    .waitFor();
  await field(page, "price").fill("3000");
  await field(page, "value").fill("4");
  await field(page, "price").focus();
  await form(page).getByText("An order must be worth at least 5 USDT.").waitFor();
  await field(page, "value").fill("9000");
  await form(page).getByText("This order takes 90% of your whole account.").waitFor();
  // Who buys below the market waits for a better price.
  expect(
    await form(page)
      .getByText(/below the market/)
      .count(),
  ).toBe(0);
  await form(page)
    .getByText(/^Waits in the book at 3,000\.00/)
    .waitFor();

  await form(page).getByRole("button", { name: "Buy 3 BTC at 3,000.00" }).click();
  await page.getByRole("checkbox", { name: "Yes, I mean it" }).check();
  await page.getByRole("button", { name: "Place buy order" }).click();
  const pending = page.getByRole("tabpanel").getByRole("listitem");
  await pending.filter({ hasText: "3,000.00" }).waitFor();
  await expect.poll(() => typed(page, "value")).toBe("");

  await pending.getByRole("button").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Change", exact: true }).click();
  await form(page)
    .getByText(/^Changes order \d+/)
    .waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
    .toBe("price");
  expect([await typed(page, "price"), await typed(page, "amount")]).toEqual(["3000", "3"]);
  // What the old order holds counts: 9,000 of the 10,000 are set aside for it.
  await form(page).getByText("10,000.00 USDT").waitFor();
  await field(page, "price").fill("3100");
  await form(page).getByRole("button", { name: "Change the order" }).click();
  await page.getByRole("checkbox", { name: "Yes, I mean it" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Change the order" }).click();
  await pending.filter({ hasText: "3,100.00" }).waitFor();
  expect(await pending.count()).toBe(1);
  await form(page)
    .getByText(/^Changes order/)
    .waitFor({ state: "hidden" });
  await form(page).getByText("700.00 USDT").waitFor();
});
