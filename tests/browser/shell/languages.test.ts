/** The four languages in a real Chromium: what the page says of itself, how one is chosen, and what the phone shows of the installed app. */
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { someOf } from "../../harness/trials.ts";

const locales = ["en-US", "fr-FR", "zh-CN", "zh-TW"] as const;
type Locale = (typeof locales)[number];
const coinsTitle: Record<Locale, string> = {
  "en-US": "Coins",
  "fr-FR": "Cryptos",
  "zh-CN": "现货",
  "zh-TW": "現貨",
};
const missingTitle: Record<Locale, string> = {
  "en-US": "Page Not Found",
  "fr-FR": "Page introuvable",
  "zh-CN": "页面不存在",
  "zh-TW": "找不到頁面",
};
const yearSec = 365 * 24 * 3600;

interface Manifest {
  id: string;
  lang: string;
  dir: string;
  name: string;
  short_name: string;
  description: string;
  shortcuts: { name: string; description: string; url: string; icons: { src: string }[] }[];
  screenshots: { src: string; label: string }[];
  icons: { src: string }[];
}

const stage = new PhoneStage();

async function visitor(
  options: { locale?: Locale; workers?: "allow" | "block" } = {},
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await stage.phone({ serviceWorkers: options.workers ?? "block" });
  if (options.locale)
    await context.addCookies([
      { name: "i18n_redirected", value: options.locale, url: stage.address },
    ]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on(
    "console",
    (message) =>
      message.type() === "error" &&
      /Content Security|manifest/i.test(message.text()) &&
      complaints.push(message.text()),
  );
  return { context, page, complaints };
}

const speaks = (page: Page) =>
  page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    title: document.title,
    description: document.querySelector('meta[name="description"]')?.getAttribute("content") ?? "",
    manifest: document.querySelector('link[rel="manifest"]')?.getAttribute("href") ?? "",
  }));

/** The chooser, one tap behind the profile menu. */
async function openChooser(page: Page): Promise<void> {
  await page.locator("header [aria-haspopup=menu]").click();
  await page.getByRole("menuitem", { name: /Language|Langue|语言|語言/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: /Français/ })
    .waitFor();
}

const choose = (page: Page, name: string) =>
  page
    .getByRole("dialog")
    .locator("label", { has: page.locator("[lang]", { hasText: name }) })
    .click();
const shows = (page: Page, locale: Locale) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.lang), { timeout: 10_000 })
    .toBe(locale);
const localeCookie = async (context: BrowserContext) =>
  (await context.cookies()).find((cookie) => cookie.name === "i18n_redirected");

describe("what the page says of itself", () => {
  test.each(["/", "/coins", "/login", "/useragreement", "/assets", "/nowhere"])(
    "%s names its language and direction before any script",
    async (path) => {
      const html = await (
        await fetch(stage.address + path, { headers: { accept: "text/html" } })
      ).text();
      expect(html).toMatch(/^<!doctype html>\s*<html lang="en-US" dir="ltr">/i);
    },
  );

  test.each(someOf(locales, 2))(
    "%s: before the app runs, on every page, and on the page for what is not there",
    async (locale) => {
      const { page, complaints } = await visitor({ locale });
      await page.route(/\/assets\/index-.*\.js$/, () => undefined);
      await page.goto(`${stage.address}/coins`, { waitUntil: "commit" });
      await shows(page, locale);
      await page.unroute(/\/assets\/index-.*\.js$/);
      await page.goto(`${stage.address}/coins`);
      await page.getByRole("heading", { level: 1, name: coinsTitle[locale] }).waitFor();
      const said = await speaks(page);
      expect(said).toMatchObject({
        lang: locale,
        dir: "ltr",
        title: `${coinsTitle[locale]} · Godwit`,
        manifest: locale === "en-US" ? "/manifest.webmanifest" : `/manifest.${locale}.webmanifest`,
      });
      if (locale.startsWith("zh")) expect(said.description).toMatch(/\p{Script=Han}/u);
      await page.goto(`${stage.address}/nowhere`);
      await page.getByRole("heading", { name: missingTitle[locale] }).first().waitFor();
      expect(await speaks(page)).toMatchObject({ lang: locale, dir: "ltr" });
      expect(complaints).toEqual([]);
    },
  );

  test("a language that is none is as if none was chosen: the default country's is shown and kept", async () => {
    const { context, page } = await visitor();
    await context.addCookies([{ name: "i18n_redirected", value: "tlh-QO", url: stage.address }]);
    await page.goto(stage.address);
    await shows(page, "en-US");
    await expect.poll(async () => (await localeCookie(context))?.value).toBe("en-US");
  });
});

describe("choosing", () => {
  test("every country has its flag, its language by its own name and its name in the language shown; the default comes first", async () => {
    const { page } = await visitor({ locale: "fr-FR" });
    await page.goto(stage.address);
    await openChooser(page);
    // The countries come a moment after the app; until then each language stands without one.
    await page.getByRole("dialog").locator("label img").nth(3).waitFor({ state: "attached" });
    const rows = await page
      .getByRole("dialog")
      .locator("label:has([lang]) input[type=radio]")
      .evaluateAll((radios) =>
        radios.map((radio) => {
          const label = radio.closest("label");
          const own = label?.querySelector("[lang]");
          return {
            own: [own?.textContent, own?.getAttribute("lang")],
            words: label?.textContent,
            checked: (radio as HTMLInputElement).checked,
          };
        }),
      );
    expect(rows.map((row) => row.own)).toEqual([
      ["English", "en-US"],
      ["简体中文", "zh-CN"],
      ["繁體中文", "zh-TW"],
      ["Français", "fr-FR"],
    ]);
    expect(rows.map((row) => row.words)).toEqual([
      "EnglishÉtats-Unis",
      "简体中文Chine",
      "繁體中文Taïwan",
      "FrançaisFrance",
    ]);
    expect(rows.map((row) => row.checked)).toEqual([false, false, false, true]);
    const flags = page.getByRole("dialog").locator("label img");
    expect(await flags.count()).toBe(4);
    await expect
      .poll(() =>
        flags.evaluateAll((images) =>
          images.every((image) => (image as HTMLImageElement).naturalWidth > 0),
        ),
      )
      .toBe(true);
  });

  test("a choice shows at once without a reload, keeps for 365 days, and leaves what was typed the same number", async () => {
    const { context, page } = await visitor();
    await page.goto(`${stage.address}/coins?symbol=btcusdt`);
    const field = page.locator("input[name=value]");
    await field.fill("1,234.5");
    await page.evaluate(() => void (document.documentElement.dataset["stayed"] = "yes"));
    await openChooser(page);
    await choose(page, "Français");
    await shows(page, "fr-FR");
    expect(await page.evaluate(() => document.documentElement.dataset["stayed"])).toBe("yes");
    await expect.poll(() => field.inputValue()).toBe("1234,5");
    await expect
      .poll(() => speaks(page))
      .toMatchObject({
        title: "Cryptos · Godwit",
        manifest: "/manifest.fr-FR.webmanifest",
      });
    const cookie = await localeCookie(context);
    expect(cookie).toMatchObject({ value: "fr-FR", path: "/", sameSite: "Lax", httpOnly: false });
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - yearSec)).toBeLessThan(3600);

    await choose(page, "English");
    await shows(page, "en-US");
    await expect.poll(() => field.inputValue()).toBe("1234.5");
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Coins" }).waitFor();
    expect((await localeCookie(context))?.value).toBe("en-US");
  });

  test("a language that cannot be had is said so, and nothing changes; with a connection it can", async () => {
    const { context, page } = await visitor({ locale: "en-US" });
    await page.goto(stage.address);
    await openChooser(page);
    await context.setOffline(true);
    await choose(page, "繁體中文");
    await page
      .getByText(/This language could not be loaded/)
      .first()
      .waitFor();
    expect(await speaks(page)).toMatchObject({ lang: "en-US" });
    expect((await localeCookie(context))?.value).toBe("en-US");
    expect(
      await page
        .getByRole("dialog")
        .getByRole("radio", { name: /English/ })
        .isChecked(),
    ).toBe(true);
    await context.setOffline(false);
    await choose(page, "繁體中文");
    await shows(page, "zh-TW");
    expect((await localeCookie(context))?.value).toBe("zh-TW");
  });

  test("an installed app has without a network the languages that were chosen, and says of another that it needs one", async () => {
    const { context, page } = await visitor({ workers: "allow" });
    await page.goto(stage.address);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await openChooser(page);
    await choose(page, "Français");
    await shows(page, "fr-FR");
    const installedTexts = () =>
      page.evaluate(async () => {
        const parts = await Promise.all(
          (await caches.keys())
            .filter((name) => name.includes("precache"))
            .map(async (name) => (await caches.open(name)).keys()),
        );
        return parts.flat().filter(({ url }) => url.includes("/assets/fr-FR-")).length;
      });
    await expect.poll(installedTexts).toBeGreaterThan(5);
    await context.setOffline(true);
    await choose(page, "English");
    await shows(page, "en-US");
    await choose(page, "繁體中文");
    await page
      .getByText("This language could not be loaded. Try again with a connection.")
      .waitFor();
    await shows(page, "en-US");
    await choose(page, "Français");
    await shows(page, "fr-FR");
    await page.goto(`${stage.address}/contracts`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await speaks(page)).toMatchObject({ lang: "fr-FR", title: "Contrats · Godwit" });
  });
});

describe("the installed app", () => {
  const read = async (path: string) => {
    const response = await fetch(stage.address + path);
    return {
      type: response.headers.get("content-type"),
      manifest: (await response.json()) as Manifest,
    };
  };

  test("is one app in four languages, with words, shortcuts and pictures in each", async () => {
    const all = await Promise.all(
      locales.map((locale) =>
        read(locale === "en-US" ? "/manifest.webmanifest" : `/manifest.${locale}.webmanifest`),
      ),
    );
    expect(all.map(({ type }) => type)).toEqual(
      locales.map(() => "application/manifest+json; charset=utf-8"),
    );
    const manifests = all.map(({ manifest }) => manifest);
    expect(new Set(manifests.map(({ id }) => id))).toEqual(new Set(["/"]));
    expect(manifests.map(({ lang, dir }) => `${lang} ${dir}`)).toEqual(
      locales.map((locale) => `${locale} ltr`),
    );
    expect(new Set(manifests.map(({ short_name }) => short_name))).toEqual(new Set(["Godwit"]));
    expect(new Set(manifests.map(({ description }) => description)).size).toBe(4);
    for (const { shortcuts } of manifests)
      expect(shortcuts.map(({ url }) => url)).toEqual([
        "/coins",
        "/contracts",
        "/seconds",
        "/assets",
      ]);
    expect(manifests.map(({ shortcuts }) => shortcuts[0]?.name)).toEqual(
      locales.map((locale) => coinsTitle[locale]),
    );
    const labels = manifests.flatMap(({ screenshots }) => screenshots.map(({ label }) => label));
    expect([new Set(labels).size, labels.length]).toEqual([16, 16]);
    const pictures = new Set(
      manifests.flatMap((manifest) =>
        [
          ...manifest.icons,
          ...manifest.screenshots,
          ...manifest.shortcuts.flatMap(({ icons }) => icons),
        ].map(({ src }) => src),
      ),
    );
    for (const src of pictures) {
      const response = await fetch(stage.address + src);
      expect([
        src,
        response.status,
        response.headers.get("content-type")?.startsWith("image/"),
      ]).toEqual([src, 200, true]);
    }
  });
});
