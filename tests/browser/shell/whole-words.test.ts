/**
 * Words and figures on a small phone: none is cut off, also where a price says how long it has been frozen.
 * `WORDS_CELLS=all` looks at every language at four widths, and at more screens.
 */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../harness/browser/ask-as.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { cutTexts } from "../../harness/browser/cut-texts.ts";
import { buyBitcoinAs } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { times } from "../../harness/trials.ts";

const stage = new PhoneStage();
let person: Person;

beforeAll(async () => {
  person = await stage.user("whole-words@example.org");
  await buyBitcoinAs(person, stage.address);
});

const isWhole = process.env["WORDS_CELLS"] === "all";
const cells = isWhole
  ? ["en-US", "zh-CN", "zh-TW", "fr-FR"].flatMap((locale) =>
      [
        [320, 568],
        [360, 640],
        [390, 844],
        [430, 932],
      ].map(([width = 0, height = 0]) => ({ locale, width, height })),
    )
  : ["fr-FR", "zh-TW"].slice(0, times(1, 2)).map((locale) => ({ locale, width: 320, height: 568 }));

/** Screens that only the whole matrix looks at. */
const moreScreens = [
  ["/coins?symbol=pepeusdt", "PEPE/USDT"],
  ["/contracts?symbol=ethusdt", "ETH/USDT"],
  ["/recharge", "USDT"],
  ["/withdraw", ""],
  ["/security", ""],
  ["/certification", ""],
] as const;

/** Screens by what each shows once it is there. */
const screens = [
  ["/", "BTC"],
  ["/coins?symbol=btcusdt&tab=completed", "BTC/USDT"],
  ["/contracts?symbol=btcusdt", "BTC/USDT"],
  ["/seconds?symbol=btcusdt", "BTC/USDT"],
  ["/assets", "BTC"],
  ["/history", "USDT"],
  ["/currency/detail?symbol=btcusdt", "BTC/USDT"],
  ...(isWhole ? moreScreens : []),
] as const;

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(cells)("at $width px in $locale", ({ locale, width, height }) => {
  test("no word or figure is cut off, live or frozen", { timeout: 120_000 }, async () => {
    const phone = await stage.phone({
      as: person,
      locale,
      viewport: { width, height },
    });
    const page = await phone.newPage();
    const cut: string[] = [];
    const look = async (where: string) => {
      cut.push(...(await cutTexts(page)).map((text) => `${where}: ${text}`));
      expect(await overflow(page), where).toBeLessThanOrEqual(0);
    };
    for (const [path, shown] of screens) {
      await openApp(page, stage.address + path);
      await page
        .getByRole("main")
        .getByText(shown || /\p{L}/u)
        .filter({ visible: true })
        .first()
        .waitFor();
      await look(path);
    }
    await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
    await page.locator("[data-state=live]").first().waitFor();
    await phone.setOffline(true);
    await page
      .locator("[data-compact] [data-state=frozen]")
      .filter({ hasText: /\d/ })
      .waitFor({ timeout: 60_000 });
    await look("frozen");
    expect(cut).toEqual([]);
  });
});
