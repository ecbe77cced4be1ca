/** The chart in a real Chromium, over a real venue: types, indicators, history, gestures, keys, full screen, picture. */
import { readFile } from "node:fs/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { sharp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

async function open(options: BrowserContextOptions & { before?: () => void } = {}): Promise<Page> {
  const { before, ...rest } = options;
  const context = await stage.phone({ ...sharp, reducedMotion: "no-preference", ...rest });
  const page = await context.newPage();
  if (before) await page.addInitScript(before);
  await page.goto(`${stage.address}/coins?symbol=btcusdt`);
  await drawn(page);
  return page;
}

const plot = (page: Page) => page.getByRole("slider", { name: /candles of/ });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** There is ink on the canvas. */
const drawn = (page: Page) =>
  page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("[role=slider] canvas");
    return (
      canvas
        ?.getContext("2d")
        ?.getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value) => value > 0) ?? false
    );
  });

/** What the canvas shows, as a number that another picture does not have. */
async function looks(page: Page): Promise<number> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("[role=slider] canvas");
    // The newest candle and its tag move by themselves: only the older half counts.
    const data =
      canvas?.getContext("2d")?.getImageData(0, 60, canvas.width / 2, canvas.height - 120).data ??
      new Uint8ClampedArray();
    let sum = 7;
    for (let at = 0; at < data.length; at++)
      sum = (sum * 31 + (data[at] ?? 0) * (at % 7)) % 2_147_483_647;
    return sum;
  });
}

/** Waits for a picture that is not among those, and adds it to them. */
async function anotherPicture(page: Page, seen: Set<number>): Promise<void> {
  let shown = 0;
  await expect.poll(async () => seen.has((shown = await looks(page)))).toBe(false);
  seen.add(shown);
}

async function openSettings(page: Page): Promise<void> {
  await button(page, "Chart settings").click();
  await page.locator("dialog[open]:not([data-fresh])").waitFor();
}

async function drag(page: Page, dx: number): Promise<void> {
  const box = await plot(page).boundingBox();
  if (!box) throw new Error("no chart");
  const y = box.y + 80;
  await page.mouse.move(box.x + 40, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 40 + dx, y, { steps: 6 });
  await page.mouse.up();
}

test("each type and each indicator changes the picture, and the choice outlives the page", async () => {
  const page = await open();
  const seen = new Set([await looks(page)]);
  await openSettings(page);
  for (const name of ["Heikin-Ashi", "Line", "Area"]) {
    await page.getByRole("radio", { name }).check();
    await anotherPicture(page, seen);
  }
  expect(seen.size).toBe(4);
  await page.getByRole("radio", { name: "Candles", exact: true }).check();
  await page.getByRole("switch", { name: "Hollow rising candles" }).uncheck();
  await anotherPicture(page, seen);
  await page.getByRole("radio", { name: "Area" }).check();
  await page.keyboard.press("Escape");
  for (const name of ["EMA", "BOLL", "MACD", "RSI", "KDJ", "VOL"]) {
    await button(page, name).click();
    await anotherPicture(page, seen);
  }
  expect(seen.size).toBe(11);
  await page.reload();
  await drawn(page);
  const pressed = await page
    .getByRole("group", { name: "Indicators" })
    .getByRole("button", { pressed: true })
    .allTextContents();
  expect(pressed).toEqual(["MA", "EMA", "BOLL", "MACD", "RSI", "KDJ"]);
  await openSettings(page);
  expect(await page.getByRole("radio", { name: "Area" }).isChecked()).toBe(true);
});

test("parameters: what cannot be used says why and is not taken; the usual ones come back", async () => {
  const page = await open();
  await openSettings(page);
  const length = page.getByLabel("Length 1");
  const stored = () =>
    page.evaluate(
      () =>
        (
          JSON.parse(localStorage.getItem("godwit:chart") ?? "null") as {
            indicators: { MA: { parameters: number[] } };
          } | null
        )?.indicators.MA.parameters,
    );
  await length.fill("7");
  await expect.poll(stored).toEqual([7, 10, 30]);
  await length.fill("0");
  await page.getByText("A whole number from 1 to 500").waitFor();
  await length.fill("2,5,");
  expect(await stored()).toEqual([7, 10, 30]);
  await button(page, "Usual parameters").click();
  await expect
    .poll(async () => [await length.inputValue(), await stored()])
    .toEqual(["5", [5, 10, 30]]);
});

test("all ten periods are there, and the chosen one is kept", async () => {
  const page = await open();
  const group = page.getByRole("group", { name: "Length of a candle" });
  expect(await group.getByRole("button", { name: /–/ }).count()).toBe(5);
  await button(page, /^More periods/).click();
  await page.getByRole("button", { name: "1W – 1 week" }).click();
  await button(page, "More periods, chosen: 1W – 1 week").waitFor();
  await page.reload();
  await button(page, "More periods, chosen: 1W – 1 week").waitFor();
});

test("panning back reads older candles by their time, until history ends", async () => {
  const page = await open({ reducedMotion: "reduce" });
  await button(page, "1D – 1 day").click();
  await page.getByRole("slider", { name: /candles of 1 day/ }).waitFor();
  const asked = page.waitForRequest((request) =>
    /getKline.*from=\d+.*to=\d+|getKline.*to=\d+.*from=\d+/.test(request.url()),
  );
  // Left behind where a line before its own fails.
  asked.catch(() => undefined);
  const count = async () => Number(await plot(page).getAttribute("aria-valuemax"));
  await expect.poll(count).toBeGreaterThan(400);
  const before = await count();
  await plot(page).focus();
  await page.keyboard.press("Home");
  await asked;
  await expect.poll(count).toBeGreaterThan(before);
  await expect
    .poll(async () => {
      await page.keyboard.press("Home");
      return page.getByText("No older candles").isVisible();
    })
    .toBe(true);
});

test("a key that comes before the first picture of other candles moves their view", async () => {
  const page = await open();
  const older = page.waitForRequest((request) =>
    ["getKline", "period=1day&", "from="].every((part) => request.url().includes(part)),
  );
  await page.evaluate(() => {
    const chart = document.querySelector("[role=slider]:has(canvas)");
    if (!chart) throw new Error("no chart");
    new MutationObserver((_changes, observer) => {
      const isDaily = chart.getAttribute("aria-label")?.includes("1 day") ?? false;
      if (!isDaily || Number(chart.getAttribute("aria-valuemax")) < 100) return;
      observer.disconnect();
      chart.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
    }).observe(chart, { attributes: true });
  });
  await button(page, "1D – 1 day").click();
  await older;
});

test("keys move from candle to candle and say its figures, Enter the course, a table shows both", async () => {
  const page = await open();
  await plot(page).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  const value = () => plot(page).getAttribute("aria-valuetext");
  await expect
    .poll(value)
    .toMatch(/open [\d,.]+, high [\d,.]+, low [\d,.]+, close [\d,.]+, volume .*MA5 [\d,.]+/);
  const first = await value();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(value).not.toBe(first);
  await page.keyboard.press("Enter");
  await page
    .getByRole("status")
    .filter({ hasText: /100 candles of 15 minutes each/ })
    .waitFor();
  await page.keyboard.press("Escape");
  await openSettings(page);
  await page.getByRole("switch", { name: "Table instead of the chart" }).click();
  await page.keyboard.press("Escape");
  expect(
    await page.getByRole("region", { name: "Candles as a table" }).getByRole("row").count(),
  ).toBe(61);
});

test("a long press reads a candle above the drawing, a tap lets it go, and a swipe up scrolls the page", async () => {
  const page = await open();
  const box = await plot(page).boundingBox();
  if (!box) throw new Error("no chart");
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchEnd", at?: { x: number; y: number }) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  const place = { x: box.x + 120, y: box.y + 90 };
  const readout = page.getByText(/^O [\d,.]+$/);
  await touch("touchStart", place);
  await readout.waitFor();
  await touch("touchEnd");
  const read = await readout.boundingBox();
  expect((read?.y ?? Infinity) + (read?.height ?? 0)).toBeLessThanOrEqual(box.y);
  await touch("touchStart", place);
  await touch("touchEnd");
  await readout.waitFor({ state: "hidden" });
  await client.send("Input.synthesizeScrollGesture", { ...place, yDistance: -250, speed: 2000 });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
});

test("with the system's few colours each tag is legible", async () => {
  const page = await open({ forcedColors: "active" });
  // A row of the axis without a clear pixel is a tag's.
  const tagColours = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("[role=slider] canvas");
    const ctx = canvas?.getContext("2d");
    if (!canvas || !ctx) return [];
    const [wide, left] = [40 * devicePixelRatio, canvas.width - 46 * devicePixelRatio];
    const colours = new Set<string>();
    for (let y = 0; y < canvas.height; y++) {
      const { data } = ctx.getImageData(left, y, wide, 1);
      const row = Array.from({ length: wide }, (_, at) => [...data.subarray(4 * at, 4 * at + 4)]);
      if (row.every(([, , , alpha]) => alpha === 255))
        for (const pixel of row) colours.add(pixel.join(" "));
    }
    return [...colours];
  });
  expect(tagColours.length).toBeGreaterThan(1);
});

test("however often it is moved, a frame is drawn at most once", async () => {
  const page = await open({ isMobile: false, hasTouch: false });
  await page.evaluate(() => {
    const counts = { frames: 0, drawn: 0 };
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>("[role=slider] canvas")) {
      const ctx = canvas.getContext("2d");
      const clear = ctx?.clearRect.bind(ctx);
      Object.assign(ctx ?? {}, {
        clearRect(...box: Parameters<CanvasRenderingContext2D["clearRect"]>) {
          counts.drawn += 1;
          clear?.(...box);
        },
      });
    }
    const count = () => {
      counts.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    Object.assign(globalThis, { counts });
  });
  await plot(page).evaluate((element) => {
    for (let step = 0; step < 300; step++)
      element.dispatchEvent(
        new WheelEvent("wheel", { deltaX: step % 2 === 0 ? -9 : 7, cancelable: true }),
      );
  });
  await drag(page, 200);
  const counted = () =>
    page.evaluate(() => ({
      ...(globalThis as unknown as { counts: { frames: number; drawn: number } }).counts,
    }));
  // Everything that was asked for is drawn once three frames have passed.
  const { frames: asked } = await counted();
  await expect.poll(async () => (await counted()).frames).toBeGreaterThan(asked + 2);
  const { frames, drawn: times } = await counted();
  expect(times).toBeGreaterThan(0);
  // With a crosshair the upper canvas is emptied too.
  expect(times).toBeLessThanOrEqual(2 * frames);
  expect(times).toBeLessThan(150);
});

test.each([
  { way: "the browser's", before: () => {} },
  {
    way: "a page's own",
    before: () =>
      void Object.defineProperty(Document.prototype, "fullscreenEnabled", { get: () => false }),
  },
])(
  "full screen by $way: entered, left by Escape and by going back, nothing left behind",
  async ({ before }) => {
    const page = await open({ before });
    const [height] = await page.evaluate(() => [innerHeight]);
    const isFull = async () =>
      ((await page.locator("figure").boundingBox())?.height ?? 0) >= (height ?? 0) - 1;
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => page.goBack(),
      () => button(page, "Leave full screen").click(),
    ]) {
      await button(page, "Full screen").click();
      await expect.poll(isFull).toBe(true);
      expect(await page.locator("header[inert], main ~ [inert], [inert]").count()).toBeGreaterThan(
        0,
      );
      // A step back that is still under way would take the next full screen with it.
      await page.evaluate(() => {
        window.name = "";
        addEventListener("popstate", () => (window.name = "back"), { once: true });
      });
      await leave();
      await expect.poll(isFull).toBe(false);
      await expect.poll(() => page.evaluate(() => window.name)).toBe("back");
      expect(await page.locator("[inert]").count()).toBe(0);
      expect(page.url()).toContain("/coins");
    }
  },
);

test("a picture is saved as PNG under the market's name", async () => {
  const page = await open({
    before: () => void Object.defineProperty(navigator, "canShare", { value: undefined }),
  });
  await openSettings(page);
  const download = page.waitForEvent("download");
  await button(page, "Picture of the chart").click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^godwit-btcusdt-15min-\d{8}-\d{6}\.png$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20) > 500]).toEqual([780, true]);
});
