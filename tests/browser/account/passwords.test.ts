/** Both passwords and every restriction of an account, in a real Chromium with the real venue and its operator's command line. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFaults, wcagTags } from "../../harness/browser/axe-faults.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { register } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { someOf } from "../../harness/trials.ts";

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

const stage = new PhoneStage({ settings: { LIMITS: limits } });

async function newPage(): Promise<Page> {
  const context = await stage.phone();
  context.setDefaultNavigationTimeout(60_000);
  return context.newPage();
}

const operator = (...words: string[]) => stage.venue.operate(...words);

/** The newest code of an account, from the operator's command line. */
async function codeFor(account: string, scene: string): Promise<string> {
  const line = (await operator("outbox", "--account", account))
    .split("\n")
    .find((row) => row.includes(scene));
  const code = /\b\d{6}\b/.exec(line ?? "")?.[0];
  if (!code) throw new Error(`no code for ${account}`);
  return code;
}

async function logIn(page: Page, account: string, password: string): Promise<void> {
  await openApp(page, `${stage.address}/login`);
  await page.getByLabel("E-mail address").fill(account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Log in").click();
  await page.waitForURL(`${stage.address}/`);
}

/** A page in the background may notice that its session ended before it is shown again. */
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

const faults = (page: Page) => axeFaults(page, { tags: wcagTags });

describe("a forgotten password", () => {
  test(
    "is set again with a code, ends every session, and logs in by hand with the account filled in",
    { timeout: journeyMs },
    async () => {
      const account = "forgetful@example.org";
      const old = await newPage();
      await register(old, stage.address, account);
      await away(old);

      const page = await newPage();
      await openApp(page, `${stage.address}/login`);
      await page.getByRole("link", { name: "Forgot password?" }).click();
      // Until the code of this screen is loaded the login form is shown, with a field of the same name.
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
      await page.waitForURL(`${stage.address}/`);

      await old.goto(`${stage.address}/assets`);
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
      await register(other, stage.address, account);
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
      await page.waitForURL(`${stage.address}/assets`);
      await page.getByText("10,000", { exact: false }).first().waitFor();

      await other.goto(`${stage.address}/assets`);
      await other.getByRole("heading", { name: "Your session has ended" }).waitFor();
      await logIn(other, account, "twelve nights ashore");
    },
  );

  test(
    "waits for a connection, keeps what is typed in another language too, and stores none of it",
    { timeout: journeyMs },
    async () => {
      const page = await newPage();
      await register(page, stage.address, "offline@example.org");
      await page.goto(`${stage.address}/password/modify`);
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
        const values = await new Promise<unknown>((done) => {
          const read = database.transaction("kept").objectStore("kept").getAll();
          read.onsuccess = () => done(read.result);
        });
        return JSON.stringify([
          values,
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
    "is set on the keypad, changed with the old one, and set again with a code",
    { timeout: journeyMs },
    async () => {
      const account = "careful@example.org";
      const page = await newPage();
      await register(page, stage.address, account);
      await page.goto(`${stage.address}/password/withdraw?to=%2Fhistory`);
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
      // The login password was wrong: its step is shown again with the focus, and the digits stay.
      await page.getByText("This is not your login password.").waitFor();
      await expect.poll(() => focused(page)).toBe("password");
      await page.getByLabel("Login password").fill(firstPassword);
      await button(page, "Next").tap();
      await button(page, "Next").tap();
      await button(page, "Set password").tap();
      await page.getByText("Withdrawal password set").waitFor();
      await page.waitForURL(`${stage.address}/history`);

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

describe("an account whose status changes", () => {
  const places = [
    "/assets",
    "/history",
    "/currency/detail?symbol=btcusdt",
    "/password/modify",
    "/password/withdraw",
  ];

  test(
    "is shown on every private screen what is off, what still works, why, and whom to ask, until it is lifted",
    { timeout: journeyMs },
    async () => {
      const account = "watched@example.org";
      const page = await newPage();
      await register(page, stage.address, account);
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
        for (const place of [...someOf(places, 2), "/coins?symbol=btcusdt"]) {
          await page.goto(stage.address + place);
          const notice = page.locator("[data-account-status]").first();
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
      // One refusal of many polls is shown once.
      expect(await page.locator("[data-type=error]").count()).toBeLessThanOrEqual(1);
      await page.goto(stage.address);
      await page.getByText("BTC", { exact: false }).first().waitFor();
      await page.goto(`${stage.address}/assets`);
      await page.getByText("This account is blocked").last().waitFor();
      await operator("status", account, "normal", "--reason", "All is well.");
      await page.locator("[data-account-status]").waitFor({ state: "detached", timeout: 20_000 });

      await operator("trade", account, "off", "--reason", "Closing only for now.");
      await page.goto(`${stage.address}/coins?symbol=btcusdt`);
      await page
        .getByText("New orders are switched off for this account.", { exact: false })
        .first()
        .waitFor();
      await page.getByText("This account may only close").waitFor();
    },
  );

  test(
    "once prohibited loses its session and is given the reason at the login",
    { timeout: journeyMs },
    async () => {
      const account = "barred@example.org";
      const page = await newPage();
      await register(page, stage.address, account);
      // Closed meanwhile: an open page could hear of it at any moment by a background read.
      await page.goto("about:blank");
      await operator("status", account, "prohibited", "--reason", "Two accounts.");
      await page.goto(`${stage.address}/assets`);
      await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
      await page.getByLabel("E-mail address").fill(account);
      await page.getByLabel("Password", { exact: true }).fill(firstPassword);
      await page.getByRole("dialog").getByRole("button", { name: "Log in", exact: true }).click();
      await page.getByText("This account is barred", { exact: true }).waitFor();
      await page.getByText("Two accounts.", { exact: false }).waitFor();
    },
  );
});
