import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { spotEndpoints, type CoinOrder } from "#protocol/api/spot.ts";
import { askAs, type Person } from "./ask-as.ts";
import { openApp } from "./chromium.ts";

/** Opens an account by the form, as a person would; ends at home, logged in. */
export async function register(page: Page, address: string, account: string): Promise<void> {
  await openApp(page, `${address}/register`);
  await fillRegistration(page, account);
  await page.waitForURL(`${address}/`);
}

/** Types into the form what it asks for, and sends it. */
export async function fillRegistration(page: Page, account: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(account);
  await page.getByLabel("Password", { exact: true }).fill("eleven days aloft");
  await page.getByLabel("Password once more").fill("eleven days aloft");
  await page.getByRole("checkbox", { name: "user agreement" }).check();
  await page.getByRole("button", { name: "Register" }).click();
}

/** Buys BTC for 1,000 USDT at the market and waits for the notice. */
export async function buyBitcoin(page: Page, address: string): Promise<void> {
  await openApp(page, `${address}/coins?symbol=btcusdt`);
  await page.getByLabel("Spend").fill("1000");
  await page
    .getByRole("form", { name: "Order" })
    .getByRole("button", { name: /^Buy ≈/ })
    .click();
  await page.getByRole("button", { name: "Buy BTC now" }).click();
  await page
    .getByText(/^Bought/)
    .first()
    .waitFor();
}

/** Has a person buy BTC for 1,000 USDT at the market, as from another device; ends when it is bought. */
export async function buyBitcoinAs(person: Person, address: string): Promise<void> {
  const { coinPlaceOrder, coinOrder } = spotEndpoints;
  const { id } = (await askAs(person, address, "POST", coinPlaceOrder.path, {
    symbol: "btcusdt",
    side: "buy",
    type: "market",
    value: "1000",
    client_order_id: randomUUID(),
  })) as CoinOrder;
  // Also used by hooks, where nothing can be polled with `expect`.
  await vi.waitFor(
    async () =>
      expect(await askAs(person, address, "GET", coinOrder.path, { id })).toMatchObject({
        status: 2,
      }),
    { timeout: 20_000 },
  );
}

export const newcomersPassword = "eleven days aloft";

/** Opens an account at the venue, without a browser, and logs it in: as quick as the venue is. */
export async function enrol(address: string, account: string): Promise<Person> {
  await ask(address, "/api/auth/reg", { account, logintype: "email", password: newcomersPassword });
  return logInAs(address, account);
}

/** Another session of an account, as of another device. */
export async function logInAs(address: string, account: string): Promise<Person> {
  const { token, player } = (await ask(address, "/api/auth/login", {
    account,
    logintype: "email",
    loginway: "password",
    verifykey: newcomersPassword,
  })) as { token: string; player: { id: string } };
  return { id: player.id, token };
}

/** Logs a user in in a browser's context, with the same effect as a login there. */
export async function letIn(
  context: BrowserContext,
  address: string,
  { id, token }: Person,
): Promise<void> {
  await context.addCookies([
    {
      name: "__Host-godwit-client",
      value: encodeURIComponent(JSON.stringify({ id, token })),
      domain: new URL(address).hostname,
      path: "/",
      secure: true,
      sameSite: "Strict",
    },
  ]);
}

async function ask(
  address: string,
  path: string,
  request: Record<string, unknown>,
): Promise<unknown> {
  const answer = await fetch(address + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  const envelope = (await answer.json()) as { status: number; data: unknown };
  expect(envelope.status, path).toBe(0);
  return envelope.data;
}
