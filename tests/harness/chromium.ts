import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from "playwright-core";

const args = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** A phone's screen, as most of the tests use it. */
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const satisfies BrowserContextOptions;

/** Starts the Chromium that `scripts/test.ts` found. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium", headless: true, args });
}

export function newPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({ ...phone, locale: "en-US", ...options });
}
