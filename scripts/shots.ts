/**
 * `npm run shots`: a picture of every screen in every state that matters, dark and light, at 390×844 into `shots/`,
 * through the real venue. `-- --size 1440x900` draws them as a window with a mouse shows them. `-- coins` draws those whose name contains the word, `--theme dark` one theme,
 * `--language fr-FR` one language, `--all` every language, `--out FOLDER` into another folder.
 */
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import { locales } from "../src/i18n/locales.ts";
import type { Person } from "../tests/harness/browser/ask-as.ts";
import { builtApp } from "../tests/harness/browser/built-app.ts";
import { newPhone, sharp, startChromium } from "../tests/harness/browser/chromium.ts";
import { enrol, letIn } from "../tests/harness/browser/newcomer.ts";
import { type Screen, screenName, screens } from "../tests/harness/browser/screens.ts";
import { tradeAs } from "../tests/harness/browser/trader.ts";
import { runVenue } from "../tests/harness/venue/running-venue.ts";

/** Figures come in and pictures are drawn. */
const settleMs = 1000;
/** A screen that is given nothing shows so after a while. */
const givenUpMs = 4000;
const timeoutMs = 30_000;
/** Beyond this a page is a list that goes on as before. */
const tallest = 4000;

const { values, positionals } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    language: { type: "string", default: "en-US" },
    theme: { type: "string" },
    out: { type: "string", default: "shots" },
    size: { type: "string" },
  },
  allowPositionals: true,
});
const wanted = screens.filter(
  (screen) =>
    positionals.length === 0 || positionals.some((word) => screenName(screen).includes(word)),
);
if (wanted.length === 0) throw new Error(`no screen is named ${positionals.join(" ")}`);
const [, width, height] = /^(\d{3,4})x(\d{3,4})$/.exec(values.size ?? "") ?? [];
if (values.size !== undefined && width === undefined)
  throw new Error(`a size is like 1440x900, not ${values.size}`);
/** A window in place of a phone. */
const windowed = width !== undefined && {
  viewport: { width: Number(width), height: Number(height) },
  deviceScaleFactor: 1,
  hasTouch: false,
  isMobile: false,
};
const themes = (["dark", "light"] as const).filter(
  (theme) => values.theme === undefined || values.theme === theme,
);

const [browser, venue] = await Promise.all([
  startChromium(),
  builtApp().then((app) => runVenue(app, { REVIEW: "manual" })),
]);

interface Look {
  locale: string;
  theme: "dark" | "light";
}

async function phoneOf(
  person: Person | undefined,
  { locale, theme }: Look,
): Promise<BrowserContext> {
  const context = await newPhone(browser, { ...sharp, ...windowed, colorScheme: theme });
  context.setDefaultTimeout(timeoutMs);
  await context.addCookies([{ name: "i18n_redirected", value: locale, url: venue.address }]);
  if (person) await letIn(context, venue.address, person);
  return context;
}

/** Draws one screen, in a page of its own. */
async function draw(context: BrowserContext, screen: Screen, path: string): Promise<void> {
  const page = await context.newPage();
  try {
    await show(context, page, screen);
    await page.screenshot({ path });
  } finally {
    await page.close();
    await context.setOffline(false);
  }
}

async function show(context: BrowserContext, page: Page, screen: Screen): Promise<void> {
  if (screen.calls === "silent" || screen.calls === "failing") {
    await page.routeWebSocket(/\/api\//, () => undefined);
    await page.route("**/api/**", (route) =>
      screen.calls === "failing" ? route.fulfill({ status: 500, body: "" }) : undefined,
    );
  }
  await page.goto(venue.address + (screen.path ?? screen.route));
  await page.locator("#root > [inert]").waitFor({ state: "detached" });
  const header = (state: string) => page.locator(`header ${state}`).first().waitFor();
  if (screen.calls === undefined || screen.calls === "cut") await header("[data-state=live]");
  else await page.waitForTimeout(givenUpMs);
  if (screen.calls === "cut") {
    await page.waitForTimeout(settleMs);
    await context.setOffline(true);
    await header("[data-state]:not([data-state=live])");
  }
  await screen.act?.(page);
  await page.waitForTimeout(settleMs);
  if (screen.isTall) {
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    const now = page.viewportSize()?.width ?? 390;
    await page.setViewportSize({ width: now, height: Math.min(whole, tallest) });
    await page.waitForTimeout(settleMs);
  }
}

try {
  await rm(values.out, { recursive: true, force: true });
  await mkdir(values.out, { recursive: true });
  const people = {
    visitor: undefined,
    newcomer: await enrol(venue.address, "newcomer@example.org"),
    trader: await enrol(venue.address, "trader@example.org"),
  };
  if (wanted.some(({ who }) => who === "trader")) await tradeAs(people.trader, venue);
  for (const locale of values.all ? locales : [values.language]) {
    for (const theme of themes) {
      for (const who of ["visitor", "newcomer", "trader"] as const) {
        // What is pressed is found by its English words.
        const own = wanted.filter(
          (screen) => screen.who === who && (locale === "en-US" || screen.act === undefined),
        );
        if (own.length === 0) continue;
        const look = { locale, theme };
        const shared = await phoneOf(people[who], look);
        for (const screen of own) {
          // What an earlier visit left on the device would be shown instead.
          const isBare = screen.calls === "silent" || screen.calls === "failing";
          const context = isBare ? await phoneOf(people[who], look) : shared;
          const name = `${screenName(screen)}-${theme}-${locale}.png`;
          await draw(context, screen, join(values.out, name)).catch((error: unknown) => {
            console.error(name, error);
            process.exitCode = 1;
          });
          if (isBare) await context.close();
        }
        await shared.close();
      }
    }
  }
  console.log(`${values.out}/ holds ${(await readdir(values.out)).length} pictures`);
} finally {
  await browser.close();
  await venue.dispose();
}
