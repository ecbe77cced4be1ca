/** The book, its depth and the trades in a real Chromium over a real venue, also over a stream that loses words. */
import { gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Person } from "../../harness/browser/ask-as.ts";
import { watchPage } from "../../harness/browser/page-faults.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

/** A word of the stream as text and as it travels, which may be packed. */
interface Word {
  text: string;
  raw: string | Buffer;
}

/** What becomes of a word of the stream: the words to tell in its place. */
type Line = (word: Word) => readonly Word[];

/** The sheet of the whole book, opened from beside the ticket, or the page before that. */
async function openBook(
  options: { line?: Line | "blocked"; before?: (page: Page) => Promise<unknown>; as?: Person } = {},
): Promise<{ page: Page; reads: string[] }> {
  const context = await stage.phone(options.as && { as: options.as });
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  const reads: string[] = [];
  page.on("request", (request) => request.url().includes("/getDepth") && reads.push(request.url()));
  const { line } = options;
  if (line) {
    await page.routeWebSocket(/\/api\/ws/, (socket) => {
      if (line === "blocked") return void socket.close();
      const server = socket.connectToServer();
      server.onMessage((raw) => {
        const text = typeof raw === "string" ? raw : gunzipSync(raw).toString();
        for (const word of line({ text, raw })) socket.send(word.raw);
      });
    });
  }
  await options.before?.(page);
  await page.goto(`${stage.address}/coins?symbol=btcusdt`);
  return { page, reads };
}

async function showSheet(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Full book" }).click();
  await page.locator("dialog[open] table").first().waitFor();
}

const sheet = (page: Page) => page.locator("dialog[open]");
const tab = (page: Page, name: string) => sheet(page).getByRole("tab", { name }).click();

interface SeenBook {
  bids: number[];
  asks: number[];
}

/** What eyes can see of the book at this moment: prices of both sides, best first. */
const seen = (page: Page): Promise<SeenBook> =>
  page.evaluate(() => {
    const prices = (side: string) =>
      [...document.querySelectorAll(`dialog[open] tr[data-side=${side}] td[class*=price]`)]
        .filter((cell) => cell.textContent !== "")
        .map((cell) => Number(cell.textContent.replaceAll(",", "")));
    return { bids: prices("bid"), asks: prices("ask") };
  });

/** Looks at every frame until so many different books were shown; answers those that were crossed or out of order. */
const watchBooks = (page: Page, count: number): Promise<string[]> =>
  page.evaluate(async (enough) => {
    const wrong: string[] = [];
    const books = new Set<string>();
    const prices = (side: string) =>
      [...document.querySelectorAll(`dialog[open] tr[data-side=${side}] td[class*=price]`)]
        .filter((cell) => cell.textContent !== "")
        .map((cell) => Number(cell.textContent.replaceAll(",", "")));
    while (books.size < enough) {
      const [bids, asks] = [prices("bid"), prices("ask")];
      books.add(`${bids[0]} ${asks[0]}`);
      const sorted =
        bids.every((price, at) => at === 0 || price < (bids[at - 1] ?? 0)) &&
        asks.every((price, at) => at === 0 || price > (asks[at - 1] ?? Infinity));
      if (!sorted || (bids[0] ?? 0) >= (asks[0] ?? Infinity)) wrong.push(`${bids[0]} ${asks[0]}`);
      await new Promise((done) => requestAnimationFrame(done));
    }
    return wrong;
  }, count);

const forbidden = (page: Page) =>
  page.evaluate(() => (globalThis as { forbidden?: string[] }).forbidden);

describe("the whole book", () => {
  test("five levels a side stand beside the ticket; the sheet has twenty, fifty and all of them, grouped as one likes", async () => {
    const { page } = await openBook();
    await page.getByRole("table", { name: "Order book of BTC/USDT" }).waitFor();
    await expect
      .poll(() => page.locator("form tr[data-side=ask] td[class*=price]").count())
      .toBe(5);
    await showSheet(page);
    await expect.poll(async () => (await seen(page)).bids.length).toBe(20);
    await page.getByRole("button", { name: "Show up to 50 levels" }).click();
    await page.getByRole("button", { name: "Show up to 150 levels" }).click();
    await expect.poll(async () => (await seen(page)).asks.length).toBe(150);
    await sheet(page).getByRole("button", { name: "1", exact: true }).click();
    await expect
      .poll(async () => {
        const { bids, asks } = await seen(page);
        return [...bids, ...asks].filter((price) => price % 1 !== 0);
      })
      .toEqual([]);
    const { bids } = await seen(page);
    expect(bids.length).toBeGreaterThan(2);
    expect(bids.length).toBeLessThan(145);
    const sizes = () =>
      sheet(page).locator("tr[data-side=bid] td:not([class*=price])").allTextContents();
    await sheet(page).getByRole("radio", { name: "Sum" }).check();
    await expect
      .poll(async () => {
        const sums = (await sizes()).map((text) => Number(text.replaceAll(",", "")));
        return sums.filter((sum, at) => at > 0 && !(sum > (sums[at - 1] ?? 0)));
      })
      .toEqual([]);
  });

  test("while the stream loses, doubles and swaps words the book moves on, is never crossed, and asks for what is missing", async () => {
    let count = 0;
    let held: Word[] = [];
    const { page, reads } = await openBook({
      line: (word) => {
        if (!word.text.includes('.mbp.150","ts"')) return [word];
        const fate = ["told", "twice", "held", "swapped", "lost"][count++ % 5];
        const late = held;
        held = fate === "held" ? [word] : [];
        return fate === "told"
          ? [word]
          : fate === "twice"
            ? [word, word]
            : fate === "swapped"
              ? [word, ...late]
              : [];
      },
    });
    await showSheet(page);
    await expect.poll(async () => (await seen(page)).bids.length).toBe(20);
    const before = reads.length;
    expect(await watchBooks(page, 6)).toEqual([]);
    expect(count).toBeGreaterThan(5);
    await expect.poll(() => reads.length).toBeGreaterThan(before);
  });

  test("over a stream without loss the book is read once, then pushed", async () => {
    const { page, reads } = await openBook();
    await showSheet(page);
    await expect.poll(async () => (await seen(page)).bids.length).toBe(20);
    const before = reads.length;
    expect(await watchBooks(page, 6)).toEqual([]);
    expect(reads.length - before).toBeLessThanOrEqual(1);
  });

  test("where sockets are blocked the book is asked for", async () => {
    const { page } = await openBook({ line: "blocked" });
    await showSheet(page);
    await expect.poll(async () => (await seen(page)).bids.length).toBe(20);
    const first = (await seen(page)).bids[0];
    await expect
      .poll(async () => (await seen(page)).bids[0] !== first, { timeout: 12_000 })
      .toBe(true);
  });

  test("a book that did not come can be asked for again; one that came stays when the network goes, with its time", async () => {
    let broken = true;
    const { page } = await openBook({
      as: await stage.user("book@example.org"),
      line: "blocked",
      before: (fresh) =>
        fresh.route(/getDepth/, (route) => (broken ? route.abort() : route.continue())),
    });
    await page.getByText("The order book did not arrive").waitFor();
    await page.getByText("Orders can be placed once it is here.").waitFor();
    await page.getByText("The order book has not come yet.").waitFor();
    const again = page.locator("form").getByRole("button", { name: "Try again" });
    await again.waitFor();
    broken = false;
    // At once: the book asks again by itself, too.
    await again.evaluate((button: HTMLElement) => button.click());
    await showSheet(page);
    await expect.poll(async () => (await seen(page)).bids.length).toBe(20);
    broken = true;
    await page.context().setOffline(true);
    await sheet(page)
      .getByText(/^Offline\. Book of \d\d:\d\d:\d\d$/)
      .waitFor({ timeout: 20_000 });
    expect((await seen(page)).bids).toHaveLength(20);
    await page.context().setOffline(false);
    broken = false;
    await sheet(page)
      .getByText(/^Offline/)
      .waitFor({ state: "detached", timeout: 20_000 });
  });
});

describe("depth", () => {
  const plot = (page: Page) => page.getByRole("slider", { name: "Depth of BTC/USDT" });

  test("is drawn, read by keys and by touch, said and shown as a table, within the page's policy", async () => {
    const { page } = await openBook();
    await showSheet(page);
    await tab(page, "Depth");
    await page.waitForFunction(() => {
      const canvas = document.querySelector<HTMLCanvasElement>("dialog[open] [role=slider] canvas");
      return (
        canvas
          ?.getContext("2d")
          ?.getImageData(0, 0, canvas.width, canvas.height)
          .data.some((value) => value > 0) ?? false
      );
    });
    const value = () => plot(page).getAttribute("aria-valuetext");
    expect(await value()).toBe("Middle of the book");
    await plot(page).focus();
    await page.keyboard.press("ArrowRight");
    // The crosshair keeps its price: the book may move away from it at once.
    await expect
      .poll(value)
      .toMatch(/^Buying up to [\d,.]+: [\d,.]+ BTC for [\d,.]+ USDT, slippage 0(\.0\d+)?%$/);
    const slippage = async () => Number(/slippage ([\d.]+)%/.exec((await value()) ?? "")?.[1]);
    const near = await slippage();
    await page.keyboard.press("PageUp");
    await expect.poll(slippage).toBeGreaterThan(near);
    await page.keyboard.press("Home");
    await expect.poll(value).toMatch(/^Selling down to /);
    await page.keyboard.press("Escape");
    await expect.poll(value).toBe("Middle of the book");
    expect(await sheet(page).count()).toBe(1);
    await page.keyboard.press("Enter");
    await sheet(page)
      .getByRole("status")
      .filter({ hasText: /Selling down to .* Buying up to / })
      .waitFor({ state: "attached" });

    const box = await plot(page).boundingBox();
    if (!box) throw new Error("no plot");
    await page.touchscreen.tap(box.x + box.width * 0.2, box.y + 60);
    await expect.poll(value).toMatch(/^Selling down to /);
    const tapped = await value();
    // The crosshair outlives the next book. So far out levels lie a twentieth of a percent apart, and it keeps to
    // the one next to where the finger was, of some percent that are drawn.
    const next = await plot(page).evaluate(
      (slider, before) =>
        new Promise<string>((done) => {
          const look = () => {
            const now = slider.getAttribute("aria-valuetext") ?? "";
            if (now === before) return;
            observer.disconnect();
            done(now);
          };
          const observer = new MutationObserver(look);
          observer.observe(slider, { attributes: true });
          look();
        }),
      tapped,
    );
    expect(next).toMatch(/^Selling down to [\d,.]+: .* slippage 0\.\d+%$/);
    const priceOf = (words: string | null) =>
      Number(/to ([\d,.]+):/.exec(words ?? "")?.[1]?.replaceAll(",", ""));
    expect(Math.abs(priceOf(next) / priceOf(tapped) - 1)).toBeLessThan(0.002);

    await sheet(page).getByRole("button", { name: "Table" }).click();
    await expect.poll(() => sheet(page).getByRole("table").count()).toBe(2);
    await expect.poll(() => sheet(page).getByRole("row").count()).toBe(20);
    expect(await forbidden(page)).toEqual([]);
    // The page's own first rules stand in its head.
    expect(await page.locator("body style, style + style, [onclick]").count()).toBe(0);
  });

  test("a drawing that cannot be loaded says so, and can be asked for again", async () => {
    let broken = true;
    const { page } = await openBook({
      before: (fresh) =>
        fresh.route(/depth-plot.*\.js/, (route) => (broken ? route.abort() : route.continue())),
    });
    await showSheet(page);
    await tab(page, "Depth");
    await sheet(page).getByText("The chart could not be loaded").waitFor();
    broken = false;
    await sheet(page).getByRole("button", { name: "Try again" }).click();
    await sheet(page).locator("[role=slider] canvas").waitFor();
  });
});

test("the trades run by themselves, stand still on demand, and say how many came since", async () => {
  const { page } = await openBook();
  await showSheet(page);
  await tab(page, "Trades");
  const rows = () => sheet(page).locator("tbody tr").allTextContents();
  await expect.poll(async () => (await rows()).length).toBe(30);
  const first = (await rows()).join();
  await expect.poll(async () => (await rows()).join() !== first).toBe(true);
  await sheet(page).getByRole("button", { name: "Pause the trades" }).click();
  const paused = (await rows()).join();
  await sheet(page)
    .getByText(/^Paused\. [1-9]\d* newer$/)
    .waitFor();
  expect((await rows()).join()).toBe(paused);
  await sheet(page).getByRole("button", { name: "Let the trades run on" }).click();
  await expect.poll(async () => (await rows()).join() !== paused).toBe(true);
  const times = await sheet(page).locator("tbody tr td:first-child").allTextContents();
  expect(times).toEqual(times.toSorted().toReversed());
});
