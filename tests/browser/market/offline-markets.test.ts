/** Markets without a network, in the built app: what the device kept, with its age, and what it costs to lose it. */
import { expect, test } from "vitest";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { everyday } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

/** Runs with a phone; fails where the page throws. */
async function withPhone(
  run: (page: Page, context: BrowserContext, line: CDPSession) => Promise<void>,
): Promise<void> {
  const context = await stage.phone(everyday);
  const page = await context.newPage();
  const thrown: string[] = [];
  page.on("pageerror", (error) => thrown.push(String(error)));
  try {
    await run(page, context, await context.newCDPSession(page));
    expect(thrown).toEqual([]);
  } finally {
    await context.close();
  }
}

const storedKeys = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const opening = indexedDB.open("godwit");
        opening.addEventListener("success", () => {
          const reading = opening.result.transaction("kept").objectStore("kept").getAllKeys();
          reading.addEventListener("success", () => {
            opening.result.close();
            done(reading.result.map(String));
          });
        });
      }),
  );

/** Replaces every kept value by garbage. */
const damageStored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open("godwit");
        opening.addEventListener("success", () => {
          const writing = opening.result.transaction("kept", "readwrite");
          const held = writing.objectStore("kept");
          const garbage: unknown[] = [
            null,
            "x",
            [1, 2],
            { version: 1, rows: [{ symbol: {} }], at: "then", columns: [] },
            new Float64Array(3),
          ];
          const reading = held.getAllKeys();
          reading.addEventListener("success", () =>
            reading.result.forEach((key, at) => held.put(garbage[at % garbage.length], key)),
          );
          writing.addEventListener("complete", () => {
            opening.result.close();
            done();
          });
        });
      }),
  );

const coin = (symbol: string) => `${stage.address}/coins?symbol=${symbol}`;

/** Looks at a market until its candles are on the device and the worker can open the page without a network. */
async function lookAt(page: Page, symbol: string): Promise<void> {
  await page.goto(coin(symbol));
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect
    .poll(
      async () => (await storedKeys(page)).some((key) => key.startsWith(`candles:${symbol}:`)),
      {
        timeout: 30_000,
      },
    )
    .toBe(true);
  await expect.poll(async () => await storedKeys(page), { timeout: 30_000 }).toContain("tickers");
}

/** A live price is on screen and no error. */
async function showsLive(page: Page): Promise<void> {
  await page
    .getByRole("region", { name: /^Market BTC/ })
    .getByText("Live", { exact: true })
    .waitFor({ timeout: 30_000 });
  await page.locator("figure canvas").first().waitFor();
}

test("a deep link opened offline shows the kept candles as of their time, and prices with their age", async () => {
  await withPhone(async (page, context) => {
    await lookAt(page, "btcusdt");
    await page.close();
    await context.setOffline(true);
    const again = await context.newPage();
    await again.goto(coin("btcusdt"));
    await again
      .getByText(/^As of /)
      .first()
      .waitFor({ timeout: 30_000 });
    await again.locator("figure canvas").first().waitFor();
    await again
      .getByRole("region", { name: /^Market BTC/ })
      .getByText(/^Frozen/)
      .waitFor({ timeout: 30_000 });
    expect(await again.getByText("The candles did not arrive").count()).toBe(0);
    await again.getByText(/No fresh prices/).waitFor();

    await again.goto(`${stage.address}/`);
    await again.locator("[data-markets] [role=row]").nth(1).waitFor({ timeout: 30_000 });

    await context.setOffline(false);
    await again.goto(coin("btcusdt"));
    await showsLive(again);
  });
});

test("evicted storage costs a refetch: the app opens as on a first visit", async () => {
  await withPhone(async (page, _context, line) => {
    await lookAt(page, "btcusdt");
    // The worker's pages end with it, and a page that is just being opened by it would not come.
    await page.goto("about:blank");
    await line.send("Storage.clearDataForOrigin", { origin: stage.address, storageTypes: "all" });
    await page.goto(coin("btcusdt"), { waitUntil: "domcontentloaded" });
    await showsLive(page);
    await expect
      .poll(
        async () => (await storedKeys(page)).some((key) => key.startsWith("candles:btcusdt:")),
        {
          timeout: 30_000,
        },
      )
      .toBe(true);
  });
});

test("kept values that are garbage cost a refetch", async () => {
  await withPhone(async (page) => {
    await lookAt(page, "btcusdt");
    await page.goto(`${stage.address}/useragreement`);
    await damageStored(page);
    await page.goto(coin("btcusdt"));
    await showsLive(page);
    await lookAt(page, "btcusdt");
  });
});

test("a device without room shows markets all the same", async () => {
  await withPhone(async (page, _context, line) => {
    await line.send("Storage.overrideQuotaForOrigin", { origin: stage.address, quotaSize: 1000 });
    await page.goto(coin("btcusdt"));
    await showsLive(page);
    await page.goto(`${stage.address}/`);
    await page.getByRole("tab", { name: "Volume" }).waitFor();
  });
});

test("a database of another build's form is replaced", async () => {
  await withPhone(async (page) => {
    await page.goto(`${stage.address}/robots.txt`);
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          const opening = indexedDB.open("godwit", 7);
          opening.addEventListener(
            "upgradeneeded",
            () => void opening.result.createObjectStore("other"),
          );
          opening.addEventListener("success", () => {
            opening.result.close();
            done();
          });
        }),
    );
    await page.goto(coin("btcusdt"));
    await showsLive(page);
    await expect.poll(() => storedKeys(page), { timeout: 30_000 }).toContain("tickers");
  });
});
