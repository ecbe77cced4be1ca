/** The installed app: manifest, install page, launches from outside, the badge on the icon. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { locales, manifestPath } from "../../../src/i18n/locales.ts";
import { openApp, startProfile } from "../../harness/browser/chromium.ts";
import { register } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();
let context: BrowserContext | undefined;

afterEach(async () => {
  await context?.close();
  context = undefined;
});

const timeoutMs = 60_000;

const sheet = (page: Page) => page.getByRole("dialog", { name: "Software download" });

const chrome =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36";

async function phone(before?: () => void): Promise<Page> {
  context = await stage.phone({
    userAgent: chrome,
    permissions: ["clipboard-write"],
  });
  const page = await context.newPage();
  if (before) await page.addInitScript(before);
  return page;
}

describe("the install page", () => {
  test("opens from the profile menu over any screen, shows the way of this browser and those of others", async () => {
    const page = await phone();
    await openApp(page, `${stage.address}/useragreement`);
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
    await openApp(page, `${stage.address}/?download=true`);
    await sheet(page).waitFor();
    const offer = (outcome: string) =>
      page.evaluate((answer) => {
        const prompts = ((globalThis as { prompts?: number }).prompts ??= 0);
        window.dispatchEvent(
          Object.assign(new Event("beforeinstallprompt"), {
            prompt: async () => void ((globalThis as { prompts?: number }).prompts = prompts + 1),
            userChoice: Promise.resolve({ outcome: answer }),
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
      await openApp(page, `${stage.address}/?${new URLSearchParams(query)}`);
      return () => page.url().slice(stage.address.length);
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
      value: async (shared: unknown) => void Object.assign(globalThis, { shared }),
    });
  });
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await page
    .getByRole("region", { name: "Market BTC/USDT" })
    .getByText(/^\d{1,3}(,\d{3})*\.\d+$/)
    .first()
    .waitFor();
  const share = page.getByRole("button", { name: "Share BTC/USDT" });
  await share.click();
  const handle = await page.waitForFunction(
    () => (globalThis as { shared?: { text: string; url: string } }).shared,
  );
  const shared = (await handle.jsonValue()) ?? { text: "", url: "" };
  expect(shared.url).toBe(`${stage.address}/coins?symbol=btcusdt`);
  const words =
    /^BTC\/USDT [\d,.]+ \([+−±\d.,%\s]+ in 24 h\)\n.*\d{4}.*\nPaper trading: simulated funds, no real money\.$/;
  expect(shared.text).toMatch(words);
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
  expect([lines.pop(), lines.join("\n")]).toEqual([shared.url, expect.stringMatching(words)]);
});

describe("the installed app", () => {
  let profile: string;
  let installed: BrowserContext;
  let devtools: CDPSession;

  beforeAll(async () => {
    // A window without a profile counts as private, where nothing is installable.
    profile = await mkdtemp(join(tmpdir(), "godwit-profile-"));
    installed = await startProfile(profile);
    installed.setDefaultTimeout(timeoutMs);
    const whole = installed.browser();
    if (!whole) throw new Error("a profile's window has no browser");
    devtools = await whole.newBrowserCDPSession();
  });

  afterAll(async () => {
    await installed?.close();
    await rm(profile, { recursive: true, force: true });
  });

  const manifestId = () => `${stage.address}/`;
  const open = async (path: string) =>
    void (await devtools.send("PWA.launch", {
      manifestId: manifestId(),
      url: stage.address + path,
    }));
  /** The address that the system makes of one with the app's own protocol. */
  const entry = (place: string) => `/?${new URLSearchParams({ open: `web+godwit:${place}` })}`;
  const badge = async () =>
    (await devtools.send("PWA.getOsAppState", { manifestId: manifestId() })).badgeCount;

  test("is one that Chromium installs, in each language", async () => {
    const page = await installed.newPage();
    const devtoolsSession = await installed.newCDPSession(page);
    for (const locale of locales) {
      await installed.addCookies([{ name: "i18n_redirected", value: locale, url: stage.address }]);
      await openApp(page, stage.address);
      await expect
        .poll(() => page.locator("link[rel=manifest]").getAttribute("href"), {
          timeout: timeoutMs,
        })
        .toBe(manifestPath(locale));
      await expect
        .poll(async () => (await devtoolsSession.send("Page.getAppManifest")).url, {
          timeout: timeoutMs,
        })
        .toBe(stage.address + manifestPath(locale));
      const { errors, data } = await devtoolsSession.send("Page.getAppManifest");
      expect([locale, errors, JSON.parse(data ?? "{}").lang]).toEqual([locale, [], locale]);
      const { installabilityErrors } = await devtoolsSession.send("Page.getInstallabilityErrors");
      expect([
        locale,
        installabilityErrors,
        (await devtoolsSession.send("Page.getAppId")).appId,
      ]).toEqual([locale, [], manifestId()]);
    }
    await installed.clearCookies();
    await page.close();
  });

  test("opens where it is asked to, in a window of its own, and from then on in that one", async () => {
    await devtools.send("PWA.install", {
      manifestId: manifestId(),
      installUrlOrBundleUrl: stage.address,
    });
    await devtools.send("PWA.changeAppUserSettings", {
      manifestId: manifestId(),
      displayMode: "standalone",
    });
    const [app] = await Promise.all([installed.waitForEvent("page"), open(entry("coins/btcusdt"))]);
    expect(await app.evaluate(() => matchMedia("(display-mode: standalone)").matches)).toBe(true);
    await app.getByRole("region", { name: "Market BTC/USDT" }).waitFor();
    // The launch that opened the window is also reported to it, and must not navigate again.
    expect([app.url(), await app.evaluate(() => history.length)]).toEqual([
      `${stage.address}/coins?symbol=btcusdt`,
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
      await expect.poll(() => app.url(), { message: asked }).toBe(stage.address + to);
    }

    const spend = app.getByLabel("Spend");
    await spend.fill("1000");
    await open("/contracts?symbol=btcusdt");
    await app.getByText("What you began here would be lost.").waitFor();
    expect([await spend.inputValue(), new URL(app.url()).pathname]).toEqual(["1000", "/coins"]);
    await app.getByRole("button", { name: "Open", exact: true }).click();
    await expect.poll(() => app.url()).toBe(`${stage.address}/contracts?symbol=btcusdt`);
    expect(await app.evaluate(() => "isSameWindow" in globalThis)).toBe(true);
    await app.reload();
    await app.getByRole("region", { name: "Market BTC/USDT" }).waitFor();
    expect(app.url()).toBe(`${stage.address}/contracts?symbol=btcusdt`);

    await openApp(app, `${stage.address}/?download=true`);
    await sheet(app).getByText("This is the installed app.").waitFor();
    const tab = await installed.newPage();
    await openApp(tab, `${stage.address}/?download=true`);
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
    // Starts logged out, also after a failed first attempt.
    await installed.clearCookies();
    await register(app, stage.address, `badge${Date.now()}@example.org`);
    await expect.poll(badge, { timeout: timeoutMs }).toBe(3);
    unread = 120;
    await look();
    await expect.poll(badge, { timeout: timeoutMs }).toBe(120);
    await app.getByRole("button", { name: "Mark all as read" }).click();
    await expect.poll(badge, { timeout: timeoutMs }).toBe(0);
    await turnAway();
    unread = 1;
    await look();
    await expect.poll(badge, { timeout: timeoutMs }).toBe(1);
    await turnAway();
    await app.getByRole("button", { name: "Profile" }).click();
    await app.getByRole("menuitem", { name: "Log out" }).click();
    await expect.poll(badge, { timeout: timeoutMs }).toBe(0);
  });
});
