/**
 * The app when the device loses, damages or refuses stored data (T-EVI), and what a user can do about it.
 * `STORAGE_CELLS=all` tests every route with every fault; with `usual` each route has one and each
 * fault some, by default half of them.
 */
import type { BrowserContext, CDPSession, Cookie, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { axeFaults, wcagTags } from "../../harness/browser/axe-faults.ts";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { everyRoute, storedOn, placesOf } from "../../harness/browser/device.ts";
import { logOutOn } from "../../harness/stages/lifecycle-stage.ts";
import { pageFaults } from "../../harness/browser/page-faults.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { reportTrials } from "../../harness/trials.ts";

const stage = new PhoneStage();
let context: BrowserContext;
let page: Page;
let line: CDPSession;
let session: Cookie[];
const thrown: string[] = [];

beforeAll(async () => {
  const person = await stage.user("storage@example.org");
  context = await stage.phone({ ...everyday, as: person });
  page = await context.newPage();
  page.on("pageerror", (error) => thrown.push(`${page.url()} ${String(error)}`));
  line = await context.newCDPSession(page);
  await page.addInitScript(breakDatabase);
  await openApp(page, stage.address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  session = await context.cookies();
});

/**
 * Chosen by the name of the window, which survives loads: a dead handle, a database that never answers, or a private
 * window of a browser that lets it store nothing (as Firefox did, and Safari).
 */
function breakDatabase(): void {
  const { name } = window;
  if (name === "dead handle") {
    const usual = IDBFactory.prototype.open.bind(indexedDB);
    let isFirst = true;
    IDBFactory.prototype.open = (...given) => {
      const opening = usual(...given);
      const dies = isFirst;
      isFirst = false;
      // Closed without an event: each use of the handle throws.
      opening.addEventListener("success", () => dies && opening.result.close());
      return opening;
    };
  }
  if (name === "never answers")
    IDBFactory.prototype.open = () => new EventTarget() as unknown as IDBOpenDBRequest;
  if (name === "private") {
    const refuse = (why: string) => () => {
      throw new DOMException("a private window", why);
    };
    Reflect.deleteProperty(Navigator.prototype, "serviceWorker");
    for (const way of ["open", "match", "keys", "has", "delete"] as const)
      CacheStorage.prototype[way] = async () => refuse("SecurityError")();
    IDBFactory.prototype.open = refuse("InvalidStateError");
    Storage.prototype.setItem = refuse("QuotaExceededError");
  }
}

/** Replaces the database by one with another build's schema, or every value by garbage. */
const remake = (version: number, table: string | null) =>
  page.evaluate(
    ([to, store]) =>
      new Promise<void>((done) => {
        const going = indexedDB.deleteDatabase("godwit");
        going.addEventListener("success", () => {
          const opening = indexedDB.open("godwit", to);
          opening.addEventListener(
            "upgradeneeded",
            () => store !== null && opening.result.createObjectStore(store),
          );
          opening.addEventListener("success", () => {
            opening.result.close();
            done();
          });
        });
      }),
    [version, table] as const,
  );

const spoil = () =>
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
            { version: 1, rows: [{ symbol: {} }], at: "then" },
            new Float64Array(3),
            [{ key: ["/api/wallet/walletBalance", {}], data: { balances: [{}] }, at: 1 }],
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

const clear = (storageTypes: string) =>
  line.send("Storage.clearDataForOrigin", { origin: stage.address, storageTypes });
const nameWindow = (name: string) => page.evaluate((given) => void (window.name = given), name);

const faults: Record<string, () => Promise<unknown>> = {
  "everything evicted": () => clear("all"),
  "worker and caches evicted": () => clear("service_workers,cache_storage"),
  "caches evicted": () => clear("cache_storage"),
  "worker evicted": () => clear("service_workers"),
  "caches and database evicted": () => clear("cache_storage,indexeddb"),
  "worker and database evicted": () => clear("service_workers,indexeddb"),
  "database evicted": () => clear("indexeddb"),
  "no room at all": () =>
    line.send("Storage.overrideQuotaForOrigin", { origin: stage.address, quotaSize: 0 }),
  "garbage in it": spoil,
  "a newer form": () => remake(9, "other"),
  "an older form": () => remake(1, null),
  "a dead handle": () => nameWindow("dead handle"),
  "never answers": () => nameWindow("never answers"),
  "a private window": () => nameWindow("private"),
};

const names = Object.keys(faults);
const cells =
  process.env["STORAGE_CELLS"] === "all"
    ? everyRoute.flatMap((route) => names.map((fault) => [route, fault] as const))
    : everyRoute
        .map((route, at) => [route, names[at % names.length] ?? ""] as const)
        .filter((_, at) => process.env["STORAGE_CELLS"] === "usual" || at % 2 === 0);

test(
  "whatever happens to what is kept, every screen opens with at most one reload, and nothing is thrown",
  { timeout: 60_000 + cells.length * 20_000 },
  async () => {
    const wrong: string[] = [];
    for (const [route, fault] of cells) {
      // A file of the app's origin that runs no code of the app.
      await page.goto(`${stage.address}/robots.txt`);
      await faults[fault]?.();
      await context.addCookies(session);
      let found: string[] = [];
      for (const reload of [false, true]) {
        if (reload) await page.reload();
        else await page.goto(stage.address + route, { waitUntil: "domcontentloaded" });
        const isUsable = await expect
          .poll(
            async () =>
              (found = await pageFaults(page).catch((error: unknown) => [String(error)])).length,
            { timeout: reload ? 20_000 : 12_000 },
          )
          .toBe(0)
          .then(
            () => true,
            () => false,
          );
        if (isUsable) break;
      }
      wrong.push(...found.map((what) => `${route}, ${fault}: ${what}`));
      await line.send("Storage.overrideQuotaForOrigin", { origin: stage.address });
      await nameWindow("");
    }
    reportTrials("T-EVI", cells.length, wrong.length);
    expect(wrong).toEqual([]);
    expect(thrown).toEqual([]);
  },
);

const keys = async () => Object.keys((await storedOn(page)) ?? {});

async function openStorage(on = page): Promise<void> {
  await on.getByRole("button", { name: "Profile" }).click();
  await on.getByRole("menuitem", { name: "Storage and offline" }).click();
  await on.getByRole("dialog").getByRole("switch", { name: "Offline wallet" }).waitFor();
}

test("the offline wallet is a choice: off wipes it at once and keeps nothing more, and drafts are not touched", async () => {
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await page.getByLabel("Spend").fill("123");
  await expect
    .poll(async () => (await keys()).filter((key) => /^(queries:user|draft):/.test(key)).length)
    .toBeGreaterThanOrEqual(2);
  await openStorage();
  expect(await axeFaults(page, { include: "dialog[open]", tags: wcagTags })).toEqual([]);
  await page.getByRole("switch", { name: "Offline wallet" }).click();
  const own = async () =>
    (await keys()).filter((key) => /^(queries:user|user|receipts):/.test(key));
  await expect.poll(own).toEqual([]);
  await page.reload();
  await page.getByLabel("Spend").waitFor();
  await page.getByText("10,000", { exact: false }).first().waitFor();
  expect(await own()).toEqual([]);
  await expect.poll(() => page.getByLabel("Spend").inputValue()).toBe("123");
  await openStorage();
  await page.getByRole("switch", { name: "Offline wallet" }).click();
  await expect.poll(own, { timeout: 30_000 }).not.toEqual([]);
  await page.getByRole("button", { name: "Clear: Markets" }).click();
  await page.getByText("The kept market data is cleared.").waitFor();
});

test("the repair page removes the app and its copies, and keeps drafts, settings and the session", async () => {
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await page.getByLabel("Spend").fill("321");
  await expect
    .poll(async () =>
      JSON.stringify(
        Object.entries((await storedOn(page)) ?? {}).filter(([key]) => key.startsWith("draft:")),
      ),
    )
    .toContain("321");
  const forbidden: string[] = [];
  page.on("console", (message) => message.type() === "error" && forbidden.push(message.text()));
  await page.goto(`${stage.address}/rescue.html`);
  await page.getByRole("button", { name: "Repair" }).click();
  await page.getByText(/^The app's files are removed/).waitFor();
  await page.getByText(/^Drafts, unresolved orders and settings are kept/).waitFor();
  expect(
    await page.evaluate(async () => [
      (await caches.keys()).length,
      (await navigator.serviceWorker.getRegistrations()).length,
    ]),
  ).toEqual([0, 0]);
  expect(
    (await keys()).filter((key) =>
      /^(candles|sparklines|tickers|queries:|user:|receipts:)/.test(key),
    ),
  ).toEqual([]);
  expect(forbidden).toEqual([]);
  await page.getByRole("link", { name: "Open the app" }).click();
  await page.waitForURL(`${stage.address}/`);
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await expect.poll(() => page.getByLabel("Spend").inputValue()).toBe("321");
  await page.getByText("10,000", { exact: false }).first().waitFor();
  expect(thrown).toEqual([]);
});

test("a private window that stores nothing says so, and trades", async () => {
  const alone = await stage.phone({ ...everyday, as: await stage.user("private@example.org") });
  const other = await alone.newPage();
  other.on("pageerror", (error) => thrown.push(`${other.url()} ${String(error)}`));
  await other.addInitScript(() => (window.name = "private"));
  await other.addInitScript(breakDatabase);
  await openApp(other, `${stage.address}/coins?symbol=btcusdt`);
  await other.getByText("10,000", { exact: false }).filter({ visible: true }).first().waitFor();
  await other.getByLabel("Spend").fill("25");
  await other.getByRole("form", { name: "Order" }).locator("button[type=submit]").click();
  const sheet = other.getByRole("dialog");
  await sheet.getByRole("button", { name: "Buy BTC now" }).click();
  await sheet.getByText(/^Bought /).waitFor();
  await sheet.getByRole("button", { name: "Done" }).click();
  await openStorage(other);
  await other.getByText(/^No\. Your browser keeps nothing/).waitFor();
  await alone.close();
  expect(thrown).toEqual([]);
});

describe("another tab", () => {
  /** A page of the app's origin that runs no code of the app: it opens the database as a tab of another build would. */
  async function stranger(): Promise<Page> {
    const other = await context.newPage();
    await other.goto(`${stage.address}/robots.txt`);
    return other;
  }

  /** Upgrades the database to the next version; resolves when that is done. */
  const upgrade = (other: Page) =>
    other.evaluate(
      () =>
        new Promise<void>((done) => {
          const looking = indexedDB.open("godwit");
          looking.addEventListener("success", () => {
            const { version } = looking.result;
            looking.result.close();
            const opening = indexedDB.open("godwit", version + 1);
            opening.addEventListener("success", () => {
              opening.result.close();
              done();
            });
          });
        }),
    );

  test("gives the database another form: this one lets go at once, says so over something typed, and else starts again", async () => {
    await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
    await page.getByLabel("Spend").fill("45");
    const other = await stranger();
    await upgrade(other);
    await page.getByText(/^Another tab has restarted/).waitFor();
    expect(await page.getByLabel("Spend").inputValue()).toBe("45");
    await page.getByLabel("Spend").fill("46");
    const draft = async () => (await storedOn(page))?.["draft:coin:btcusdt"];
    await expect.poll(async () => JSON.stringify(await draft())).toContain('"46"');
    await page.getByLabel("Spend").fill("");
    await page.getByRole("button", { name: "Later" }).click();
    await nameWindow("before");
    // Not twice in ten seconds.
    await page.evaluate(() => sessionStorage.removeItem("godwit:reloaded-at"));
    await Promise.all([page.waitForEvent("load"), upgrade(other)]);
    await page.getByText("10,000", { exact: false }).filter({ visible: true }).first().waitFor();
    await nameWindow("");
    await other.close();
  });

  test("holds the database while a third wants to change it: the app opens, and keeps in memory what it cannot keep", async () => {
    const other = await stranger();
    await other.evaluate(
      () =>
        new Promise<void>((done) => {
          const held = indexedDB.open("godwit");
          held.addEventListener("success", () => {
            // Without a listener for "versionchange" it never closes.
            const blocked = indexedDB.open("godwit", held.result.version + 1);
            blocked.addEventListener("blocked", () => done());
          });
        }),
    );
    await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
    await page.getByLabel("Spend").fill("47");
    await page.getByText("10,000", { exact: false }).filter({ visible: true }).first().waitFor();
    await openStorage();
    await page.getByText(/^No\. Your browser keeps nothing/).waitFor();
    expect(thrown).toEqual([]);
    await other.close();
  });
});

test("who logs out leaves the app, its look and public prices, and nothing else", async () => {
  await openApp(page, `${stage.address}/history`);
  await page.getByText("System recharge").first().waitFor();
  const { id } = JSON.parse(
    decodeURIComponent(session.find(({ name }) => name.includes("client"))?.value ?? ""),
  ) as { id: string };
  await expect
    .poll(async () => (await keys()).some((key) => key.startsWith("queries:user:")))
    .toBe(true);
  await logOutOn(page);
  await expect
    .poll(async () =>
      (await keys()).filter(
        (key) =>
          !/^(candles:|sparklines$|icons$|tickers$|config$|queries:public$|venue-key:|asked-to-persist$)/.test(
            key,
          ),
      ),
    )
    .toEqual([]);
  expect(await placesOf(page, ["storage@example.org"])).toEqual([]);
  expect(
    (await context.cookies())
      .map(({ name }) => name)
      .filter((name) => !/^(i18n_redirected|godwit_look|godwit_book)$/.test(name)),
  ).toEqual([]);
  expect(
    await page.evaluate(
      (userId) => Object.keys(localStorage).filter((key) => key.includes(userId)),
      `:${id}`,
    ),
  ).toEqual([]);
  expect(
    (await page.evaluate(() => caches.keys())).filter(
      (name) => !/precache|^godwit-(config|public-api|icons|languages|build-before)$/.test(name),
    ),
  ).toEqual([]);
});
