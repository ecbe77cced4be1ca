/** The security of an account, in a real Chromium with the real venue and two devices. */
import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { marketEndpoints } from "#protocol/api/market.ts";
import { totpCode, totpStep } from "../../../venue/session/second-factor/totp.ts";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { register } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { TearingProxy } from "../../harness/proxy/tearing-proxy.ts";

const password = "eleven days aloft";

const stage = new PhoneStage({
  settings: {
    LIMITS: JSON.stringify({
      registrationsPerHour: 100,
      codeResendSec: 1,
      loginFreeFailures: 100,
    }),
  },
});
let phone: BrowserContext;
let page: Page;
let account: string;

beforeAll(async () => {
  phone = await stage.phone({ serviceWorkers: "allow" });
  page = await phone.newPage();
});

async function codeFor(scene: string): Promise<string> {
  const stdout = await stage.venue.operate("outbox", "--account", account);
  const code = /\b\d{6}\b/.exec(stdout.split("\n").find((row) => row.includes(scene)) ?? "")?.[0];
  if (!code) throw new Error("no code was sent");
  return code;
}

/** The code of an authenticator now, or some steps of 30 seconds later. */
function shown(secret: string, steps = 0): string {
  const bits = Array.from(secret, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  return totpCode(
    Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2)),
    totpStep(Date.now()) + steps,
  );
}

const sheet = () => page.getByRole("dialog");
const card = (name: string) => page.getByRole("region", { name, exact: true });

test(
  "a second factor is turned on, asked for in place at the next login, and its sessions end at a tap",
  { timeout: 180_000 },
  async () => {
    // Starts logged out, also after a failed first attempt.
    await phone.clearCookies();
    account = `guarded${Date.now()}@example.com`;
    await register(page, stage.address, account);
    await page.getByRole("button", { name: "Profile" }).click();
    await page.getByRole("menuitem", { name: "Security" }).click();
    await card("Login history").getByText("Logged in").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const words = await page.getByRole("main").innerText();
    expect(words).not.toMatch(/encrypt/i);

    await page.getByRole("button", { name: "Turn on" }).click();
    await sheet().getByLabel("Login password", { exact: true }).fill("not this one at all");
    await sheet().getByRole("button", { name: "Next" }).click();
    await sheet().getByText("This is not your login password.").waitFor();
    await sheet().getByLabel("Login password", { exact: true }).fill(password);
    await sheet().getByRole("button", { name: "Next" }).click();
    await sheet()
      .getByRole("img", { name: /^QR code/ })
      .waitFor();
    const secret = (await sheet().locator("code").innerText()).replaceAll(" ", "");
    expect(
      await sheet()
        .getByRole("link", { name: /authenticator/ })
        .getAttribute("href"),
    ).toContain(`secret=${secret}`);
    await sheet().getByLabel("Code it shows now").fill("000000");
    await sheet().getByRole("button", { name: "Turn on" }).click();
    await sheet()
      .getByText(/not of that key/)
      .waitFor();
    await sheet().getByLabel("Code it shows now").fill(shown(secret));
    await sheet().getByRole("button", { name: "Turn on" }).click();
    await sheet()
      .getByText(/Keep these ten/)
      .waitFor();
    const codes = await sheet()
      .getByRole("listitem")
      .filter({ hasText: /^([A-Z2-7]{4}-){5}/ })
      .allInnerTexts();
    expect(codes).toHaveLength(10);
    expect(await axeFaults(page, { include: "dialog[open]" })).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      sheet().getByRole("button", { name: "Save as a file" }).click(),
    ]);
    const saved = await readFile(await file.path(), "utf8");
    for (const code of codes) expect(saved).toContain(code);
    // A slip of the finger closes nothing while the codes are shown.
    await page.keyboard.press("Escape");
    await sheet().getByRole("checkbox").check();
    await sheet().getByRole("button", { name: "Done" }).click();
    await card("Second factor")
      .getByText(/^On since/)
      .waitFor();

    const laptop = await stage.phone();
    const other = await laptop.newPage();
    await openApp(other, `${stage.address}/login`);
    await other.getByLabel("E-mail address").fill(account);
    await other.getByLabel("Password", { exact: true }).fill(password);
    const logIn = other.getByRole("main").getByRole("button", { name: "Log in", exact: true });
    await logIn.click();
    const field = other.getByLabel("Code of your authenticator");
    await field.waitFor();
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await other.getByLabel("Password", { exact: true }).inputValue()).toBe(password);
    await field.fill("000000");
    await logIn.click();
    await other.getByText(/This code is wrong/).waitFor();
    await field.fill(shown(secret, 1));
    await logIn.click();
    await other.waitForURL(`${stage.address}/`);
    // Closed while its session ends: an open page could notice it at any moment by a background read.
    await other.goto("about:blank");

    // Read again, even where the stored answer is new: the venue writes its log once a second.
    const refusedTry = card("Login history").getByText("Right password, no valid code");
    await expect
      .poll(async () => {
        await page.reload();
        await card("Login history").getByRole("listitem").first().waitFor();
        return refusedTry.count();
      })
      .toBeGreaterThan(0);
    const sessions = card("Where you are logged in");
    await expect.poll(() => sessions.getByRole("listitem").count()).toBe(2);
    await sessions.getByRole("button", { name: /^Sign out/ }).click();
    await sheet().getByRole("button", { name: "Sign out", exact: true }).click();
    await sessions.getByText("One session was signed out.").waitFor();
    await expect.poll(() => sessions.getByRole("listitem").count()).toBe(1);
    await openApp(other, `${stage.address}/assets`);
    await other
      .getByText("Your session has ended")
      .or(other.getByText(/logged out/))
      .first()
      .waitFor();
    await laptop.close();
  },
);

test(
  "an account is frozen by its owner and opened again with a code",
  { timeout: 120_000 },
  async () => {
    await page.getByRole("button", { name: "Freeze my account" }).click();
    await sheet().getByLabel("Login password", { exact: true }).fill(password);
    await sheet().getByRole("button", { name: "Freeze now" }).click();
    await card("Freeze this account")
      .getByText(/^You froze it/)
      .waitFor();
    await page.getByText("You froze this account").waitFor();
    expect(
      await card("Second factor")
        .getByRole("button", { name: "Turn off" })
        .getAttribute("aria-disabled"),
    ).toBe("true");
    await card("Freeze this account").getByRole("button", { name: "Open it again" }).click();
    await sheet().getByLabel("Login password", { exact: true }).fill(password);
    await sheet().getByRole("button", { name: "Send code" }).click();
    await sheet()
      .getByRole("button", { name: /^(Again in|Send again)/ })
      .waitFor();
    await sheet()
      .getByLabel("Verification code")
      .fill(await codeFor("bind"));
    await sheet().getByRole("button", { name: "Open it" }).click();
    await card("What guards this account")
      .getByText(/^Held until/)
      .waitFor();
    await card("Freeze this account").getByRole("button", { name: "Freeze my account" }).waitFor();
  },
);

test(
  "offline the page says how old it is and what waits for a connection",
  { timeout: 60_000 },
  async () => {
    await phone.setOffline(true);
    await card("Where you are logged in")
      .getByText(/^Not refreshed/)
      .waitFor();
    expect(await card("Forget this device").getByRole("button").getAttribute("aria-disabled")).toBe(
      "true",
    );
    await phone.setOffline(false);
    await expect
      .poll(() => card("Forget this device").getByRole("button").getAttribute("aria-disabled"))
      .toBeNull();
  },
);

test(
  "a device that forgets keeps no cache, database, storage, cookie or worker",
  { timeout: 60_000 },
  async () => {
    const onDevice = () =>
      page.evaluate(async () => ({
        caches: (await caches.keys()).length,
        databases: (await indexedDB.databases()).length,
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        storage: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
        cookies: document.cookie,
      }));
    await expect.poll(async () => (await onDevice()).workers).toBe(1);
    const before = await onDevice();
    expect([before.caches > 0, before.databases > 0, before.cookies !== ""]).toEqual([
      true,
      true,
      true,
    ]);
    await page.getByRole("button", { name: "Forget this device" }).click();
    await sheet().getByRole("button", { name: "Forget", exact: true }).click();
    await page.getByRole("heading", { name: "This device has forgotten" }).waitFor();
    await expect
      .poll(onDevice)
      .toEqual({ caches: 0, databases: 0, workers: 0, storage: [], cookies: "" });
    expect(await phone.cookies()).toEqual([]);
    await page.getByRole("link", { name: "Open the app again" }).click();
    await page.getByRole("button", { name: "Profile" }).waitFor();
    await page.locator("#root > [inert]").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Profile" }).click();
    await page.getByRole("menuitem", { name: "Log in" }).waitFor();
  },
);

test("an answer that was on its way while a device forgot is not cached after it", async () => {
  const proxy = await TearingProxy.listen(stage.address);
  try {
    const other = await (await stage.phone({ serviceWorkers: "allow" })).newPage();
    await register(other, proxy.address, `late${Date.now()}@example.com`);
    await other.getByRole("button", { name: "Profile" }).click();
    await other.getByRole("menuitem", { name: "Security" }).click();
    await other.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    await other.getByRole("button", { name: "Forget this device" }).click();
    const { path } = marketEndpoints.symbols;
    proxy.plan = { paths: new Set([path]), method: "GET", tear: { what: "held" }, times: 1 };
    await other.evaluate((address) => void fetch(address), path);
    await expect.poll(() => proxy.tears).toBe(1);
    await other.locator("dialog[open]:not([data-fresh])").waitFor();
    await other.getByRole("dialog").getByRole("button", { name: "Forget", exact: true }).click();
    await other.getByRole("heading", { name: "This device has forgotten" }).waitFor();
    proxy.deliver();
    // It comes within milliseconds, where it comes at all.
    await other.waitForTimeout(1500);
    expect(await other.evaluate(() => caches.keys())).toEqual([]);
  } finally {
    proxy.close();
  }
});
