/** Seconds contracts in a real Chromium, over a real venue. */
import { randomUUID, webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { marketEndpoints } from "#protocol/api/market.ts";
import { checkReceipt } from "#protocol/proof/receipt-check.ts";
import { secondsOrderEndpoints as rows } from "#protocol/api/seconds-order.ts";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  context = await stage.phone({ as: await stage.user("seconds@example.org") });
});

beforeEach(async () => {
  page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
});

afterEach(async () => {
  await page.close();
  expect(complaints.splice(0)).toEqual([]);
});

const ticket = () => page.getByRole("form", { name: "Contract", exact: true });
const stake = () => ticket().locator("[name=stake]");
const call = (name: "Up" | "Down") =>
  ticket().getByRole("button", { name: new RegExp(`^${name}\\b`) });
const sheet = (name: string) => page.getByRole("dialog", { name });
const running = () => page.getByRole("article", { name: /BTC\/USDT/ });

/** The ticket of a market once it may be used. */
async function openTicket(on: Page = page): Promise<void> {
  await on.goto(`${stage.address}/seconds?symbol=btcusdt`);
  await on
    .getByRole("form", { name: "Contract", exact: true })
    .getByRole("button", { name: "60 s +95%" })
    .waitFor();
}

/** What a person types and takes: duration and stake, then a call whose sheet is confirmed. */
async function type(amount: string): Promise<void> {
  await ticket().getByRole("button", { name: "60 s +95%" }).click();
  await stake().fill(amount);
}

/** A body as the venue would refuse it. */
const refusal = (data: object) => ({
  json: { status: 300010, msg: "Temporarily unavailable for purchase", data },
});

/** How many entries the device has under keys that begin so. */
const countStored = (prefix: string) =>
  new Promise<number>((done, fail) => {
    const opening = indexedDB.open("godwit");
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const keys = opening.result.transaction("kept").objectStore("kept").getAllKeys();
      keys.onerror = () => fail(keys.error);
      keys.onsuccess = () => {
        opening.result.close();
        done(keys.result.filter((key) => typeof key === "string" && key.startsWith(prefix)).length);
      };
    };
  });

describe("the screen", () => {
  test("stake, Up and Down stand above the tab bar at every size, with the duration; the index is drawn second by second", async () => {
    await openTicket();
    await page.getByRole("img", { name: /^Index now [\d,]+\.\d\d$/ }).waitFor();
    const low: string[] = [];
    for (const [width, height] of [
      [320, 568],
      [360, 640],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const bottom = async (of: Locator) => {
        const box = await of.boundingBox();
        return box ? box.y + box.height : Infinity;
      };
      const fold = (await page.getByRole("navigation").last().boundingBox())?.y ?? 0;
      for (const part of [page.getByText("30 s · USDT"), stake(), call("Up"), call("Down")])
        if ((await bottom(part)) > fold + 0.5) low.push(`${width}×${height}`);
    }
    expect(low).toEqual([]);
    await page.getByRole("button", { name: "Candles" }).click();
    await page.getByRole("slider", { name: /candles of/ }).waitFor();
    await page.getByRole("button", { name: "Second by second" }).click();
    await page.getByRole("img", { name: /^Index now/ }).waitFor();
  });

  test("the index comes by the stream and is not read beside it; where the stream goes silent it is read, and its age is said once nothing comes", async () => {
    let isSilent = false;
    await page.routeWebSocket(/\/api\/ws/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (!isSilent) socket.send(message);
      });
    });
    const line = page.getByRole("img", { name: /^Index now/ });
    const seconds = async () => (await line.getAttribute("aria-label")) ?? "";
    await openTicket();
    await line.waitFor();
    let reads = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === marketEndpoints.mergedTicker.path) reads += 1;
    });
    // Until the stream is there it is read; a busy machine may be late with both.
    const readsOfThreeSeconds = async () => {
      const [before, shown] = [reads, new Set<string>()];
      await expect.poll(async () => shown.add(await seconds()).size).toBeGreaterThan(3);
      return reads - before;
    };
    await expect.poll(readsOfThreeSeconds, { timeout: 60_000 }).toBe(0);
    isSilent = true;
    reads = 0;
    await expect.poll(() => reads).toBeGreaterThan(1);
    await line.waitFor();
    await page.route(`**${marketEndpoints.mergedTicker.path}?*`, (route) => route.abort());
    await page.getByRole("img", { name: /^Last index [\d,]+\.\d\d, .*ago$/ }).waitFor();
  });
});

describe("the ticket", () => {
  test("a visitor sees odds, payout and what chance returns; the buttons lead to the log-in", async () => {
    const visitor = await stage.phone();
    try {
      const other = await visitor.newPage();
      await openTicket(other);
      const form = other.getByRole("form", { name: "Contract", exact: true });
      for (const time of [30, 60, 120, 180, 300])
        expect(await form.getByRole("button", { name: `${time} s +95%` }).count()).toBe(1);
      await form.getByText("From 10.00 USDT to 1,000.00 USDT").waitFor();
      await form.locator("[name=stake]").fill("100");
      await form.getByText("−2.50 USDT (−2.5%)").waitFor();
      expect(await form.getByText("51.28%").count()).toBe(1);
      await form
        .getByRole("button", { name: /^Down\s*Pays 195\.00\sUSDT\s*Profit \+95\.00\sUSDT$/ })
        .click();
      await other
        .getByRole("dialog")
        .getByRole("link", { name: "Log in" })
        .or(other.getByRole("dialog").getByRole("button", { name: "Log in", exact: true }))
        .first()
        .waitFor();
    } finally {
      await visitor.close();
    }
  });

  test("odds that do not come can be asked for again, and what waits for them is said", async () => {
    // The device of the other tests has them already.
    const visitor = await stage.phone();
    try {
      let isBroken = true;
      await visitor.route(/second\/getConf/, (route) =>
        isBroken ? route.abort() : route.continue(),
      );
      const other = await visitor.newPage();
      await other.goto(`${stage.address}/seconds?symbol=btcusdt`);
      await other.getByText("The odds did not arrive").waitFor();
      await other.getByText("A contract can be opened once they are here.").waitFor();
      const again = other.getByRole("button", { name: "Try again" });
      await again.waitFor();
      isBroken = false;
      // At once: the app asks again by itself, too.
      await again.evaluate((button: HTMLElement) => button.click());
      await other.getByRole("button", { name: "60 s +95%" }).waitFor();
    } finally {
      await visitor.close();
    }
  });

  test("the first contract asks for the risk to be read, once; each is confirmed and then runs", async () => {
    await openTicket();
    await ticket().getByText("10,000.00 USDT").waitFor();
    await call("Up").click();
    await ticket().getByText("Enter a stake.").waitFor();
    await type("5");
    await stake().blur();
    await ticket().getByText("At least 10.00 USDT.").waitFor();
    await ticket().getByRole("button", { name: "1% of your balance" }).click();
    expect(await stake().inputValue()).toBe("100");
    await ticket().getByRole("button", { name: "½, half the stake" }).click();
    await call("Up").click();

    const risk = sheet("Before your first contract");
    await risk.getByText(/CFTC/).waitFor();
    await risk.getByText(/\+95% you must be right in 51\.28%/).waitFor();
    expect(await risk.getByRole("button", { name: "Go on" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    await risk.getByRole("checkbox").check();
    await risk.getByRole("button", { name: "Go on" }).click();

    const confirm = sheet("Confirm contract");
    await confirm.getByText("Up on BTC/USDT for 60 s: 50.00 USDT").waitFor();
    await confirm.getByText("97.50 USDT", { exact: true }).waitFor();
    await confirm.getByRole("button", { name: "Up: stake 50.00 USDT" }).click();
    await page
      .getByText(/^Accepted: BTC\/USDT, Up, 60 s/)
      .first()
      .waitFor();
    await expect.poll(() => running().count()).toBe(1);
    // The device keeps what the venue signed when it took the contract in.
    await expect.poll(() => page.evaluate(countStored, "slips:")).toBe(1);
    expect(await stake().inputValue()).toBe("");
    await ticket().getByText("9,950.00 USDT").waitFor();

    await type("10");
    await call("Down").click();
    await confirm.getByText("Down on BTC/USDT for 60 s: 10.00 USDT").waitFor();
    await confirm.getByRole("button", { name: "Close", exact: true }).click();
    expect(await stake().inputValue()).toBe("10");
  });

  test("odds that changed meanwhile are shown and have to be accepted", async () => {
    await openTicket();
    await page.route(
      `**${rows.secondPlaceOrder.path}`,
      (route) => route.fulfill(refusal({ reason: "odds", odds: "0.9" })),
      { times: 1 },
    );
    await type("20");
    await call("Up").click();
    const confirm = sheet("Confirm contract");
    await confirm.getByText("39.00 USDT", { exact: true }).waitFor();
    await confirm.getByRole("button", { name: /^Up: stake/ }).click();
    await page.getByText("The odds have changed to +90% meanwhile. Nothing was staked.").waitFor();
    await page
      .getByRole("dialog")
      .last()
      .getByRole("button", { name: "Look at it at +90%" })
      .click();
    await confirm.getByText("38.00 USDT", { exact: true }).waitFor();
    // They changed again: the venue still offers the old ones.
    await confirm.getByText("The odds changed from +90% to +95% since you opened this.").waitFor();
    await confirm
      .getByText("Something else would happen now. Accept that first.")
      .first()
      .waitFor();
    expect(
      await confirm.getByRole("button", { name: /^Up: stake/ }).getAttribute("aria-disabled"),
    ).toBe("true");
    await confirm.getByRole("button", { name: "Accept" }).click();
    await confirm.getByText("39.00 USDT", { exact: true }).waitFor();
    await confirm.getByRole("button", { name: /^Up: stake/ }).click();
    await page
      .getByText(/^Accepted: BTC\/USDT, Up, 60 s/)
      .first()
      .waitFor();
  });

  test("a contract whose answer was torn off is looked up and never sent twice", async () => {
    await openTicket();
    let sent = 0;
    await page.route(`**${rows.secondPlaceOrder.path}`, async (route) => {
      sent++;
      await route.fetch();
      await route.abort();
    });
    await type("30");
    await call("Down").click();
    await sheet("Confirm contract")
      .getByRole("button", { name: /^Down: stake/ })
      .click();
    await page
      .getByText(/^Accepted: BTC\/USDT, Down, 60 s/)
      .first()
      .waitFor();
    expect(sent).toBe(1);
  });

  test("what the venue refuses is said with its limit, and what was typed stays", async () => {
    await openTicket();
    await page.route(`**${rows.secondPlaceOrder.path}`, (route) =>
      route.fulfill(refusal({ reason: "daily_loss", limit: "100", left: "12.5" })),
    );
    await type("40");
    await call("Up").click();
    await sheet("Confirm contract")
      .getByRole("button", { name: /^Up: stake/ })
      .click();
    await page.getByText(/own limit for one day is 100\sUSDT; 12\.5\sUSDT is left/).waitFor();
    await page.getByRole("button", { name: "Back to the form" }).click();
    expect(await stake().inputValue()).toBe("40");
    // Also over a reload, and offline the buttons say why they send nothing.
    await expect
      .poll(async () => {
        await page.reload();
        await ticket().waitFor();
        await page
          .waitForFunction(
            () => document.querySelector<HTMLInputElement>("[name=stake]")?.value !== "",
            undefined,
            { timeout: 2000 },
          )
          .catch(() => undefined);
        return stake().inputValue();
      })
      .toBe("40");
    await context.setOffline(true);
    try {
      await ticket()
        .getByText("You are offline. What you typed is kept; nothing is sent by itself.")
        .waitFor();
      expect(await call("Up").getAttribute("aria-disabled")).toBe("true");
      expect(await stake().inputValue()).toBe("40");
    } finally {
      await context.setOffline(false);
    }
  });

  test("own limits hold at once when tighter, wait when looser, and stop the buttons with the time they end", async () => {
    await openTicket();
    await ticket().getByRole("button", { name: "My limits" }).click();
    const limits = sheet("My limits");
    await limits.getByLabel("Loss in one day").fill("500");
    await limits.getByLabel("Contracts in 60 minutes").fill("2");
    await limits.getByRole("button", { name: "Save limits" }).click();
    await limits.getByRole("progressbar", { name: /of 500\.00\sUSDT used today/ }).waitFor();
    await limits.getByLabel("Loss in one day").fill("");
    await limits
      .getByText("Looser, so it holds only 24 hours after you save: Loss in one day.")
      .waitFor();
    await limits.getByRole("button", { name: "Save limits" }).click();
    await limits.getByText(/Loss in one day: 500\.00\sUSDT → no limit/).waitFor();
    await limits.getByRole("button", { name: "Keep the present ones" }).click();
    await expect.poll(() => limits.getByLabel("Loss in one day").inputValue()).toBe("500");
    await limits.getByRole("button", { name: "Close", exact: true }).click();
    await ticket()
      .getByText(/2 contracts in 60 minutes\. The next one can be made from/)
      .waitFor();
    await expect.poll(() => call("Up").getAttribute("aria-disabled")).toBe("true");
    await ticket().getByText("Limit reached").first().waitFor();
  });

  test("a break is asked about once more, and cannot be shortened", async () => {
    await openTicket();
    await ticket().getByRole("button", { name: "My limits" }).first().click();
    const limits = sheet("My limits");
    await limits.getByRole("button", { name: "1 day", exact: true }).click();
    await limits.getByText(/Nobody can end this break early/).waitFor();
    await limits.getByRole("button", { name: "Begin a break of 1 day" }).click();
    await limits.getByText(/You are taking a break: no new contract before/).waitFor();
    expect(await limits.getByRole("button", { name: "1 hour", exact: true }).isDisabled()).toBe(
      true,
    );
    expect(await limits.getByRole("button", { name: "1 week", exact: true }).isEnabled()).toBe(
      true,
    );
    await limits.getByRole("button", { name: "Close", exact: true }).click();
    await ticket().getByText("On a break").first().waitFor();
  });

  test("at 320 px nothing is cut off, and nothing is missing for screen readers and keys", async () => {
    await page.setViewportSize({ width: 320, height: 1600 });
    await openTicket();
    await ticket().getByText("Available").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await axeFaults(page, { include: "form[aria-label=Contract]" })).toEqual([]);
  });
});

describe("from the card to the receipt", () => {
  let person: Person;
  let phone: BrowserContext;
  let own: Page;

  beforeAll(async () => {
    person = await stage.user("receipts@example.org");
    phone = await stage.phone({ as: person });
    own = await phone.newPage();
    own.on("pageerror", (error) => complaints.push(error.message));
  });
  afterAll(async () => {
    await phone?.close();
  });

  const card = (name: "Up" | "Down") =>
    own.getByRole("article", { name: `BTC/USDT, ${name}, 30 s` });
  const dialog = (name: string) => own.getByRole("dialog", { name });
  /** How many receipts the device has. */
  const allRight = /^(Everything that was checked matches|All that is published so far matches)/;

  test("cards count by the venue's clock, also offline; results come on return, one as a sheet and the other aside", async () => {
    await openTicket(own);
    await own.getByText("Nothing in delivery").waitFor();
    const place = (direction: "up" | "down", amount: string) =>
      askAs(person, stage.address, "POST", rows.secondPlaceOrder.path, {
        symbol: "btcusdt",
        direction,
        time: 30,
        amount,
        risk_ack: 1,
        client_order_id: randomUUID(),
      });
    const undecided = () =>
      askAs(person, stage.address, "GET", rows.secondOrders.path, { status: 0 }) as Promise<{
        total: number;
      }>;
    await place("up", "100");
    await place("down", "40");
    for (const name of ["Up", "Down"] as const)
      await card(name)
        .getByText(/^(Winning|Losing|Level)$/)
        .waitFor();
    await card("Up").getByText("195.00 USDT", { exact: true }).waitFor();
    await own
      .getByText(/^Your orders on the chart: .*(Up|Down) 30 s at /)
      .waitFor({ state: "attached" });

    await phone.setOffline(true);
    try {
      await card("Up")
        .getByText(/^The price is from .*The time runs on all the same\.$/)
        .waitFor();
      await card("Up").getByText("Result pending").waitFor();
      // Placed after the other, it ends after it.
      await expect.poll(() => card("Down").getByRole("timer").innerText()).toBe("00:00");
      // Both are decided, so that both are shown at once: the later one as a sheet.
      await expect.poll(async () => (await undecided()).total).toBe(0);
    } finally {
      await phone.setOffline(false);
    }
    const result = dialog("Contract delivered");
    await result.getByText(/^(Won \+38\.00|Lost −40\.00|Equal|Refunded)/).waitFor();
    await own
      .getByText(/^BTC\/USDT, Up, 30 s: (Won|Lost|Equal|Refunded)/)
      .first()
      .waitFor();
    await expect.poll(() => own.getByRole("dialog").count()).toBe(1);

    // Verified where it stands; Again fills the ticket and sends nothing.
    await result
      .getByText(/\d\d:\d\d:\d\d\.000$/)
      .first()
      .waitFor();
    await result.getByRole("button", { name: "Verify" }).click();
    await result.getByText(allRight).waitFor();
    expect(await result.getByText("Does not match").count()).toBe(0);
    expect(await result.locator("s").count()).toBe(4);
    await result.getByRole("button", { name: "Again" }).click();
    const form = own.getByRole("form", { name: "Contract", exact: true });
    await expect.poll(() => form.locator("[name=stake]").inputValue()).toBe("40");
    expect(await form.getByRole("button", { name: "30 s +95%" }).getAttribute("aria-pressed")).toBe(
      "true",
    );
    expect((await undecided()).total).toBe(0);
  });

  test("a closed contract has its entries and a receipt that others can check, kept for offline", async () => {
    await own.goto(`${stage.address}/seconds?symbol=btcusdt&tab=closed`);
    await own
      .getByRole("button", { name: /^BTC\/USDT, Up, 30 s, / })
      .first()
      .click();
    const detail = dialog("Seconds contract");
    await detail.getByText("Seconds contract stake").waitFor();
    const [download] = await Promise.all([
      own.waitForEvent("download"),
      detail.getByRole("button", { name: "Download as a file" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^godwit-receipt-\d+\.json$/);
    const steps = await checkReceipt(
      JSON.parse(await readFile(await download.path(), "utf8")),
      webCryptoDeps(webcrypto.subtle),
    );
    expect(steps.length).toBe(15);
    // It was placed elsewhere, so that this device has no slip of it.
    expect(steps.find(({ name }) => name === "slip")?.state).toBe("none");
    expect(steps.filter(({ state }) => state === "failed")).toEqual([]);
    await detail.getByRole("button", { name: "Verify on this device" }).click();
    await detail.getByText(allRight).waitFor();
    await detail.getByText("What you need not trust us for, and what you do").click();
    await detail.getByText(/^Who holds the seed of the simulated market can foresee it/).waitFor();
    if (process.env["LOOK"] !== undefined)
      await own.screenshot({ path: `${process.env["LOOK"]}/verify.png` });
    await detail.getByRole("button", { name: "Close" }).click();

    // The other one was never opened: the device keeps the newest by itself, and checks them offline.
    await expect.poll(() => own.evaluate(countStored, "receipts:")).toBeGreaterThanOrEqual(2);
    await phone.setOffline(true);
    try {
      await own
        .getByRole("button", { name: /^BTC\/USDT, Down, 30 s, / })
        .first()
        .click();
      await detail.getByRole("button", { name: "Verify on this device" }).click();
      await detail.getByText(allRight).waitFor();
      await detail.getByText(/^Signed with the key that this device has known since/).waitFor();
    } finally {
      await phone.setOffline(false);
    }
  });
});
