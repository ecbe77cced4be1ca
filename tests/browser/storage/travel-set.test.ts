/** What one visit of Home leaves for screens that nobody has opened: candles, a book, odds, mark and funding, icons. */
import { get } from "node:http";
import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { marketEndpoints } from "#protocol/api/market.ts";
import { secondsEndpoints } from "#protocol/api/seconds.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage({ isVenueOwn: true });
/** The most that the set may take on the wire. */
const mostBytes = 200_000;
const paths: ReadonlySet<string> = new Set([
  marketEndpoints.kline.path,
  marketEndpoints.depth.path,
  marketEndpoints.funding.path,
  secondsEndpoints.secondConf.path,
  walletEndpoints.rechargeChannels.path,
  "/icons/coin.json",
]);

const noted = (page: Page) => page.evaluate(() => localStorage.getItem("godwit:travel-set"));

/** Opens Home, and collects what it fetches beyond Home's own. */
async function visit(context: BrowserContext, fetched: Set<string>): Promise<Page> {
  const page = await context.newPage();
  page.on("request", (request) => {
    if (paths.has(new URL(request.url()).pathname)) fetched.add(request.url());
  });
  await openApp(page, stage.address);
  return page;
}

/** Bytes of an answer as the wire has it, its head included. */
function wireBytes(address: string): Promise<number> {
  return new Promise((done, fail) => {
    get(address, { headers: { "accept-encoding": "br" } }, (answer) => {
      let bytes = answer.rawHeaders.join(": ").length;
      answer.on("data", (part: Buffer) => (bytes += part.length));
      answer.on("end", () => done(bytes));
    }).on("error", fail);
  });
}

test("a device that saves data fetches no travel set until its owner wants one", async () => {
  const context = await stage.phone(everyday);
  await context.addInitScript(() => localStorage.setItem("godwit:data", "on"));
  const fetched = new Set<string>();
  const page = await visit(context, fetched);
  await page.waitForTimeout(8000);
  expect([...fetched].filter((address) => !address.includes("/icons/"))).toEqual([]);

  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByText("Storage and offline").click();
  const choice = page.getByRole("switch", { name: "Ready without a network" });
  expect(await choice.isChecked()).toBe(false);
  await choice.click();
  await expect.poll(() => noted(page), { timeout: 30_000 }).not.toBeNull();
  await page.close();
});

test("after one visit of Home each screen of the markets shows its figures without a network, with their age", async () => {
  const context = await stage.phone(everyday);
  const fetched = new Set<string>();
  const page = await visit(context, fetched);
  await expect.poll(() => noted(page), { timeout: 60_000 }).not.toBeNull();
  const { symbols } = JSON.parse((await noted(page)) ?? "null") as { symbols: string[] };
  expect(symbols.length).toBe(10);
  const sizes = await Promise.all([...fetched].map(wireBytes));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`travel set: ${fetched.size} answers, ${bytes} bytes`);
  expect(bytes).toBeLessThan(mostBytes);

  await context.setOffline(true);
  await stage.venue.kill();
  const show = (path: string) => openApp(page, `${stage.address}${path}`);
  const other = symbols.find((symbol) => symbol !== "btcusdt") ?? "";

  for (const symbol of ["btcusdt", other]) {
    await show(`/coins?symbol=${symbol}`);
    await page.getByText(/^As of /).waitFor();
    await page.getByText(/^Spread/).waitFor();
    await page.locator("main [data-shade] > svg").first().waitFor();
  }
  await show("/contracts");
  await page.getByText(/^As of /).waitFor();
  await expect
    .poll(() => page.locator("main").innerText())
    .toMatch(/Mark\s+[\d,.]+[\s\S]*Funding\s+[+−]\d/);
  await show("/seconds");
  await page.getByText("+95% if right").first().waitFor();
  // Its course lives for minutes only, and nobody could trade on an old one.
  await page.getByText("The index did not arrive. It is asked for again.").waitFor();
});
