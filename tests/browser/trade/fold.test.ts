/**
 * The fold of a phone: on Coins and Contracts the button of an order stands above the tab bar without scrolling, whatever the
 * screen, the language, the reader's font and the fields. A few screens in one language run by default; `FOLD_CELLS=all` tries all.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { contractsEndpoints } from "#protocol/api/contracts.ts";
import { orderTypes, spotEndpoints } from "#protocol/api/spot.ts";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { isProof, reportTrials } from "../../harness/trials.ts";

const stage = new PhoneStage();

/** Width, height and font, percent. */
const screens = [
  [320, 568],
  [360, 640],
  [375, 667],
  [390, 844],
  [412, 915],
  [430, 932],
].flatMap(([width = 0, height = 0]) => [100, 130].map((font) => ({ width, height, font })));
const isWhole = process.env["FOLD_CELLS"] === "all";
/** French has the longest words, the smallest screens and the largest font the least room. */
const languages = isWhole ? ["en-US", "fr-FR", "zh-CN", "zh-TW"] : ["fr-FR"];
const tried = screens.filter(({ height, font }) => {
  if (isWhole) return true;
  if (!isProof) return height === 568 ? font === 130 : height === 844 && font === 100;
  return height <= 640 ? font === 130 : font === 100 && [844, 932].includes(height);
});

/** What is set and typed in a ticket. */
interface Ticket {
  path: string;
  name: string;
  write: (page: Page) => Promise<void>;
}

const tickets: readonly Ticket[] = [
  ...orderTypes.map((type, at) => ({
    path: "/coins",
    name: type,
    write: async (page: Page) => {
      await page.locator("form button[aria-haspopup=dialog]").first().click();
      await page.locator("dialog[open]:not([data-fresh]) li button").nth(at).click();
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      await fill(page, "stopPrice", "90000");
      await fill(page, "price", "60000");
      await fill(page, "value", type === "market" ? "" : "1000");
    },
  })),
  ...[
    { type: "market", hasTriggers: false },
    { type: "limit", hasTriggers: false },
    { type: "market", hasTriggers: true },
    { type: "limit", hasTriggers: true },
  ].map(({ type, hasTriggers }) => ({
    path: "/contracts",
    name: hasTriggers ? `${type} with TP and SL` : type,
    write: async (page: Page) => {
      await page.locator(`form input[type=radio][value=${type}]`).first().check({ force: true });
      await page.locator("form input[type=checkbox]").setChecked(hasTriggers);
      await fill(page, "price", "60000");
      await fill(page, "tp", "90000");
      await fill(page, "sl", "3000");
      await fill(page, "size", type === "market" && !hasTriggers ? "" : "1");
    },
  })),
];

/** Into the field of a name, where the ticket has it. */
async function fill(page: Page, name: string, text: string): Promise<void> {
  const field = page.locator(`form [name=${name}]`);
  if ((await field.count()) > 0) await field.fill(text);
}

/** A position and an order, so that their strip takes its room. */
async function openOrders(person: Person): Promise<void> {
  await askAs(person, stage.address, "POST", contractsEndpoints.contractPlaceOrder.path, {
    contract_code: "BTC-USDT",
    direction: "buy",
    lever_rate: 10,
    volume: 40,
    order_type: "market",
    client_order_id: randomUUID(),
  });
  await askAs(person, stage.address, "POST", spotEndpoints.coinPlaceOrder.path, {
    symbol: "btcusdt",
    side: "buy",
    type: "limit",
    price: "3000",
    amount: "0.02",
    client_order_id: randomUUID(),
  });
}

/** What is wrong about the ticket as it stands on screen; the book is looked at where it should end above the fold as well. */
async function faults(page: Page, withBook: boolean): Promise<string[]> {
  return page.evaluate(async (looksAtBook) => {
    scrollTo(0, 0);
    // As wide as this market's prices become, wherever its price happens to stand.
    for (const { firstChild } of document.querySelectorAll("form table button"))
      if (firstChild) firstChild.nodeValue = "100,037.58";
    for (let frame = 0; frame < 3; frame++)
      await new Promise((done) => requestAnimationFrame(done));
    const found: string[] = [];
    const fold = [...document.querySelectorAll("nav")].at(-1)?.getBoundingClientRect().top ?? 0;
    const buttons = [...document.querySelectorAll("form [data-sticky-bottom] button")];
    if (buttons.length === 0) found.push("there is no button");
    for (const button of buttons) {
      const { left, top, bottom, width, height } = button.getBoundingClientRect();
      if (bottom > fold)
        found.push(`the button ends ${Math.round(bottom - fold)} px below the fold`);
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      if (seen === null || !button.contains(seen)) found.push("the button is covered");
    }
    const book = document.querySelector("form table")?.getBoundingClientRect().bottom ?? 0;
    if (looksAtBook && book > fold)
      found.push(`the book ends ${Math.round(book - fold)} px below the fold`);
    const strip = document.querySelector("[data-own-strip]")?.getBoundingClientRect();
    if (strip === undefined) found.push("there is no strip");
    else if (strip.bottom > fold + 1) found.push("the strip ends below the fold");
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} px too wide`);
    const choices = [...document.querySelectorAll<HTMLElement>("figure [aria-pressed]")];
    const rows = new Set(
      choices
        .filter((one) => one.offsetParent !== null)
        .map((one) => Math.round(one.getBoundingClientRect().top)),
    );
    if (rows.size > 1) found.push("periods and indicators stand in two rows");
    return found;
  }, withBook);
}

async function openTicket(page: Page, path: string, language: string): Promise<void> {
  await page
    .context()
    .addCookies([{ name: "i18n_redirected", value: language, url: stage.address }]);
  await openApp(page, `${stage.address}${path}?symbol=btcusdt`);
  await page.locator("form table button").first().waitFor();
  await page.locator("form [data-sticky-bottom] button:enabled").first().waitFor();
  await page.locator("[data-own-strip]").waitFor();
}

test(
  "a ticket's button stands above the tab bar, and nothing overflows sideways",
  { timeout: 900_000 },
  async () => {
    const user: Person = await stage.user("fold@example.org");
    await openOrders(user);
    const page = await (await stage.phone({ as: user })).newPage();
    const wrong: string[] = [];
    let cells = 0;
    for (const language of languages)
      for (const path of ["/coins", "/contracts"]) {
        await openTicket(page, path, language);
        for (const ticket of tickets.filter((one) => one.path === path)) {
          await ticket.write(page);
          await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
          for (const { width, height, font } of tried) {
            await page.setViewportSize({ width, height });
            await page.evaluate((percent) => {
              document.documentElement.style.fontSize = `${percent}%`;
              dispatchEvent(new Event("resize"));
            }, font);
            const isPlain = height >= 844 && font === 100 && ticket.name === "market";
            cells++;
            for (const fault of await faults(page, isPlain))
              wrong.push(
                `${path} ${ticket.name}, ${width}×${height} at ${font} %, ${language}: ${fault}`,
              );
          }
        }
      }
    reportTrials("T-FOLD", cells, wrong.length);
    expect(wrong).toEqual([]);
  },
);
