import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";

/** How every Chromium of the tests is started. */
export const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A phone's screen, as most of the tests use it. Drawn at one pixel for one it costs a tenth less; where pixels count, it is `sharp`. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  hasTouch: true,
  isMobile: true,
} as const satisfies BrowserContextOptions;

/** As a phone has it: more pixels than a page counts. */
export const sharp = { deviceScaleFactor: 2 } as const satisfies BrowserContextOptions;

/** Starts the Chromium that `scripts/test.ts` found. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    headless: true,
    args: chromiumArgs,
  });
}

/** Two workers share two cores with the venue and the database: what is waited for may be a while in coming. */
const patienceMs = 60_000;

export async function newPhone(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...phone, locale: "en-US", ...options });
  context.setDefaultTimeout(patienceMs);
  return context;
}

/** Opens an address and waits until the app has taken the place of what the build wrote, which takes no input. */
export async function openApp(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("#root > [inert]").waitFor({ state: "detached" });
}
