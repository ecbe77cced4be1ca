/** The app as a phone installs, opens and marks it: manifest, install page, entries from outside, the number on the icon. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { locales, manifestPath } from "../../src/i18n/locales.ts";
import { builtApp } from "../harness/built-app.ts";
import { chromiumArgs, newPhone, openApp, startChromium } from "../harness/chromium.ts";
import { register } from "../harness/newcomer.ts";
import { runVenue, type RunningVenue } from "../harness/running-venue.ts";

let browser: Browser;
let venue: RunningVenue;
let context: BrowserContext | undefined;

beforeAll(async () => {
  [browser, venue] = await Promise.all([
    startChromium(),
    builtApp().then((folder) => runVenue(folder)),
  ]);
});

afterEach(async () => {
  await context?.close();
  context = undefined;
});

afterAll(async () => {
  await browser?.close();
  await venue?.dispose();
});

const patienceMs = 60_000;

const sheet = (page: Page) => page.getByRole("dialog", { name: "Software download" });

const chrome =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36";

async function phone(before?: () => void): Promise<Page> {
  context = await newPhone(browser, {
    userAgent: chrome,
    serviceWorkers: "block",
    reducedMotion: "reduce",
    permissions: ["clipboard-write"],
  });
  const page = await context.newPage();
  if (before) await page.addInitScript(before);
  return page;
}

describe("the install page", () => {
  test("opens from the profile menu over any screen, shows the way of this browser and those of others", async () => {
    const page = await phone();
    await openApp(page, `${venue.address}/useragreement`);
    await page.getByRole("button", { name: "Profile" }).click();
    await page.getByRole("menuitem", { name: "Software download" }).click();
    await sheet(page).getByText("install sign").waitFor();
    expect(new URL(page.url()).search).toBe("?download=true");
    await sheet(page).getByText("On another device").click();
    await sheet(page).getByRole("img", { name: "QR code of this address" }).waitFor();
    await sheet(page)
      .getByLabel("Device and browser")
      .selectOption({ label: "Android: Samsung Internet" });
    await sheet(page).getByText("the three lines at the bottom").waitFor();
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "hidden" });
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/useragreement");
  });

  test("shows the browser's own prompt at the tap alone, and what came of it", async () => {
    const page = await phone();
    await openApp(page, `${venue.address}/?download=true`);
    await sheet(page).waitFor();
    const offer = (outcome: string) =>
      page.evaluate((told) => {
        const prompts = ((globalThis as { prompts?: number }).prompts ??= 0);
        window.dispatchEvent(
          Object.assign(new Event("beforeinstallprompt"), {
            prompt: async () => void ((globalThis as { prompts?: number }).prompts = prompts + 1),
            userChoice: Promise.resolve({ outcome: told }),
          }),
        );
      }, outcome);
    const shown = () => page.evaluate(() => (globalThis as { prompts?: number }).prompts);
    const install = sheet(page).getByRole("button", { name: "Install Godwit" });
    await offer("dismissed");
    await install.waitFor();
    expect(await shown()).toBe(0);
    await install.click();
    await sheet(page).getByText("Not installed.").waitFor();
    expect(await shown()).toBe(1);
    await offer("accepted");
    await install.click();
    await page.evaluate(() => window.dispatchEvent(new Event("appinstalled")));
    await sheet(page).getByText("is installed on this device").waitFor();
    await page.reload();
    await sheet(page).getByText("is installed on this device").waitFor();
  });
});

describe("an entry from outside", () => {
  test("opens a market or the search, and nothing else", async () => {
    const page = await phone();
    const enter = async (query: Record<string, string>) => {
      await openApp(page, `${venue.address}/?${new URLSearchParams(query)}`);
      return () => page.url().slice(venue.address.length);
    };
    await expect
      .poll(await enter({ open: "web+godwit:contracts/ethusdt" }))
      .toBe("/contracts?symbol=ethusdt");
    await page.getByRole("region", { name: "Market ETH/USDT" }).waitFor();
    await expect
      .poll(
        await enter({ shared_text: "BTC/USDT is rising", shared_url: "https://news.example/btc" }),
      )
      .toBe("/coins?symbol=btcusdt");
    await expect.poll(await enter({ shared_title: "Bitcoin" })).toBe("/?find=Bitcoin");
    const field = page.getByRole("searchbox", { name: "Search markets" });
    await expect.poll(() => field.inputValue()).toBe("Bitcoin");
    await expect
      .poll(() => field.evaluate((box) => box.getBoundingClientRect().top))
      .toBeLessThan(300);
    for (const open of [
      "javascript:alert(1)",
      "//evil.example",
      "web+godwit:withdraw/btcusdt",
      "https://evil.example/market/btcusdt",
    ]) {
      await expect.poll(await enter({ open })).toBe("/");
    }
  });
});

test("a market is shared with its link and the paper mark", async () => {
  const page = await phone(() => {
    Object.defineProperty(navigator, "share", {
      configurable: true,
      value: async (told: unknown) => void Object.assign(globalThis, { told }),
    });
  });
  await openApp(page, `${venue.address}/coins?symbol=btcusdt`);
  await page
    .getByRole("region", { name: "Market BTC/USDT" })
    .getByText(/^\d{1,3}(,\d{3})*\.\d+$/)
    .first()
    .waitFor();
  const share = page.getByRole("button", { name: "Share BTC/USDT" });
  await share.click();
  const shared = await page.waitForFunction(
    () => (globalThis as { told?: { text: string; url: string } }).told,
  );
  const told = (await shared.jsonValue()) ?? { text: "", url: "" };
  expect(told.url).toBe(`${venue.address}/coins?symbol=btcusdt`);
  const words =
    /^BTC\/USDT [\d,.]+ \([+−±\d.,%\s]+ in 24 h\)\n.*\d{4}.*\nPaper trading: simulated funds, no real money\.$/;
  expect(told.text).toMatch(words);
  await page.evaluate(() => {
    Object.defineProperty(navigator, "share", { value: undefined });
    Object.defineProperty(navigator.clipboard, "writeText", {
      value: async (copied: string) => void Object.assign(globalThis, { copied }),
    });
  });
  await share.click();
  await page.getByText("Copied").waitFor();
  // The price may have moved since.
  const lines = (
    await page.evaluate(() => (globalThis as unknown as { copied: string }).copied)
  ).split("\n");
  expect([lines.pop(), lines.join("\n")]).toEqual([told.url, expect.stringMatching(words)]);
});

describe("the installed app", () => {
  let profile: string;
  let installed: BrowserContext;
  let devtools: CDPSession;

  beforeAll(async () => {
    // A window without a profile counts as private, where nothing is installable.
    profile = await mkdtemp(join(tmpdir(), "godwit-profile-"));
    installed = await chromium.launchPersistentContext(profile, {
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
      headless: true,
      args: chromiumArgs,
      locale: "en-US",
      viewport: null,
    });
    installed.setDefaultTimeout(patienceMs);
    const whole = installed.browser();
    if (!whole) throw new Error("a profile's window has no browser");
    devtools = await whole.newBrowserCDPSession();
  });

  afterAll(async () => {
    await installed?.close();
    await rm(profile, { recursive: true, force: true });
  });

  const manifestId = () => `${venue.address}/`;
  const open = async (path: string) =>
    void (await devtools.send("PWA.launch", {
      manifestId: manifestId(),
      url: venue.address + path,
    }));
  /** What the system makes of an address of the app's own protocol. */
  const entry = (place: string) => `/?${new URLSearchParams({ open: `web+godwit:${place}` })}`;
  const badge = async () =>
    (await devtools.send("PWA.getOsAppState", { manifestId: manifestId() })).badgeCount;

  test("is one that Chromium installs, in each language", async () => {
    const page = await installed.newPage();
    const told = await installed.newCDPSession(page);
    for (const locale of locales) {
      await installed.addCookies([{ name: "i18n_redirected", value: locale, url: venue.address }]);
      await openApp(page, venue.address);
      await expect
        .poll(() => page.locator("link[rel=manifest]").getAttribute("href"), {
          timeout: patienceMs,
        })
        .toBe(manifestPath(locale));
      await expect
        .poll(async () => (await told.send("Page.getAppManifest")).url, { timeout: patienceMs })
        .toBe(venue.address + manifestPath(locale));
      const { errors, data } = await told.send("Page.getAppManifest");
      expect([locale, errors, JSON.parse(data ?? "{}").lang]).toEqual([locale, [], locale]);
      const { installabilityErrors } = await told.send("Page.getInstallabilityErrors");
      expect([locale, installabilityErrors, (await told.send("Page.getAppId")).appId]).toEqual([
        locale,
        [],
        manifestId(),
      ]);
    }
    await installed.clearCookies();
    await page.close();
  });

  test("opens where it is asked to, in a window of its own, and from then on in that one", async () => {
    await devtools.send("PWA.install", {
      manifestId: manifestId(),
      installUrlOrBundleUrl: venue.address,
    });
    await devtools.send("PWA.changeAppUserSettings", {
      manifestId: manifestId(),
      displayMode: "standalone",
    });
    const [app] = await Promise.all([installed.waitForEvent("page"), open(entry("coins/btcusdt"))]);
    expect(await app.evaluate(() => matchMedia("(display-mode: standalone)").matches)).toBe(true);
    await app.getByRole("region", { name: "Market BTC/USDT" }).waitFor();
    // The launch that opened the window is told to it, too, and leads nowhere a second time.
    expect([app.url(), await app.evaluate(() => history.length)]).toEqual([
      `${venue.address}/coins?symbol=btcusdt`,
      1,
    ]);
    await app.evaluate(() => Object.assign(globalThis, { isSameWindow: true }));

    const leads: readonly [asked: string, to: string][] = [
      ["/contracts?symbol=ethusdt", "/contracts?symbol=ethusdt"],
      [entry("seconds/btcusdt"), "/seconds?symbol=btcusdt"],
      ["/", "/seconds?symbol=btcusdt"],
      [`/?${new URLSearchParams({ open: "javascript:alert(1)" })}`, "/"],
      [`/?${new URLSearchParams({ shared_text: "Look at SOL/USDT" })}`, "/coins?symbol=solusdt"],
    ];
    for (const [asked, to] of leads) {
      await open(asked);
      await expect.poll(() => app.url(), { message: asked }).toBe(venue.address + to);
    }

    const spend = app.getByLabel("Spend");
    await spend.fill("1000");
    await open("/contracts?symbol=btcusdt");
    await app.getByText("What you began here would be lost.").waitFor();
    expect([await spend.inputValue(), new URL(app.url()).pathname]).toEqual(["1000", "/coins"]);
    await app.getByRole("button", { name: "Open", exact: true }).click();
    await expect.poll(() => app.url()).toBe(`${venue.address}/contracts?symbol=btcusdt`);
    expect(await app.evaluate(() => "isSameWindow" in globalThis)).toBe(true);
    await app.reload();
    await app.getByRole("region", { name: "Market BTC/USDT" }).waitFor();
    expect(app.url()).toBe(`${venue.address}/contracts?symbol=btcusdt`);

    await openApp(app, `${venue.address}/?download=true`);
    await sheet(app).getByText("This is the installed app.").waitFor();
    const tab = await installed.newPage();
    await openApp(tab, `${venue.address}/?download=true`);
    await sheet(tab).getByText("is installed on this device").waitFor();
    await tab.close();
  });

  test("counts on its icon what the account has not read, and nobody's after the logout", async () => {
    const app = installed.pages().at(-1);
    if (!app) throw new Error("the app's window is gone");
    let unread = 3;
    await app.route("**/api/notice/getList*", (route) =>
      route.fulfill({ json: { status: 0, msg: "", data: { unread, list: [] } } }),
    );
    await app.route("**/api/notice/read", (route) =>
      route.fulfill({ json: { status: 0, msg: "", data: { unread: (unread = 0) } } }),
    );
    const notices = app.getByRole("dialog", { name: "Notices" });
    const look = () => app.getByRole("button", { name: /^Notices/ }).click();
    const turnAway = async () => {
      await app.keyboard.press("Escape");
      await notices.waitFor({ state: "detached" });
    };
    // Whatever a first try came to, this one begins as nobody.
    await installed.clearCookies();
    await register(app, venue.address, `badge${Date.now()}@example.org`);
    await expect.poll(badge, { timeout: patienceMs }).toBe(3);
    unread = 120;
    await look();
    await expect.poll(badge, { timeout: patienceMs }).toBe(120);
    await app.getByRole("button", { name: "Mark all as read" }).click();
    await expect.poll(badge, { timeout: patienceMs }).toBe(0);
    await turnAway();
    unread = 1;
    await look();
    await expect.poll(badge, { timeout: patienceMs }).toBe(1);
    await turnAway();
    await app.getByRole("button", { name: "Profile" }).click();
    await app.getByRole("menuitem", { name: "Log out" }).click();
    await expect.poll(badge, { timeout: patienceMs }).toBe(0);
  });
});
