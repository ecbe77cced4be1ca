// Takes the pictures that a phone shows before the app is installed: `npx node scripts/manifest-shots.ts`. Needs a Chromium.
import { mkdir, writeFile } from "node:fs/promises";
import { locales } from "../src/i18n/locales.ts";
import { builtApp } from "../tests/harness/built-app.ts";
import { newPhone, startChromium } from "../tests/harness/chromium.ts";
import { runVenue } from "../tests/harness/running-venue.ts";
import { findChromium } from "./find-chromium.ts";

const folder = new URL("../public/screenshots/", import.meta.url);
const pictures = { home: "/", coins: "/coins?symbol=btcusdt" };

process.env["CHROMIUM_PATH"] = findChromium();
const [browser, venue] = await Promise.all([startChromium(), (process.env["APP_DIR"] === undefined ? builtApp() : Promise.resolve(process.env["APP_DIR"])).then((app) => runVenue(app))]);
try {
  await mkdir(folder, { recursive: true });
  for (const locale of locales) {
    const context = await newPhone(browser, { colorScheme: "dark", serviceWorkers: "block" });
    await context.addCookies([{ name: "i18n_redirected", value: locale, url: venue.address }]);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    for (const [name, path] of Object.entries(pictures)) {
      await page.goto(venue.address + path);
      await page.locator("[data-state=live]").first().waitFor();
      await page.waitForTimeout(2500);
      const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 80 });
      await writeFile(new URL(`${name}-${locale}.webp`, folder), data, "base64");
    }
    await context.close();
  }
} finally {
  await browser.close();
  await venue.dispose();
}
