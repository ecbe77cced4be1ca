/** Coming, going and failing, in a real Chromium before the real venue: what only a browser with several pages can show. */
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { deviceKeyPattern } from "#protocol/api/session.ts";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { builtApp } from "../../harness/browser/built-app.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { register } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { turnLight } from "../../harness/browser/turn-light.ts";

const password = "eleven days aloft";
const googlebot =
  "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

const stage = new PhoneStage();
/** The late part of the user agreement's page, which no other page needs. */
let agreementPart: string;

beforeAll(async () => {
  const folder = await builtApp();
  agreementPart =
    (await readdir(join(folder, "assets"))).find((name) => /^useragreement-.*\.js$/.test(name)) ??
    "";
  // A venue that has just opened is still busy with its markets.
  const page = await stage.browser.newPage();
  await page.goto(stage.address, { timeout: 100_000 });
  await page.close();
});

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  return (await stage.phone(options)).newPage();
}

const go = (page: Page, path: string) => openApp(page, stage.address + path);
const started = (page: Page) => page.getByRole("navigation", { name: "Main" }).waitFor();
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
const main = (page: Page) => page.getByRole("main");
const dialog = (page: Page) => page.getByRole("dialog");
const sentTo = (page: Page, path: string) =>
  page.waitForRequest(
    (request) => request.method() === "POST" && new URL(request.url()).pathname === path,
  );

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

async function fillLogin(scope: Page | ReturnType<typeof dialog>, account: string): Promise<void> {
  await scope.getByLabel("E-mail address").fill(account);
  await scope.getByLabel("Password", { exact: true }).fill(password);
}

describe("two pages of one browser", () => {
  test("a logout in one leaves the private page of the other within a second, and nothing of the account anywhere", async () => {
    const context = await stage.phone({
      as: await stage.user(`twopages-${randomUUID()}@example.org`),
    });
    const [first, second] = [await context.newPage(), await context.newPage()];
    await go(first, "/");
    await go(second, "/assets");
    await second.getByText("10,000.00").filter({ visible: true }).first().waitFor();
    // Both pages note their moment themselves: the driver may hear of either late. A window's name outlives a load.
    await first.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (
          ![...document.querySelectorAll("[role=status]")].some((one) =>
            /logged out/.test(one.textContent),
          )
        )
          return;
        observer.disconnect();
        window.name = String(Date.now());
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await second.evaluate(() =>
      navigation.addEventListener("navigate", ({ destination }) => {
        if (new URL(destination.url).pathname === "/login") window.name = String(Date.now());
      }),
    );
    const message = first.getByRole("status").filter({ hasText: "logged out" }).waitFor();
    await choose(first, "Log out");
    await message;
    await second.waitForURL(
      (url) => url.pathname === "/login" && url.searchParams.get("to") === "/assets",
    );
    const momentOf = (page: Page) => page.evaluate(() => Number(window.name || Number.NaN));
    expect((await momentOf(second)) - (await momentOf(first))).toBeLessThan(1000);
    expect(await second.getByText("10,000.00").count()).toBe(0);
    expect((await context.cookies()).filter(({ name }) => name.includes("godwit-client"))).toEqual(
      [],
    );
    const stored = await second.evaluate(async () => {
      const opening = indexedDB.open("godwit");
      await new Promise((done) => (opening.onsuccess = done));
      const reading = opening.result.transaction("kept").objectStore("kept").getAllKeys();
      await new Promise((done) => (reading.onsuccess = done));
      return reading.result.map(String).filter((key) => /user|draft|attempt|owner/.test(key));
    });
    expect(stored).toEqual([]);
    // A reload is a direct entry.
    await go(second, "/history?type=5");
    await second.waitForURL(
      (url) => url.pathname === "/login" && url.searchParams.get("to") === "/history?type=5",
    );
  });

  test("a login in one leads the other on from its log-in page", async () => {
    const context = await stage.phone();
    const [first, second] = [await context.newPage(), await context.newPage()];
    await go(second, "/assets");
    await second.waitForURL(/\/login\?to=/);
    await register(first, stage.address, "other@example.org");
    await second.waitForURL(`${stage.address}/assets`);
    await second.getByText("10,000.00").filter({ visible: true }).first().waitFor();
    await go(second, "/login?to=%2Fhistory");
    await second.waitForURL(`${stage.address}/history`);
    await go(second, "/register?to=https%3A%2F%2Fevil.example");
    await second.waitForURL(`${stage.address}/`);
  });
});

describe("the log-in dialog", () => {
  test("a visitor stays where they are with what they typed, and goes on after the login", async () => {
    await stage.user("prompted@example.org");
    const page = await newPage();
    await go(page, "/coins?symbol=btcusdt");
    await page.getByLabel("Spend").fill("25");
    await tab(page, "Assets").click();
    await dialog(page).getByText("Log in to continue").waitFor();
    expect([new URL(page.url()).pathname, await page.getByLabel("Spend").inputValue()]).toEqual([
      "/coins",
      "25",
    ]);
    await dialog(page).getByRole("button", { name: "Not now" }).click();
    await dialog(page).waitFor({ state: "hidden" });
    expect([new URL(page.url()).pathname, await page.getByLabel("Spend").inputValue()]).toEqual([
      "/coins",
      "25",
    ]);
    await tab(page, "Assets").click();
    await fillLogin(dialog(page), "prompted@example.org");
    await dialog(page).getByRole("button", { name: "Log in", exact: true }).click();
    await page.waitForURL(`${stage.address}/assets`);
  });

  test("an ended session keeps the half-filled ticket behind it", async () => {
    const page = await newPage();
    const account = "ended@example.org";
    await register(page, stage.address, account);
    await go(page, "/coins?symbol=btcusdt");
    await page.getByLabel("Spend").fill("25");
    await page.route(
      "**/api/htx/setCollect",
      (route) =>
        route.fulfill({
          status: 401,
          json: { status: 401, msg: "Unauthorized request", data: null },
        }),
      { times: 1 },
    );
    // The notice stands for five seconds, whatever the dialog takes; said once, it is no alert any more when it moves into the dialog.
    const message = page.getByText("You have been logged out. Log in again to continue.").waitFor();
    await page
      .getByRole("button", { name: /favourite/ })
      .first()
      .click();
    await message;
    await dialog(page).getByText("Your session has ended").waitFor();
    expect(
      (await page.context().cookies()).filter(({ name }) => name.includes("godwit-client")),
    ).toEqual([]);
    expect(await page.getByLabel("Spend").inputValue()).toBe("25");
    await fillLogin(dialog(page), account);
    await dialog(page).getByRole("button", { name: "Log in", exact: true }).click();
    await dialog(page).waitFor({ state: "hidden" });
    expect([new URL(page.url()).pathname, await page.getByLabel("Spend").inputValue()]).toEqual([
      "/coins",
      "25",
    ]);
    // The account is there again, without a reload.
    await page.getByText("10,000", { exact: false }).first().waitFor();
  });
});

describe("registration", () => {
  test("an invitation of any entry address is kept until it is used, and then gone", async () => {
    const context = await stage.phone();
    const first = await context.newPage();
    await go(first, "/assets?invite=ABCD1234&m=poster");
    await first.waitForURL(/\/login\?to=/);
    await first.reload();
    await first.close();
    const page = await context.newPage();
    await go(page, "/coins?invite=%3Cscript%3E");
    await go(page, "/register");
    const invitation = page.getByLabel(/Invitation code/);
    // The page that the build wrote has the field, too, before the app fills it in.
    await expect.poll(() => invitation.inputValue(), { timeout: 10_000 }).toBe("ABCD1234");
    await invitation.fill("");
    await page.getByLabel("E-mail address").fill("invited@example.org");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Password once more").fill(password);
    await page.getByRole("checkbox").check();
    const [reg, login] = [sentTo(page, "/api/auth/reg"), sentTo(page, "/api/auth/login")];
    await page.getByRole("button", { name: "Register" }).click();
    const account = { account: "invited@example.org", logintype: "email" };
    expect((await reg).postDataJSON()).toEqual({ ...account, password, m: "poster" });
    // The automatic log-in by password.
    expect((await login).postDataJSON()).toEqual({
      ...account,
      loginway: "password",
      verifykey: password,
      device_key: expect.stringMatching(deviceKeyPattern),
    });
    await page.waitForURL(`${stage.address}/`);
    expect(
      await page.evaluate(() =>
        [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage)).join(),
      ),
    ).not.toMatch(/poster|ABCD1234/);
  });

  test("by phone the account carries the country code, and logs in by it", async () => {
    const page = await newPage();
    await go(page, "/register");
    await page.getByRole("radio", { name: "Phone" }).click({ force: true });
    await page.getByLabel("Country").waitFor();
    await page.getByLabel("Phone number").fill("(202) 555-0142");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Password once more").fill(password);
    await page.getByRole("checkbox").check();
    const [reg, login] = [sentTo(page, "/api/auth/reg"), sentTo(page, "/api/auth/login")];
    await page.getByRole("button", { name: "Register" }).click();
    expect((await reg).postDataJSON()).toEqual({
      account: "+12025550142",
      logintype: "phone",
      password,
    });
    expect((await login).postDataJSON()).toEqual({
      account: "+12025550142",
      logintype: "phone",
      loginway: "password",
      verifykey: password,
      device_key: expect.stringMatching(deviceKeyPattern),
    });
    await page.waitForURL(`${stage.address}/`);
  });
});

describe("a refused login", () => {
  const refuse = (page: Page, answer: object) =>
    page.route("**/api/auth/login", (route) => route.fulfill({ json: answer }), { times: 1 });
  const submit = (page: Page) =>
    page.locator("form").getByRole("button", { name: "Log in", exact: true });

  test("is shown by a toast and beside the field", async () => {
    const page = await newPage();
    await go(page, "/login");
    await fillLogin(page, "nobody@example.org");
    const message = page
      .getByRole("alert")
      .filter({ hasText: /password/ })
      .first()
      .waitFor();
    await submit(page).click();
    await message;
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("aria-invalid")).toBe(
      "true",
    );
  });

  test("counts the seconds down, then lets one try again", async () => {
    const page = await newPage();
    await page.clock.install();
    await go(page, "/login");
    await fillLogin(page, "waiting@example.org");
    await refuse(page, {
      status: 200002,
      msg: "Max error count reached, retry later",
      data: { wait: 3 },
    });
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000));
    await submit(page).click();
    for (const text of [
      "Next try in 3 seconds.",
      "Next try in 2 seconds.",
      "Next try in 1 second.",
    ]) {
      await page.getByText(text).waitFor();
      await page.clock.runFor(1000);
    }
    await expect.poll(() => submit(page).getAttribute("aria-disabled")).toBeNull();
  });

  test("that no waiting helps leads to a new password", async () => {
    const page = await newPage();
    await go(page, "/login");
    await fillLogin(page, "locked@example.org");
    await refuse(page, {
      status: 200002,
      msg: "Max error count reached, retry later",
      data: { wait: 0, reset_required: 1 },
    });
    await submit(page).click();
    await page.getByRole("link", { name: "set a new one" }).click();
    await page.waitForURL(`${stage.address}/password/forgot`);
    await go(page, "/login");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.waitForURL(`${stage.address}/password/forgot`);
  });
});

/** Serves a page part of ours that fails when it is drawn. */
const breakAgreement = (page: Page) =>
  page.route(`**/${agreementPart}`, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: 'export function component() { throw new Error("a fault made for this test"); }',
    }),
  );

function consoleOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(`uncaught ${error.message}`));
  return errors;
}

describe("error pages", () => {
  test("a failing page says 500, its build, and is accessible in the dark and in the light; the error is logged once", async () => {
    const page = await newPage({ colorScheme: "dark" });
    // The page's policy lets nobody read the clipboard.
    await page.addInitScript(() =>
      Object.assign(navigator.clipboard, {
        writeText: async (text: string) => void (document.body.dataset["copied"] = text),
      }),
    );
    const errors = consoleOf(page);
    await breakAgreement(page);
    await go(page, "/useragreement");
    await main(page).getByText("Internal Server Error", { exact: true }).waitFor();
    const build = await page.locator("meta[name=build]").getAttribute("content");
    await main(page).getByText("500", { exact: true }).waitFor();
    await main(page).getByText(`Build ${build}`).waitFor();
    await main(page).getByRole("button", { name: "Copy report" }).click();
    expect(await page.locator("body").getAttribute("data-copied")).toBe(
      `Godwit ${build}\n/useragreement\nError: a fault made for this test`,
    );
    expect(errors.filter((text) => text.includes("a fault made for this test"))).toHaveLength(1);
    expect(await axeFaults(page)).toEqual([]);
    await turnLight(page);
    expect(await axeFaults(page)).toEqual([]);
    // The rest of the app goes on.
    await tab(page, "Coins").click();
    await page.waitForURL(/\/coins/);
    await main(page).getByText("Internal Server Error").waitFor({ state: "detached" });
  });

  test("an unknown route says 404 and what the status means", async () => {
    const page = await newPage();
    await go(page, "/nowhere");
    await main(page).getByText("Page Not Found", { exact: true }).waitFor();
    await main(page).getByText("404", { exact: true }).waitFor();
  });

  test.each([
    ["500", "/useragreement", "a fault made for this test"],
    ["404", "/nowhere", "Page not found: /nowhere"],
  ])("a bot is shown no page for a %s, which is only logged", async (_status, path, logged) => {
    const page = await newPage({ userAgent: googlebot });
    const errors = consoleOf(page);
    await breakAgreement(page);
    await go(page, path);
    await expect.poll(() => errors.filter((text) => text.includes(logged)).length).toBe(1);
    await started(page);
    expect(await main(page).textContent()).not.toMatch(
      /Internal Server Error|Page Not Found|500|404/,
    );
  });

  test("an error that nobody caught, and a rejection, are logged once each", async () => {
    const page = await newPage();
    const errors = consoleOf(page);
    await go(page, "/");
    await started(page);
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error("thrown for this test");
      });
      void Promise.reject(new Error("rejected for this test"));
    });
    await expect.poll(() => errors.filter((text) => text.includes("for this test")).length).toBe(2);
  });
});

describe("a part of the app that is gone", () => {
  /** The venue serves another build, which has no such part any more. */
  async function loseAgreement(page: Page): Promise<void> {
    await page.route(`**/${agreementPart}`, (route) =>
      route.fulfill({ status: 404, body: "gone" }),
    );
    await page.route("**/builds/latest.json", (route) =>
      route.fulfill({ json: { id: "feedfacecafe", timestamp: 1 } }),
    );
  }
  const documents = (page: Page) => {
    let loaded = 0;
    page.on("domcontentloaded", () => (loaded += 1));
    return () => loaded;
  };

  test("is followed by one reload for the newer build, then said, and never by a loop", async () => {
    const page = await newPage();
    await loseAgreement(page);
    await go(page, "/");
    await started(page);
    const loaded = documents(page);
    await choose(page, "User agreement");
    await main(page).getByText("This part could not be loaded").waitFor();
    await expect.poll(loaded).toBe(1);
    await main(page).getByText("This part could not be loaded").waitFor();
    await page.getByRole("button", { name: "Load the page again" }).click();
    await expect.poll(loaded).toBe(2);
    await main(page).getByText("This part could not be loaded").waitFor();
    await page.waitForTimeout(1500);
    expect(loaded()).toBe(2);
  });

  test("is not followed by a reload over something typed", async () => {
    const page = await newPage();
    await loseAgreement(page);
    await go(page, "/register");
    await page.getByLabel("E-mail address").fill("half@example.org");
    const loaded = documents(page);
    // The agreement's part is only prepared here: the form is still on screen.
    await page.evaluate((part) => {
      const event = new Event("vite:preloadError", { cancelable: true });
      dispatchEvent(
        Object.assign(event, {
          payload: new TypeError(`Failed to fetch dynamically imported module: ${part}`),
        }),
      );
    }, agreementPart);
    await page.waitForTimeout(1000);
    expect([loaded(), await page.getByLabel("E-mail address").inputValue()]).toEqual([
      0,
      "half@example.org",
    ]);
  });

  test("offline says so", async () => {
    const page = await newPage();
    await go(page, "/");
    await started(page);
    const loaded = documents(page);
    // The menu is fetched when somebody reaches for it.
    await page.getByRole("button", { name: "Profile" }).click();
    await page.getByRole("menuitem", { name: "User agreement" }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("menuitem", { name: "User agreement" }).click();
    await main(page).getByText("You are offline").waitFor();
    expect(loaded()).toBe(0);
  });
});
