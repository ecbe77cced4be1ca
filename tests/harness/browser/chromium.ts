import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
} from "playwright-core";
import { findChromium, findHeadlessShell } from "./find-chromium.ts";

/** How every Chromium of the tests is started. */
const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Under vitest the headless shell saves a sixth of the CPU: its pages live for seconds, too short for what is
 * optimised, compiled ahead or tidied up early to pay, and a process fewer is a switch fewer. Benchmarks do without.
 */
const shortLived = process.env["VITEST"]
  ? [
      "--js-flags=--no-turbofan --no-maglev --max-lazy --min-semi-space-size=16",
      "--in-process-gpu",
      "--enable-features=NetworkServiceInProcess2",
    ]
  : [];

/** A phone's screen, as most of the tests use it. Drawn at one pixel for one it costs a tenth less; where pixels count, it is `sharp`. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  hasTouch: true,
  isMobile: true,
} as const satisfies BrowserContextOptions;

/** As a phone has it: more pixels than a page counts. */
export const sharp = { deviceScaleFactor: 2 } as const satisfies BrowserContextOptions;

/** As on a person's own phone: the app's worker is installed, and things move. Both cost CPU and time. */
export const everyday = {
  serviceWorkers: "allow",
  reducedMotion: "no-preference",
} as const satisfies BrowserContextOptions;

export interface StartOptions extends Pick<LaunchOptions, "ignoreDefaultArgs"> {
  /**
   * With all of a browser around its pages: installing, the back-forward cache, timings as a person has them.
   * Otherwise the headless shell, which is the same engine at half the CPU a page.
   */
  whole?: boolean;
  /** The size of text that the person has chosen in the browser, CSS px; usually 16. */
  textPx?: number;
}

/** Starts the Chromium that `scripts/test.ts` found. */
export function startChromium({
  whole = false,
  textPx,
  ...rest
}: StartOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: whole ? findChromium() : findHeadlessShell(),
    headless: true,
    args: [
      ...chromiumArgs,
      ...(whole ? [] : shortLived),
      ...(textPx === undefined ? [] : [`--blink-settings=defaultFontSize=${textPx}`]),
    ],
    ...rest,
  });
}

/** Several workers share two cores with the venues and the database, so a state may be slow to come. */
const timeoutMs = 60_000;

/**
 * The whole browser with a profile, which a person's own has: a window without one counts as private, where
 * nothing can be installed.
 */
export function startProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    headless: true,
    args: chromiumArgs,
    locale: "en-US",
    viewport: null,
  });
}

/** A phone without the app's worker and without motion, unless it is {@link everyday}. */
export async function newPhone(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...phone,
    locale: "en-US",
    serviceWorkers: "block",
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(timeoutMs);
  return context;
}

/** Opens an address and waits until the app has taken the place of what the build wrote, which takes no input. */
export async function openApp(page: Page, address: string): Promise<void> {
  // A sheet that closes steps back in the history, which breaks off a page that is opened in the same moment.
  await page.goto(address).catch((error: unknown) => {
    if (!String(error).includes("ERR_ABORTED")) throw error;
    return page.goto(address);
  });
  await page.locator("#root > [inert]").waitFor({ state: "detached" });
}
