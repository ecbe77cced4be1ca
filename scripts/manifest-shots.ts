// Takes the pictures that a phone or computer shows before the app is installed: `npx node scripts/manifest-shots.ts`. Needs a Chromium.
import { mkdir, writeFile } from "node:fs/promises";
import { locales } from "../src/i18n/locales.ts";
import { builtApp } from "../tests/harness/browser/built-app.ts";
import { newPhone, phone, startChromium } from "../tests/harness/browser/chromium.ts";
import { buyBitcoin, register } from "../tests/harness/browser/newcomer.ts";
import { runVenue } from "../tests/harness/venue/running-venue.ts";
import { findChromium } from "../tests/harness/browser/find-chromium.ts";
import { picturePath, pictures, pictureSizes } from "./build/manifests.ts";

const publicDir = new URL("../public/", import.meta.url);
const settleMs = 2500;

process.env["CHROMIUM_PATH"] = findChromium();
const [browser, venue] = await Promise.all([
  startChromium({ whole: true }),
  (process.env["APP_DIR"] === undefined
    ? builtApp()
    : Promise.resolve(process.env["APP_DIR"])
  ).then((app) => runVenue(app)),
]);
try {
  await mkdir(new URL("screenshots/", publicDir), { recursive: true });
  const account = await newPhone(browser);
  const first = await account.newPage();
  await register(first, venue.address, "pictures@example.org");
  await buyBitcoin(first, venue.address);
  const session = (await account.cookies()).filter((cookie) =>
    cookie.name.includes("godwit-client"),
  );
  await account.close();
  for (const locale of locales) {
    for (const form of ["narrow", "wide"] as const) {
      const { width, height, scale } = pictureSizes[form];
      const device = form === "narrow" ? phone : {};
      const context = await browser.newContext({
        ...device,
        viewport: { width, height },
        deviceScaleFactor: scale,
        colorScheme: "dark",
        serviceWorkers: "block",
      });
      await context.addCookies([
        { name: "i18n_redirected", value: locale, url: venue.address },
        ...session,
      ]);
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      for (const [name, { path, form: shownOn }] of Object.entries(pictures)) {
        if (shownOn !== form) continue;
        await page.goto(venue.address + path);
        await page.locator("[data-state=live]").first().waitFor();
        await page.waitForLoadState("networkidle");
        await page.waitForFunction(
          () =>
            [...document.images].every((image) => image.complete) &&
            document.querySelector("[data-flush]") === null,
        );
        await page.waitForTimeout(settleMs);
        const { data } = await devtools.send("Page.captureScreenshot", {
          format: "webp",
          quality: 70,
          clip: { x: 0, y: 0, width, height, scale },
        });
        await writeFile(new URL(picturePath(name, locale).slice(1), publicDir), data, "base64");
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await venue.dispose();
}
