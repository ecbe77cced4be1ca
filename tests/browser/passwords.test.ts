/** Both passwords and every limit of an account, by a person's means: a real Chromium, the real venue and its operator's command line. */
import { AxeBuilder } from "@axe-core/playwright";
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { builtApp } from "../harness/built-app.ts";
import { newPhone, openApp, startChromium } from "../harness/chromium.ts";
import { register } from "../harness/newcomer.ts";
import { runVenue, type RunningVenue } from "../harness/running-venue.ts";

const run = promisify(execFile);
const limits = JSON.stringify({
  registrationsPerHour: 100,
  resetsPerHour: 100,
  codesPerHour: 100,
  codeResendSec: 1,
  loginFreeFailures: 100,
});
/** Whole journeys, each with several password hashes. */
const journeyMs = 180_000;
const firstPassword = "eleven days aloft";

let browser: Browser;
let venue: RunningVenue;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [browser, venue] = await Promise.all([
    startChromium(),
    builtApp().then((folder) => runVenue(folder, { LIMITS: limits })),
  ]);
});

afterEach(async ({ task }) => {
  const page = contexts.at(-1)?.pages()[0];
  if (task.result?.state === "fail")
    await page?.screenshot({
      path: `.cache/failed-${task.name.replaceAll(/\W+/g, "-").slice(0, 40)}.png`,
    });
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

afterAll(async () => {
  await browser?.close();
  await venue?.dispose();
});

async function newPage(): Promise<Page> {
  const context = await newPhone(browser, { serviceWorkers: "block", reducedMotion: "reduce" });
  contexts.push(context);
  context.setDefaultNavigationTimeout(60_000);
  return context.newPage();
}

async function operator(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ["scripts/operator.ts", ...args], {
    cwd: resolve(import.meta.dirname, "../.."),
    env: { ...process.env, DATA_DIR: venue.dataDir },
  });
  return stdout;
}

/** The newest code for an account, as its operator reads it. */
async function codeFor(account: string, scene: string): Promise<string> {
  const line = (await operator("outbox", "--account", account))
    .split("\n")
    .find((row) => row.includes(scene));
  const code = /\b\d{6}\b/.exec(line ?? "")?.[0];
  if (!code) throw new Error(`no code for ${account}`);
  return code;
}

async function logIn(page: Page, account: string, password: string): Promise<void> {
  await openApp(page, `${venue.address}/login`);
  await page.getByLabel("E-mail address").fill(account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Log in").click();
  await page.waitForURL(`${venue.address}/`);
}

/** A page that is open elsewhere may hear of its session's end before it is looked at. */
const away = (page: Page) => page.goto("about:blank");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name ?? "");

async function tap(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await button(page, digit).tap();
}

async function typeNew(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("New password once more").fill(password);
}

/** What axe finds against the accessibility rules of all levels we hold. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" | ")}`,
  );
}

describe("a forgotten password", () => {
  test(
    "is set anew with a code, ends every session, and logs in by hand with the account filled in",
    { timeout: journeyMs },
    async () => {
      const account = "forgetful@example.org";
      const old = await newPage();
      await register(old, venue.address, account);
      await away(old);

      const page = await newPage();
      await openApp(page, `${venue.address}/login`);
      await page.getByRole("link", { name: "Forgot password?" }).click();
      // Until its part has arrived the log-in form stands there, with a field of the same name.
      await button(page, "Send code").waitFor();
      const said = page.getByText("If there is an account, a code is on its way.", {
        exact: false,
      });
      await page.getByLabel("E-mail address").fill("nobody@example.org");
      await button(page, "Send code").click();
      await said.waitFor();
      expect(await operator("outbox", "--account", account)).not.toMatch(/\b\d{6}\b/);
      await page.getByLabel("E-mail address").fill(account);
      await button(page, "Send again").click();
      await expect
        .poll(() => operator("outbox", "--account", account), { timeout: 20_000, interval: 500 })
        .toMatch(/\b\d{6}\b/);
      expect(await said.count()).toBe(1);

      await page.getByLabel("Verification code").fill("000000");
      await typeNew(page, "password123");
      await button(page, "Set new password").click();
      await page
        .getByText("This password is among the first that are tried. Choose another.")
        .waitFor();
      await expect.poll(() => focused(page)).toBe("new-password");
      await typeNew(page, "thirteen hours adrift");
      await button(page, "Set new password").click();
      await page
        .getByText("SMS code error. It is wrong or has expired; have a new one sent.")
        .last()
        .waitFor();
      await expect.poll(() => focused(page)).toBe("code");
      expect(await page.getByLabel("New password", { exact: true }).inputValue()).toBe(
        "thirteen hours adrift",
      );
      expect(await faults(page)).toEqual([]);

      await page.getByLabel("Verification code").fill(await codeFor(account, "forgot"));
      await button(page, "Set new password").click();
      await page
        .getByText(`Every session of ${account} was signed out`, { exact: false })
        .waitFor();
      await page.getByRole("link", { name: "Log in" }).click();
      expect(await page.getByLabel("E-mail address").inputValue()).toBe(account);
      await page.getByLabel("Password", { exact: true }).fill("thirteen hours adrift");
      await button(page, "Log in").click();
      await page.waitForURL(`${venue.address}/`);

      await old.goto(`${venue.address}/assets`);
      await old.getByRole("heading", { name: "Your session has ended" }).waitFor();
    },
  );
});

describe("the login password", () => {
  test(
    "changes with the old one, which is asked for again where it is wrong, and signs the other sessions out",
    { timeout: journeyMs },
    async () => {
      const account = "changing@example.org";
      const other = await newPage();
      await register(other, venue.address, account);
      await away(other);
      const page = await newPage();
      await logIn(page, account, firstPassword);

      await button(page, "Profile").click();
      await page.getByRole("menuitem", { name: "Change login password" }).click();
      await page.getByText("withdrawals are held for 24 hours", { exact: false }).waitFor();
      await page.getByLabel("Old password").fill("not the old one");
      await page.getByLabel("New password", { exact: true }).fill("not the old one");
      await page.getByText("This is the old password. Choose another.").waitFor();
      await typeNew(page, "twelve nights ashore");
      expect(await faults(page)).toEqual([]);
      await button(page, "Change password").click();
      await page.getByText("Wrong old password. Check it and try again.").last().waitFor();
      await expect.poll(() => focused(page)).toBe("password");
      await page.getByLabel("Old password").fill(firstPassword);
      await button(page, "Change password").click();
      await page.getByText("One other session was signed out.").waitFor();
      await page.waitForURL(`${venue.address}/assets`);
      await page.getByText("10,000", { exact: false }).first().waitFor();

      await other.goto(`${venue.address}/assets`);
      await other.getByRole("heading", { name: "Your session has ended" }).waitFor();
      await logIn(other, account, "twelve nights ashore");
    },
  );

  test(
    "waits for a connection, keeps what is typed in another language too, and stores none of it",
    { timeout: journeyMs },
    async () => {
      const page = await newPage();
      await register(page, venue.address, "offline@example.org");
      await page.goto(`${venue.address}/password/modify`);
      await page.getByLabel("Old password").fill(firstPassword);
      await typeNew(page, "a secret of the sea");
      await page.context().setOffline(true);
      await page.getByText("You are offline. This needs a connection.").first().waitFor();
      expect(await button(page, "Change password").getAttribute("aria-disabled")).toBe("true");
      await page.context().setOffline(false);
      await button(page, "Profile").click();
      await page.getByRole("menuitem", { name: "Language and appearance" }).click();
      await page.getByText("Français").first().click();
      await page.keyboard.press("Escape");
      await page.locator("html[lang^=fr]").waitFor();
      expect(await page.locator("input[name=new-password]").inputValue()).toBe(
        "a secret of the sea",
      );
      const stored = await page.evaluate(async () => {
        const database = await new Promise<IDBDatabase>((done) => {
          const opening = indexedDB.open("godwit");
          opening.onsuccess = () => done(opening.result);
        });
        const kept = await new Promise<unknown>((done) => {
          const read = database.transaction("kept").objectStore("kept").getAll();
          read.onsuccess = () => done(read.result);
        });
        return JSON.stringify([
          kept,
          Object.entries(localStorage),
          Object.entries(sessionStorage),
          document.cookie,
          history.state,
        ]);
      });
      expect(stored).toContain("offline@example.org");
      expect(stored).not.toContain("a secret of the sea");
      expect(stored).not.toContain(firstPassword);
    },
  );
});

describe("the withdrawal password", () => {
  test(
    "is set on the keypad, changed with the old one, and set anew with a code",
    { timeout: journeyMs },
    async () => {
      const account = "careful@example.org";
      const page = await newPage();
      await register(page, venue.address, account);
      await page.goto(`${venue.address}/password/withdraw?to=%2Fhistory`);
      await page.getByText("Not set").waitFor();
      await button(page, "Set withdrawal password").tap();
      await page.getByLabel("Login password").fill("not my password");
      await button(page, "Next").tap();
      await tap(page, "123456");
      await button(page, "Next").tap();
      await page.getByText("Runs such as 123456", { exact: false }).waitFor();
      for (let count = 0; count < 6; count++) await button(page, "Delete the last digit").tap();
      await tap(page, "739105");
      expect(await faults(page)).toEqual([]);
      await button(page, "Next").tap();
      await tap(page, "739106");
      await button(page, "Set password").tap();
      await page.getByText("These are not the same digits.", { exact: false }).waitFor();
      await button(page, "Delete the last digit").tap();
      await tap(page, "5");
      await button(page, "Set password").tap();
      // The login password was wrong: its step comes back with the focus, and the digits are kept.
      await page.getByText("This is not your login password.").waitFor();
      await expect.poll(() => focused(page)).toBe("password");
      await page.getByLabel("Login password").fill(firstPassword);
      await button(page, "Next").tap();
      await button(page, "Next").tap();
      await button(page, "Set password").tap();
      await page.getByText("Withdrawal password set").waitFor();
      await page.waitForURL(`${venue.address}/history`);

      await button(page, "Profile").click();
      await page.getByRole("menuitem", { name: "Change withdrawal password" }).click();
      await page.getByRole("img", { name: "Set; it cannot be shown" }).waitFor();
      await button(page, "Change it").tap();
      await tap(page, "111111");
      await button(page, "Next").tap();
      // By a keyboard as well.
      await page.getByLabel("New digits").focus();
      await page.keyboard.type("284915");
      await page.keyboard.press("Enter");
      await page.getByLabel("New digits once more").fill("284915");
      await button(page, "Change password").tap();
      await page.getByText("Wrong withdrawal password. Check it and try again.").last().waitFor();
      await page.getByRole("heading", { name: "Your present withdrawal password" }).waitFor();
      await tap(page, "739105");
      for (const next of ["Next", "Next", "Change password"]) await button(page, next).tap();
      await page.getByText(/Withdrawals are held until/).waitFor();

      await button(page, "Forgot it?").tap();
      await page.getByLabel("Login password").fill(firstPassword);
      await button(page, "Send code").tap();
      await page.getByText(`A code for ${account} was made.`, { exact: false }).waitFor();
      await page.getByLabel("Verification code").fill(await codeFor(account, "wpass"));
      await button(page, "Next").tap();
      await tap(page, "60417283");
      await button(page, "Next").tap();
      await tap(page, "60417283");
      await button(page, "Change password").tap();
      await page.getByRole("img", { name: "Set; it cannot be shown" }).waitFor();
    },
  );
});

describe("an account whose standing changes", () => {
  const places = [
    "/assets",
    "/history",
    "/currency/detail?symbol=btcusdt",
    "/password/modify",
    "/password/withdraw",
    "/coins?symbol=btcusdt",
  ];

  test(
    "is told on every private screen what is off, what still works, why, and whom to ask, until it is lifted",
    { timeout: journeyMs },
    async () => {
      const account = "watched@example.org";
      const page = await newPage();
      await register(page, venue.address, account);
      const changes: [string[], string, string][] = [
        [
          ["status", account, "frozen"],
          "This account is frozen",
          "cancel orders and close positions",
        ],
        [["status", account, "blocked"], "This account is blocked", "you can log out"],
      ];
      for (const [command, title, works] of changes) {
        await operator(...command, "--reason", "Papers <b>being</b> checked.");
        for (const place of places) {
          await page.goto(venue.address + place);
          const notice = page.locator("[data-standing]").first();
          await notice.getByText(title).waitFor();
          const text = await notice.innerText();
          expect(text, place).toContain(works);
          expect(text, place).toContain("Papers <b>being</b> checked.");
          expect(await notice.getByRole("button", { name: "Ask customer service" }).count()).toBe(
            1,
          );
        }
        expect(
          await page
            .getByRole("form", { name: "Order" })
            .locator("[type=submit]")
            .getAttribute("aria-disabled"),
        ).toBe("true");
      }
      // One refusal of many polls is told once.
      expect(await page.locator("[data-type=error]").count()).toBeLessThanOrEqual(1);
      await page.goto(venue.address);
      await page.getByText("BTC", { exact: false }).first().waitFor();
      await page.goto(`${venue.address}/assets`);
      await page.getByText("This account is blocked").last().waitFor();
      await operator("status", account, "normal", "--reason", "All is well.");
      await page.locator("[data-standing]").waitFor({ state: "detached", timeout: 20_000 });

      await operator("trade", account, "off", "--reason", "Closing only for now.");
      await page.goto(`${venue.address}/coins?symbol=btcusdt`);
      await page
        .getByText("New orders are switched off for this account.", { exact: false })
        .first()
        .waitFor();
      await page.getByText("This account may only close").waitFor();
    },
  );

  test(
    "once prohibited loses its session and is told why at the login",
    { timeout: journeyMs },
    async () => {
      const account = "barred@example.org";
      const page = await newPage();
      await register(page, venue.address, account);
      await operator("status", account, "prohibited", "--reason", "Two accounts.");
      await page.goto(`${venue.address}/assets`);
      await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
      await page.getByLabel("E-mail address").fill(account);
      await page.getByLabel("Password", { exact: true }).fill(firstPassword);
      await page.getByRole("dialog").getByRole("button", { name: "Log in", exact: true }).click();
      await page.getByText("This account is barred", { exact: true }).waitFor();
      await page.getByText("Two accounts.", { exact: false }).waitFor();
    },
  );
});
