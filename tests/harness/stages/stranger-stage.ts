import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeEach, expect } from "vitest";
import { builtApp } from "../browser/built-app.ts";
import { newPhone } from "../browser/chromium.ts";
import { shared } from "../browser/shared.ts";
import { StubServer, type StubRequest } from "../proxy/stub-server.ts";

type StorageState = Awaited<ReturnType<Awaited<ReturnType<typeof newPhone>>["storageState"]>>;

export const password = "eleven days aloft";
const within = { timeout: 10_000 };

/**
 * The built app, a browser and a {@link StubServer} for one test file; each test begins with the server's
 * usual answers.
 */
export class StrangerStage {
  private browser: Browser | undefined;
  private server: StubServer | undefined;
  private loggedIn: StorageState | undefined;

  constructor() {
    shared.beforeAll(async ({ sharedBrowser }) => {
      this.browser = sharedBrowser;
      this.server = await StubServer.listen(await builtApp());
      await this.visit({}, async (page) => {
        await this.logIn(page);
        this.loggedIn = await page.context().storageState();
      });
    });
    beforeEach(() => this.stub.reset());
    afterAll(() => this.server?.close());
  }

  get stub(): StubServer {
    if (!this.server) throw new Error("the stage is not set");
    return this.server;
  }

  /** Opens a page in a fresh context, and holds that nothing in it threw. */
  async visit<T>(options: BrowserContextOptions, look: (page: Page) => Promise<T>): Promise<T> {
    if (!this.browser) throw new Error("the stage is not set");
    const context = await newPhone(this.browser, options);
    const thrown: string[] = [];
    try {
      const page = await context.newPage();
      page.on("pageerror", (error) => thrown.push(error.message));
      const seen = await look(page);
      expect(thrown).toEqual([]);
      return seen;
    } finally {
      await context.close();
      // What this page sent last must not count as the next one's.
      await this.stub.quiet();
    }
  }

  /** As {@link visit}, with what a login leaves in the browser. */
  asUser<T>(look: (page: Page) => Promise<T>): Promise<T> {
    if (!this.loggedIn) throw new Error("nobody has logged in");
    return this.visit({ storageState: this.loggedIn }, look);
  }

  async open(page: Page, path: string): Promise<void> {
    await page.goto(this.stub.address + path, { waitUntil: "commit" });
  }

  /** Waits until a path was asked for so often. */
  async came(path: string, times = 1): Promise<void> {
    await expect.poll(() => this.stub.of(path).length, within).toBeGreaterThanOrEqual(times);
  }

  async answered(path: string): Promise<void> {
    await expect
      .poll(() => this.stub.of(path).some((request) => request.answeredAt < Infinity), within)
      .toBe(true);
  }

  first(path: string): StubRequest {
    const request = this.stub.of(path)[0];
    if (!request) throw new Error(`nothing came to ${path}`);
    return request;
  }

  /** All calls but the config's. */
  calls(): StubRequest[] {
    return this.stub.requests.filter(({ path }) => path.startsWith("/api/"));
  }

  async fillLogin(page: Page): Promise<void> {
    await page.getByLabel("E-mail address").fill("stranger@example.org");
    await page.getByLabel("Password", { exact: true }).fill(password);
  }

  async submitLogin(page: Page): Promise<void> {
    await page.locator("form").getByRole("button", { name: "Log in", exact: true }).click();
  }

  async logIn(page: Page): Promise<void> {
    await this.open(page, "/login");
    await this.fillLogin(page);
    await this.submitLogin(page);
    await page.waitForURL(`${this.stub.address}/`);
  }
}

/** The calls of the startup and of the sessions. */
export const paths = {
  platBase: "/api/auth/platBase",
  view: "/api/auth/view",
  language: "/api/auth/language",
  currencyConf: "/api/auth/getCurrencyConf",
  rank: "/api/htx/getMergedTickerRank",
  walletBalance: "/api/wallet/getWalletBalance",
  favourites: "/api/htx/getCollect",
  userInfo: "/api/account/userInfo",
  login: "/api/auth/login",
  reg: "/api/auth/reg",
  setCollect: "/api/htx/setCollect",
} as const;

/** A move inside the app, as the browser's own buttons make it. */
export async function moveTo(page: Page, path: string): Promise<void> {
  // The router listens once the app has come and drawn its first screen.
  await page.locator("#root > :not([inert])").first().waitFor({ state: "attached" });
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })));
  // A sheet that has just closed takes its own entry back first, as for a tap on a link.
  await page.waitForFunction(() => !(history.state as { layers?: number } | null)?.layers);
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

export const pathOf = (page: Page) => new URL(page.url()).pathname;

/** A notice of the stack that says this. */
export const notice = (page: Page, words: RegExp) =>
  page
    .getByRole("region", { name: /^Notices/ })
    .getByRole("listitem")
    .filter({ hasText: words });

/** Picks an entry of the profile menu. */
export async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** All that the page's databases and storages hold, as text. */
export function storedOnDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error ?? new Error("unreadable")));
      });
    const held: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ""));
      for (const table of database.objectStoreNames)
        held.push(await done(database.transaction(table).objectStore(table).getAll()));
      database.close();
    }
    return JSON.stringify(held);
  });
}
