/** `npm run shots`: a picture of every screen at 390×844 into `shots/`, through the real venue. `-- --all` adds themes and languages. */
import { mkdir, rm } from "node:fs/promises";
import { builtApp } from "../tests/harness/built-app.ts";
import { newPhone, sharp, startChromium } from "../tests/harness/chromium.ts";
import { buyBitcoin, register } from "../tests/harness/newcomer.ts";
import { runVenue } from "../tests/harness/running-venue.ts";
import { findChromium } from "./find-chromium.ts";

const visitorPaths = [
  "/",
  "/coins?symbol=btcusdt",
  "/contracts",
  "/seconds",
  "/login",
  "/register",
  "/useragreement",
  "/nowhere",
];
const userPaths = [
  "/",
  "/coins?symbol=btcusdt",
  "/assets",
  "/history",
  "/currency/detail?symbol=btcusdt",
];
const all = process.argv.includes("--all");
const variants = all
  ? (["dark", "light"] as const).flatMap((theme) =>
      ["en-US", "fr-FR", "zh-CN", "zh-TW"].map((locale) => ({ theme, locale })),
    )
  : [
      { theme: "dark" as const, locale: "en-US" },
      { theme: "light" as const, locale: "en-US" },
    ];
const folder = "shots";

process.env["CHROMIUM_PATH"] = findChromium();
const [browser, venue] = await Promise.all([
  startChromium(),
  builtApp().then((app) => runVenue(app)),
]);
try {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const account = await newPhone(browser);
  const first = await account.newPage();
  await register(first, venue.address, "shots@example.org");
  await buyBitcoin(first, venue.address);
  const session = (await account.cookies()).filter((cookie) =>
    cookie.name.includes("godwit-client"),
  );
  for (const { theme, locale } of variants) {
    for (const [who, paths] of [
      ["visitor", visitorPaths],
      ["user", userPaths],
    ] as const) {
      const context = await newPhone(browser, {
        ...sharp,
        colorScheme: theme,
        serviceWorkers: "block",
      });
      await context.addCookies([
        { name: "i18n_redirected", value: locale, url: venue.address },
        ...(who === "user" ? session : []),
      ]);
      const page = await context.newPage();
      for (const path of paths) {
        await page.goto(venue.address + path);
        await page.locator("[data-state=live]").first().waitFor();
        await page.waitForTimeout(1500);
        const name = path.split("?")[0]?.replaceAll("/", "-").replace(/^-/, "") || "home";
        await page.screenshot({ path: `${folder}/${who}-${name}-${theme}-${locale}.png` });
      }
      await context.close();
    }
  }
  console.log(
    `${folder}/ holds ${variants.length * (visitorPaths.length + userPaths.length)} pictures`,
  );
} finally {
  await browser.close();
  await venue.dispose();
}
