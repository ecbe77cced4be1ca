/** What a first visit of a few seconds leaves on the device: the config and the last tickers, in IndexedDB. */
import { expect, test } from "vitest";
import { readConfig } from "#protocol/wire/runtime-config.ts";
import { storedOn } from "../../harness/browser/device.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

test("three seconds on Home leave config.json and the last tickers in IndexedDB, to be read without a network", async () => {
  const context = await stage.phone();
  const page = await context.newPage();
  await page.goto(`${stage.address}/`, { waitUntil: "domcontentloaded" });
  const served: unknown = await (await fetch(`${stage.address}/config.json`)).json();
  // On a busy machine the app itself may take longer to come than a person's three seconds.
  await page.locator("#root > [inert]").waitFor({ state: "detached" });
  await page.waitForTimeout(3000);
  await context.setOffline(true);
  const found = await storedOn(page);
  expect([found?.["config"], readConfig(found?.["config"])]).toEqual([served, readConfig(served)]);
  expect(found?.["tickers"]).toMatchObject({ version: 1, at: expect.any(Number) as number });
  const tickers = found?.["tickers"] as { rows: { symbol: string }[] } | undefined;
  expect(tickers?.rows.map(({ symbol }) => symbol)).toContain("btcusdt");
});
