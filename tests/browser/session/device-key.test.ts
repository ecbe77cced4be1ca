/** A session whose calls are signed by a key of its browser: the key stays, and its token alone opens nothing. */
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { deviceSignatureHeader } from "#protocol/wire/device-signature.ts";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { personIn } from "../../harness/browser/ask-as.ts";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { exportDeviceKey, loseDeviceKeys, storedOn } from "../../harness/browser/device.ts";
import { buyBitcoin, newcomersPassword, register } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

const newAccount = () => `key-${randomUUID().slice(0, 8)}@example.org`;
const dialog = (page: Page) => page.getByRole("dialog");
const assets = (page: Page) => page.getByText("10,000.00").filter({ visible: true }).first();

async function registered(
  before: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<{ context: BrowserContext; page: Page; account: string }> {
  const context = await stage.phone(everyday);
  const page = await context.newPage();
  await before(page);
  const account = newAccount();
  await register(page, stage.address, account);
  return { context, page, account };
}

const keysOn = async (page: Page) =>
  Object.keys((await storedOn(page)) ?? {}).filter((key) => key.startsWith("device-key:"));

async function logInAgain(page: Page, account: string): Promise<void> {
  await dialog(page).getByLabel("E-mail address").fill(account);
  await dialog(page).getByLabel("Password", { exact: true }).fill(newcomersPassword);
  await dialog(page).getByRole("button", { name: "Log in", exact: true }).click();
}

test("every call is signed by the browser's key, which it gives to nobody, and the copied token opens nothing", async () => {
  const { context, page } = await registered();
  const unsigned: string[] = [];
  const note = (request: Request) => {
    const headers = request.headers();
    if (headers["sign"] !== undefined && headers[deviceSignatureHeader] === undefined)
      unsigned.push(request.url());
  };
  context.on("request", note);
  await buyBitcoin(page, stage.address);
  await openApp(page, `${stage.address}/security`);
  await page.getByText(/a key that stays in this browser \(signature v2\)/).waitFor();
  await page.getByText("What that protects, and what not").click();
  expect(await axeFaults(page)).toEqual([]);
  expect(unsigned).toEqual([]);
  const refusals = await exportDeviceKey(page);
  expect(refusals).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining("InvalidAccessError")),
  );

  // Somebody with the cookie, in another browser and without one.
  const thief = await personIn(context);
  const headers = signRequest(
    thief,
    makeNonce((length) => crypto.getRandomValues(new Uint8Array(length))),
    Math.floor(Date.now() / 1000),
  );
  const answer = await fetch(`${stage.address}/api/wallet/getWalletBalance`, {
    headers: { ...headers },
  });
  expect(await answer.json()).toMatchObject({ status: 401, data: null });
  const elsewhere = await stage.phone();
  await elsewhere.addCookies(await context.cookies());
  const other = await elsewhere.newPage();
  await openApp(other, `${stage.address}/assets`);
  await dialog(other).getByLabel("Password", { exact: true }).waitFor();
  await other.getByText(/has lost the key of your session/).waitFor();
  expect(await assets(other).count()).toBe(0);
  // Its owner has noticed nothing.
  await page.reload();
  await page.getByText(/signature v2/).waitFor();
});

test("where the browser loses the key, a log-in goes on with what was typed, and a new key is made", async () => {
  const { context, page, account } = await registered();
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await page.getByLabel("Spend").fill("123.45");
  await expect
    .poll(async () => JSON.stringify((await storedOn(page))?.["draft:coin:btcusdt"] ?? null))
    .toContain("123.45");
  const before = await keysOn(page);
  expect(before).toHaveLength(1);
  await loseDeviceKeys(page);
  await page.reload();
  await dialog(page).getByLabel("Password", { exact: true }).waitFor();
  await page.getByText("what you typed is still here").waitFor();
  await logInAgain(page, account);
  await dialog(page).waitFor({ state: "detached" });
  await expect.poll(() => page.getByLabel("Spend").inputValue()).toBe("123.45");
  const after = await keysOn(page);
  expect([after.length, after[0] === before[0]]).toEqual([1, false]);
  expect((await context.cookies()).length).toBeGreaterThan(0);
});

test("two pages share the session and its key; a log-out takes the key along", async () => {
  const { context, page } = await registered();
  const second = await context.newPage();
  await openApp(second, `${stage.address}/assets`);
  await assets(second).waitFor();
  await openApp(page, `${stage.address}/assets`);
  await assets(page).waitFor();
  await second.getByRole("button", { name: "Profile" }).click();
  await second.getByRole("menuitem", { name: "Log out" }).click();
  await page.waitForURL((url) => url.pathname !== "/assets");
  await expect.poll(() => keysOn(page)).toEqual([]);
});

test("a log-in on another page of the browser replaces the session, and both pages go on with its key", async () => {
  const { context, page, account } = await registered();
  const second = await context.newPage();
  await openApp(second, `${stage.address}/login`);
  await openApp(page, `${stage.address}/assets`);
  await assets(page).waitFor();
  await second.evaluate(
    () => (document.cookie = "__Host-godwit-client=; Path=/; Max-Age=0; Secure"),
  );
  await second.goto(`${stage.address}/login`);
  await second.getByLabel("E-mail address").fill(account);
  await second.getByLabel("Password", { exact: true }).fill(newcomersPassword);
  await second.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
  await second.waitForURL(`${stage.address}/`);
  await page.reload();
  await assets(page).waitFor();
  await openApp(second, `${stage.address}/assets`);
  await assets(second).waitFor();
});

test("a browser that keeps no keys, or makes none, logs in as the specification says, and the page says so", async () => {
  const without = (page: Page) =>
    page.addInitScript(() => {
      const usual = Reflect.get(IDBObjectStore.prototype, "put") as () => IDBRequest;
      Reflect.set(
        IDBObjectStore.prototype,
        "put",
        function put(this: unknown, ...given: unknown[]) {
          if (given[0] instanceof CryptoKey)
            throw new DOMException("a private window keeps no keys", "DataCloneError");
          return Reflect.apply(usual, this, given) as IDBRequest;
        },
      );
    });
  const withoutCrypto = (page: Page) =>
    page.addInitScript(() =>
      Object.defineProperty(Crypto.prototype, "subtle", { get: () => undefined }),
    );
  for (const lacking of [without, withoutCrypto]) {
    const { page } = await registered(lacking);
    await openApp(page, `${stage.address}/security`);
    await page.getByText(/signed with the token of this session \(signature v1\)/).waitFor();
    expect(await keysOn(page)).toEqual([]);
  }
});
