/** Drawings on the chart in a real Chromium: made by taps and by keys, moved, found again, removed and brought back. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFaults, wcagTags } from "../../harness/browser/axe-faults.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

interface Stored {
  kind: string;
  places: { timeSec: number; price: number }[];
}

async function open(): Promise<Page> {
  const page = await (await stage.phone()).newPage();
  await page.goto(`${stage.address}/coins?symbol=btcusdt`);
  await candles(page);
  return page;
}

const plot = (page: Page) => page.getByRole("slider", { name: /candles of/ });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });
const strip = (page: Page) => page.getByRole("group", { name: "Drawings" });
const sheet = (page: Page) => page.locator("dialog[open]:not([data-fresh])");

/** There are candles on the canvas. */
const candles = (page: Page) =>
  page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("[role=slider] canvas");
    const data = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
    return data?.some((value) => value > 0) ?? false;
  });

const stored = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem("godwit:drawings:btcusdt") ?? "[]") as Stored[],
  );

/** Whether something on the canvas has the colour of what is selected. */
const showsSelected = (page: Page) =>
  page.evaluate(() => {
    const icon = document.querySelector("[data-strip] svg");
    const canvas = document.querySelector<HTMLCanvasElement>("[role=slider] canvas");
    const data = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
    const accent = icon && getComputedStyle(icon).color.match(/\d+/g)?.map(Number);
    if (!data || !accent) return false;
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255 && accent.every((value, channel) => data[at + channel] === value))
        return true;
    return false;
  });

async function choose(page: Page, name: string): Promise<void> {
  await button(page, "Drawings").click();
  await sheet(page).getByRole("button", { name, exact: true }).click();
  await strip(page).getByText(name).waitFor();
}

async function boxOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await plot(page).boundingBox();
  if (!box) throw new Error("no chart");
  return box;
}

test("each kind is drawn by taps, one is moved, and all are there again after a reload", async () => {
  const page = await open();
  const { x, y } = await boxOf(page);
  const kinds = [
    ["Horizontal line", "level"],
    ["Ray", "ray"],
    ["Fibonacci", "fibonacci"],
    ["Measure", "measure"],
    ["Trend line", "trend"],
  ] as const;
  for (const [at, [name]] of kinds.entries()) {
    await choose(page, name);
    await page.touchscreen.tap(x + 60, y + 50 + 6 * at);
    if (at > 0) {
      await strip(page).getByText("Tap where it ends").waitFor();
      await page.touchscreen.tap(x + 220, y + 80 + 6 * at);
    }
    await button(page, "Done").waitFor();
  }
  const drawn = await stored(page);
  expect(drawn.map(({ kind }) => kind)).toEqual(kinds.map(([, kind]) => kind));

  // The trend line is still selected: its second point is a handle.
  await page.mouse.move(x + 220, y + 104);
  await page.mouse.down();
  await page.mouse.move(x + 150, y + 60, { steps: 5 });
  await page.mouse.up();
  await expect
    .poll(async () => (await stored(page)).at(-1)?.places[1])
    .not.toEqual(drawn.at(-1)?.places[1]);
  const moved = await stored(page);
  expect(moved.at(-1)?.places[0]).toEqual(drawn.at(-1)?.places[0]);
  expect(moved.at(-1)?.places[1]?.timeSec).toBeLessThan(drawn.at(-1)?.places[1]?.timeSec ?? 0);
  expect(moved.at(-1)?.places[1]?.price).toBeGreaterThan(drawn.at(-1)?.places[1]?.price ?? 0);

  await page.reload();
  await candles(page);
  await button(page, "Drawings").click();
  await expect.poll(() => sheet(page).getByRole("listitem").count()).toBe(5);
  expect(await axeFaults(page, { include: "dialog[open]", tags: wcagTags })).toEqual([]);
  await sheet(page)
    .getByRole("button", { name: /^Ray \d/ })
    .click();
  expect(await axeFaults(page, { include: "dialog[open]", tags: wcagTags })).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => showsSelected(page)).toBe(true);
  await button(page, "Done").click();
  // They lie at times and prices, so another period shows them too.
  await button(page, "1h – 1 hour").click();
  await page.getByRole("slider", { name: /candles of 1 hour/ }).waitFor();
  await candles(page);
  await button(page, "Drawings").click();
  await sheet(page)
    .getByRole("button", { name: /^Horizontal line \d/ })
    .click();
  await page.keyboard.press("Escape");
  await expect.poll(() => showsSelected(page)).toBe(true);
  expect(await stored(page)).toEqual(moved);
});

test("by keyboard alone: drawn at a candle, moved by its figures, removed, brought back, removed in the list", async () => {
  const page = await open();
  await button(page, "Drawings").focus();
  await page.keyboard.press("Enter");
  await sheet(page).getByRole("button", { name: "Horizontal line", exact: true }).focus();
  await page.keyboard.press("Enter");
  await strip(page).getByText("Tap its price on the chart").waitFor();
  await expect
    .poll(() => plot(page).evaluate((host) => host === document.activeElement))
    .toBe(true);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  const change = strip(page).getByRole("button", { name: "Change its figures" });
  await change.focus();
  await page.keyboard.press("Enter");
  const before = (await stored(page))[0]?.places[0]?.price ?? 0;
  await sheet(page).getByLabel("Price", { exact: true }).focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(async () => (await stored(page))[0]?.places[0]?.price).toBeGreaterThan(before);
  const drawn = await stored(page);
  await page.keyboard.press("Escape");

  await plot(page).focus();
  await page.keyboard.press("Delete");
  await expect.poll(() => stored(page)).toEqual([]);
  await page.getByRole("status").filter({ hasText: "Removed: Horizontal line" }).waitFor();
  await button(page, "Undo").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => stored(page)).toEqual(drawn);

  await button(page, "Drawings").focus();
  await page.keyboard.press("Enter");
  await sheet(page)
    .getByRole("button", { name: /^Remove: Horizontal line/ })
    .focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => stored(page)).toEqual([]);
  await sheet(page).getByRole("button", { name: "Undo" }).waitFor();
});
