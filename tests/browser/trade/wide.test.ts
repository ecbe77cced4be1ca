/**
 * Screens in windows of every size, in both themes and all languages, with text of the usual size and twice it, of a
 * person and of a visitor, with the network and without: nothing is wider than the window, no text is cut off, and
 * axe finds nothing. `npm test` walks one, `WIDE_CELLS=usual` four, `all` all of them (T-WIDE of `npm run prove`).
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import type { Person } from "../../harness/browser/ask-as.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { cutTexts } from "../../harness/browser/cut-texts.ts";
import { buyBitcoinAs } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { windowSizes } from "../../harness/browser/window-sizes.ts";
import { reportTrials } from "../../harness/trials.ts";

const isAll = process.env["WIDE_CELLS"] === "all";

const languages = ["en-US", "fr-FR", "zh-CN", "zh-TW"] as const;
const trading = ["/coins", "/contracts", "/seconds"];
const screens = isAll
  ? [...trading, "/", "/assets", "/history", "/recharge", "/withdraw", "/security"]
  : trading;

interface Window {
  size: readonly [width: number, height: number];
  theme: "dark" | "light";
  language: (typeof languages)[number];
  text: 16 | 32;
  who: "person" | "visitor";
  line: "online" | "offline";
}

const sample: readonly Window[] = [
  { size: [1440, 900], theme: "dark", language: "en-US", text: 16, who: "person", line: "online" },
  { size: [1440, 900], theme: "light", language: "zh-TW", text: 32, who: "person", line: "online" },
  { size: [1024, 768], theme: "dark", language: "fr-FR", text: 16, who: "person", line: "offline" },
  { size: [820, 1180], theme: "light", language: "fr-FR", text: 16, who: "person", line: "online" },
];

/** Each size with both texts and both themes; the rest goes round. */
const all: readonly Window[] = windowSizes
  .flatMap((size) =>
    ([16, 32] as const).flatMap((text) =>
      (["dark", "light"] as const).map((theme) => ({ size, text, theme })),
    ),
  )
  .map((cell, at) => ({
    ...cell,
    language: languages[(at + Math.floor(at / 4)) % languages.length] ?? "en-US",
    who: at % 5 === 4 ? "visitor" : "person",
    line: at % 3 === 2 ? "offline" : "online",
  }));

const cells = isAll ? all : sample.slice(0, process.env["WIDE_CELLS"] === "usual" ? undefined : 1);

/** A browser's size of text is chosen when it starts. */
const stages = new Map(
  [...new Set(cells.map(({ text }) => text))].map((text) => [
    text,
    new PhoneStage({ browser: { textPx: text } }),
  ]),
);
const people = new Map<PhoneStage, Person>();

beforeAll(async () => {
  // The stages have a browser each, and one venue.
  for (const [text, stage] of stages) {
    const person = await stage.user(`wide-${text}@example.org`);
    await buyBitcoinAs(person, stage.address);
    people.set(stage, person);
  }
});

/** What is wrong with the page. */
async function faults(page: Page): Promise<string[]> {
  const over = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  return [
    ...(over > 0 ? [`${over} px wider than the window`] : []),
    ...(await cutTexts(page)).map((text) => `cut off: ${text}`),
    ...(await axeFaults(page)),
  ];
}

/** Ends when the page reaches the venue again: the browser may be a moment late. */
async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  const isReached = () =>
    page.evaluate(() =>
      fetch("/config.json", { cache: "no-store" }).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  await expect.poll(isReached).toBe(true);
}

test.each(cells)(
  "$size.0×$size.1, $theme, $language, text of $text px, $who, $line",
  async ({ size: [width, height], theme, language, text, who, line }) => {
    const stage = stages.get(text);
    if (!stage) throw new Error("a browser without that size of text");
    const person = who === "person" ? people.get(stage) : undefined;
    const context = await stage.phone({
      ...(person && { as: person }),
      viewport: { width, height },
      hasTouch: false,
      isMobile: false,
      colorScheme: theme,
    });
    await context.addCookies([{ name: "i18n_redirected", value: language, url: stage.address }]);
    const page = await context.newPage();
    let found = 0;
    for (const path of screens) {
      await openApp(page, stage.address + path);
      if (line === "offline") {
        await context.setOffline(true);
        await page.waitForTimeout(300);
      }
      await page.waitForLoadState("networkidle");
      const wrong = await faults(page);
      if (line === "offline") await goOnline(page);
      found += wrong.length === 0 ? 0 : 1;
      expect.soft(wrong, path).toEqual([]);
    }
    reportTrials("screens in a window", screens.length, found);
  },
);
