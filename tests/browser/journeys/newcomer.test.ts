/** The first issue's journey, by a person's means only: a real Chromium, the real venue, words and roles. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { everyday } from "../../harness/browser/chromium.ts";
import { storedOn } from "../../harness/browser/device.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage({ isVenueOwn: true });
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

/** What a dead venue makes the browser say; everything else on the console is a fault. */
const expectedWhileDown =
  /ERR_CONNECTION_REFUSED|WebSocket connection|Failed to load resource|workbox|no-response/i;

beforeAll(async () => {
  context = await stage.phone({ ...everyday, colorScheme: "dark" });
  page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !expectedWhileDown.test(message.text()))
      complaints.push(message.text());
  });
});

const tab = (name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
const heading = (name: string) => page.getByRole("heading", { level: 1, name });

describe("a newcomer", () => {
  test("reads a live market without an account", async () => {
    await page.goto(stage.address);
    await page.getByText("BTC", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: "Prices: Live" }).waitFor();
    expect(await page.getByText("Paper money").first().isVisible()).toBe(true);
  });

  test("is asked to log in by direct entry to a private place, with the way back kept", async () => {
    await page.goto(`${stage.address}/assets`);
    await heading("Log in").waitFor();
    expect(new URL(page.url()).searchParams.get("to")).toBe("/assets");
  });

  test("registers by an invitation link whose bad code is refused beside its field, and is logged in", async () => {
    await page.goto(`${stage.address}/?invite=ABCD1234&m=poster`);
    await page.getByRole("link", { name: "Register" }).first().click();
    await page.getByLabel("E-mail address").fill("newcomer@example.org");
    await page.getByLabel("Password", { exact: true }).fill("eleven days aloft");
    await page.getByLabel("Password once more").fill("eleven days aloft");
    const invitation = page.getByLabel("Invitation code (optional)");
    await expect.poll(() => invitation.inputValue()).toBe("ABCD1234");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Register" }).click();
    await page.getByText("Invitation code error.").first().waitFor();
    expect(await page.getByLabel("E-mail address").inputValue()).toBe("newcomer@example.org");
    await invitation.fill("");
    await page.getByRole("button", { name: "Register" }).click();
    await page.getByText("10,000", { exact: false }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("finds the paper funds in assets", async () => {
    await tab("Assets").click();
    await heading("Assets").waitFor();
    await page.getByText("10,000.00", { exact: false }).first().waitFor();
  });

  test("buys a coin with 1,000 USDT at the market", async () => {
    await page.goto(`${stage.address}/coins?symbol=btcusdt`);
    await page.getByLabel("Spend").fill("1000");
    const submit = page
      .getByRole("form", { name: "Order" })
      .getByRole("button", { name: /^Buy ≈/ });
    await submit.click();
    await page.getByRole("button", { name: "Buy BTC now" }).click();
    await page
      .getByText(/^Bought/)
      .first()
      .waitFor();
  });

  test("sees the coin in assets and both movements in the history, the fee of which is in BTC", async () => {
    await page.goto(`${stage.address}/assets`);
    await page.getByText("Bitcoin").first().waitFor();
    await page.goto(`${stage.address}/history`);
    await heading("Billing history").waitFor();
    await page.getByText("−1,000", { exact: false }).first().waitFor();
    await page.getByText("+10,000", { exact: false }).first().waitFor();
    expect(await page.getByText(/\+0\.0\d+/).count()).toBeGreaterThan(0);
  });

  test("is served by a worker with a full precache", async () => {
    // An active worker takes over the page a moment after it is ready.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const state = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const channel = new MessageChannel();
      const answer = new Promise<{ precached: number }>(
        (done) => (channel.port1.onmessage = (event) => done(event.data as { precached: number })),
      );
      registration.active?.postMessage({ type: "CACHE_STATE" }, [channel.port2]);
      return await answer;
    });
    expect(state.precached).toBeGreaterThan(10);
  });

  test("runs the build that the venue names as its latest", async () => {
    const { shown, latest } = await page.evaluate(async () => ({
      shown: document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content,
      latest: ((await (await fetch("/builds/latest.json")).json()) as { id: string }).id,
    }));
    expect(latest).toMatch(/^[0-9a-f]{12}$/);
    expect(shown).toBe(latest);
  });

  test("looks at a chart that will be there without a network", async () => {
    await page.goto(`${stage.address}/coins?symbol=ethusdt`);
    await page
      .getByRole("button", { name: /ETH\/USDT/ })
      .first()
      .waitFor();
    await page.locator("canvas").first().waitFor();
    // Written two seconds after they came; a page that is left at once may not finish it.
    await expect
      .poll(async () => Object.keys((await storedOn(page)) ?? {}))
      .toContain("candles:ethusdt:15min");
    await page.goto(stage.address);
    await page.getByRole("button", { name: "Prices: Live" }).waitFor();
    // Kept copies are written behind the frame.
    await page.waitForFunction(async () => {
      const found = await new Promise<unknown>((done) => {
        const opening = indexedDB.open("godwit");
        opening.onsuccess = () => {
          const read = opening.result.transaction("kept").objectStore("kept").get("tickers");
          read.onsuccess = () => done(read.result);
        };
        opening.onerror = () => done(undefined);
      });
      return Array.isArray(found) && found.length > 10;
    });
  });
});

describe("the venue is gone", () => {
  beforeAll(async () => {
    await stage.venue.kill();
  });

  test("a reload still shows the markets, with their age", async () => {
    await page.reload();
    await page.getByText("SOL", { exact: false }).first().waitFor();
    await page.getByText(/No fresh prices\. What you see is from/).waitFor();
    await page.getByRole("button", { name: "Prices: Frozen" }).waitFor();
  });

  test("a deep link and a lazy route open, with the candles last looked at", async () => {
    await page.goto(`${stage.address}/coins?symbol=ethusdt`);
    await page
      .getByRole("button", { name: /ETH\/USDT/ })
      .first()
      .waitFor();
    await page.locator("canvas").first().waitFor();
    await page.goto(`${stage.address}/useragreement`);
    await heading("User agreement").waitFor();
  });

  test("trading says why it is off", async () => {
    await page.goto(`${stage.address}/coins?symbol=btcusdt`);
    await page.getByRole("button", { name: "Prices: Frozen" }).waitFor();
    const submit = page.getByRole("form", { name: "Order" }).locator("button[type=submit]");
    await expect.poll(() => submit.getAttribute("aria-disabled")).toBe("true");
    const reasonId = await submit.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${reasonId}"]`).textContent()).toMatch(
      /price|connection|offline/i,
    );
  });

  test("the account snapshot is readable, and never zeros", async () => {
    await page.goto(`${stage.address}/assets`);
    await page.getByText("Bitcoin").first().waitFor();
    await page.goto(`${stage.address}/history`);
    await page.getByText("−1,000", { exact: false }).first().waitFor();
  });

  test("an unknown route is a 404 view", async () => {
    await page.goto(`${stage.address}/nowhere`);
    await page.getByRole("main").getByText("Page Not Found", { exact: true }).waitFor();
  });

  test("when it comes back, the page recovers by itself", async () => {
    await page.goto(stage.address);
    await stage.venue.restart();
    await page.getByRole("button", { name: "Prices: Live" }).waitFor({ timeout: 60_000 });
  });

  test("after a logout nothing of the account is left on the device", async () => {
    await page.getByRole("button", { name: "Profile" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByText("You are logged out.", { exact: false }).waitFor();
    const left = await page.evaluate(async () => {
      const stored = await new Promise<string[]>((done) => {
        const opening = indexedDB.open("godwit");
        opening.onsuccess = () => {
          const read = opening.result.transaction("kept").objectStore("kept").getAllKeys();
          read.onsuccess = () => done(read.result.map(String));
        };
      });
      return {
        cookies: document.cookie,
        stored: stored.filter((key) => /user|draft|attempt|owner/.test(key)),
        text: document.body.innerText,
      };
    });
    expect(left.cookies).not.toContain("godwit-client");
    expect(left.stored).toEqual([]);
    expect(left.text).not.toContain("newcomer@example.org");
  });

  test("and all the way through the console had nothing to complain of", () => {
    expect(complaints).toEqual([]);
  });
});
