import type { Page } from "playwright-core";
import { openApp } from "./chromium.ts";

/** Opens an account by the form, as a person would; ends at home, logged in. */
export async function register(page: Page, address: string, account: string): Promise<void> {
  await openApp(page, `${address}/register`);
  await page.getByLabel("E-mail address").fill(account);
  await page.getByLabel("Password", { exact: true }).fill("eleven days aloft");
  await page.getByLabel("Password once more").fill("eleven days aloft");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Register" }).click();
  await page.waitForURL(`${address}/`);
}

/** Buys BTC for 1,000 USDT at the market and waits for the notice. */
export async function buyBitcoin(page: Page, address: string): Promise<void> {
  await openApp(page, `${address}/coins?symbol=btcusdt`);
  await page.getByLabel("Spend").fill("1000");
  await page.getByRole("form", { name: "Order" }).getByRole("button", { name: /^Buy ≈/ }).click();
  await page.getByRole("button", { name: "Buy BTC now" }).click();
  await page.getByText(/^Bought/).first().waitFor();
}
