import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { expect } from "vitest";
import { askAs, type Person } from "../browser/ask-as.ts";
import { everyday, newPhone, openApp } from "../browser/chromium.ts";
import { storedOn, placesOf } from "../browser/device.ts";
import { enrol, letIn, logInAs, newcomersPassword } from "../browser/newcomer.ts";
import type { RunningVenue } from "../venue/running-venue.ts";

const spent = "1234.5671";

/** What becomes of a page meanwhile, and how many pages of the app are open. */
export const conditions = [
  "frozen",
  "kept for the way back",
  "discarded",
  "worker stopped",
  "slow",
  "two tabs",
  "three tabs",
  "offline",
  "opened offline",
] as const;
export type Condition = (typeof conditions)[number];

/** What becomes of its session meanwhile. */
export const endings = [
  "logged out elsewhere",
  "another logged in elsewhere",
  "revoked",
  "expired",
  "password changed",
  "account frozen",
] as const;
export type Ending = (typeof endings)[number];

/** Nobody logs in without a network. */
export const isPossible = (condition: Condition, ending: Ending) =>
  !(condition.endsWith("offline") && ending === "another logged in elsewhere");

/** Where the page is, and what stands there of its user alone. */
export const lifeScreens = {
  home: "/",
  assets: "/assets",
  coins: "/coins?symbol=btcusdt",
  seconds: "/seconds?symbol=btcusdt",
  history: "/history",
} as const;
export type LifeScreen = keyof typeof lifeScreens;

interface User extends Person {
  account: string;
  /** Texts that stand nowhere but in what is this user's. */
  words: readonly string[];
  /** What is left of the money, as a screen writes it. */
  shown: string;
  /** What was typed and not sent. */
  typed: string;
}

/** One device on which two people come after one another, in one cell after another. */
export class LifeStage {
  /** Pages that came back whole, of those that were left. */
  readonly returns = { back: 0, left: 0 };
  private readonly venue: RunningVenue;
  private readonly browser: Browser;
  private context: BrowserContext | undefined;
  private other: string | undefined;

  constructor(browser: Browser, venue: RunningVenue) {
    this.browser = browser;
    this.venue = venue;
  }

  /** Walks one cell; answers what was wrong. */
  async walk(condition: Condition, ending: Ending, screen: LifeScreen): Promise<string[]> {
    const context = (this.context ??= await this.device());
    const user = await this.somebody();
    await letIn(context, this.venue.address, user);
    const [page, ...others] = await Promise.all(
      Array.from(
        { length: condition === "three tabs" ? 3 : condition === "two tabs" ? 2 : 1 },
        () => context.newPage(),
      ),
    );
    if (!page) throw new Error("no page");
    const wrong: string[] = [];
    const note = async (when: string, words: readonly string[], pages: readonly Page[]) => {
      for (const shown of pages)
        wrong.push(...(await placesOf(shown, words)).map((place) => `${when}: ${place}`));
    };
    try {
      for (const shown of [page, ...others]) await this.show(shown, screen, user);
      const back = await this.sleep(condition, page, context);
      await this.end(ending, user, context);
      const awake = await back();
      const pages = [awake, ...others];
      // On pages that were awake all the time the venue is heard at the next thing they ask.
      if (!isHereToo(ending) && !asksAfter(condition))
        for (const shown of pages) await tap(shown, screen === "coins" ? "/assets" : "/coins");
      for (const shown of pages)
        await this.gone(shown, user.words).catch((error: unknown) =>
          wrong.push(`still shown: ${String(error).slice(0, 300)}`),
        );
      // The session ended without a logout: the typed text waits for its user.
      const traces = isHereToo(ending) ? [...user.words, user.typed] : user.words;
      await expect
        .poll(async () => (await placesOf(awake, traces)).length, { timeout: 15_000 })
        .toBe(0)
        .catch(() => note("after", traces, pages));
      if (isHereToo(ending))
        await expect
          .poll(() => recordsOf(awake, user.id), { timeout: 15_000 })
          .toEqual([])
          .catch(async () => wrong.push(`kept: ${String(await recordsOf(awake, user.id))}`));
      if (ending !== "another logged in elsewhere") {
        const other = await this.otherAccount();
        await logInOn(awake, other);
        await awake.getByRole("button", { name: "Prices: Live" }).waitFor();
      }
      await expect
        .poll(async () => (await placesOf(awake, [...user.words, user.typed])).length, {
          timeout: 15_000,
        })
        .toBe(0)
        .catch(() => note("to the next", [...user.words, user.typed], pages));
    } catch (error) {
      wrong.push(String(error).slice(0, 400));
    } finally {
      await context.setOffline(false);
      await Promise.all(context.pages().map((open) => open.close()));
    }
    return wrong.map((what) => `${condition}, ${ending}, ${screen}: ${what}`);
  }

  private async device(): Promise<BrowserContext> {
    const context = await newPhone(this.browser, everyday);
    await context.addInitScript(() =>
      addEventListener("pageshow", ({ persisted }) => persisted && (window.name = "kept")),
    );
    return context;
  }

  /** With an amount of money that nobody else has. */
  private async somebody(): Promise<User> {
    const account = `private${randomUUID()}@example.org`;
    const person = await enrol(this.venue.address, account);
    const order = {
      symbol: "btcusdt",
      side: "buy",
      type: "market",
      value: spent,
      client_order_id: randomUUID(),
    };
    await askAs(person, this.venue.address, "POST", "/api/coin/placeOrder", order);
    let left = "";
    await expect
      .poll(async () => {
        const { balances } = (await askAs(
          person,
          this.venue.address,
          "GET",
          "/api/wallet/getWalletBalance",
          {},
        )) as { balances: { flag: string; balance_str: string; frozen: string }[] };
        const dollars = balances.find(({ flag }) => flag === "USDT");
        left = dollars?.balance_str ?? "";
        return dollars?.frozen === "0" && left;
      })
      .toMatch(/^8765\./);
    // Some screens show it to the cent only.
    const shown = left.slice(0, 7).replace("8", "8,");
    return {
      ...person,
      account,
      shown,
      words: [account, left.slice(0, 9), shown, spent, "1,234.5671", "1,234.57"],
      typed: "7731.9",
    };
  }

  private async otherAccount(): Promise<string> {
    if (this.other === undefined) {
      this.other = `next${randomUUID()}@example.org`;
      await enrol(this.venue.address, this.other);
    }
    return this.other;
  }

  private async show(page: Page, screen: LifeScreen, user: User): Promise<void> {
    await openApp(page, this.venue.address + lifeScreens[screen]);
    if (screen === "coins") await page.getByLabel("Spend").fill(user.typed);
    const own =
      screen === "home"
        ? page.getByRole("button", { name: "Profile" })
        : screen === "history"
          ? page.getByText("1,234.57")
          : page.getByText(user.shown);
    await own.filter({ visible: true }).first().waitFor();
  }

  /** Lays the page to rest; answers how it wakes, and which page it is then. */
  private async sleep(
    condition: Condition,
    page: Page,
    context: BrowserContext,
  ): Promise<() => Promise<Page>> {
    const address = page.url();
    const line = await context.newCDPSession(page);
    switch (condition) {
      case "frozen":
        await line.send("Page.setWebLifecycleState", { state: "frozen" });
        return async () => {
          await line.send("Page.setWebLifecycleState", { state: "active" });
          return page;
        };
      case "kept for the way back":
        await page.goto(`${this.venue.address}/robots.txt`);
        return async () => {
          await page.evaluate(() => history.back());
          await page.waitForURL((url) => url.pathname !== "/robots.txt", { waitUntil: "commit" });
          this.returns.left += 1;
          if (await page.evaluate(() => window.name === "kept").catch(() => false))
            this.returns.back += 1;
          return page;
        };
      case "offline":
        await context.setOffline(true);
        return async () => {
          await context.setOffline(false);
          return page;
        };
      case "opened offline": {
        await page.evaluate(async () => void (await navigator.serviceWorker.ready));
        await page.close();
        await context.setOffline(true);
        const again = await context.newPage();
        await openApp(again, address);
        return async () => {
          await context.setOffline(false);
          return again;
        };
      }
      case "discarded":
        await page.close();
        return async () => {
          const again = await context.newPage();
          await again.goto(address);
          return again;
        };
      case "worker stopped":
        await stopWorkers(line);
        break;
      case "slow":
        await line.send("Emulation.setCPUThrottlingRate", { rate: 4 });
        break;
      case "two tabs":
      case "three tabs":
    }
    return async () => page;
  }

  private async end(ending: Ending, user: User, context: BrowserContext): Promise<void> {
    const elsewhere = async () => logInAs(this.venue.address, user.account);
    switch (ending) {
      case "logged out elsewhere":
      case "another logged in elsewhere": {
        const actor = await context.newPage();
        await openApp(actor, this.venue.address);
        await logOutOn(actor);
        if (ending === "another logged in elsewhere")
          await logInOn(actor, await this.otherAccount());
        return actor.close();
      }
      case "revoked":
        await askAs(await elsewhere(), this.venue.address, "POST", "/api/account/revokeSession", {
          id: "others",
        });
        return;
      case "expired":
        return this.age(user);
      case "password changed":
        await askAs(await elsewhere(), this.venue.address, "POST", "/api/account/setPass", {
          old_password: newcomersPassword,
          password: "twelve nights below",
        });
        return;
      case "account frozen":
        await askAs(await elsewhere(), this.venue.address, "POST", "/api/account/freeze", {
          password: newcomersPassword,
        });
    }
  }

  /** In the venue's own records the sessions are a year old. */
  private age({ id }: User): void {
    const database = new DatabaseSync(join(this.venue.dataDir, "venue.db"), { timeout: 15_000 });
    database
      .prepare(
        "update session set created_at = created_at - 31536000000, seen_at = seen_at - 31536000000 where user_id = ?",
      )
      .run(Number(id));
    database.close();
  }

  private async gone(page: Page, words: readonly string[]): Promise<void> {
    // A load may be under way.
    const shown = () =>
      page
        .evaluate(
          (private_) =>
            private_.filter((word) => document.documentElement.outerHTML.includes(word)),
          [...words],
        )
        .catch(() => ["loading"]);
    await expect.poll(shown, { timeout: 30_000 }).toEqual([]);
  }
}

/** What the device keeps under a user's id. */
async function recordsOf(page: Page, userId: string): Promise<string[]> {
  const stored = Object.entries((await storedOn(page)) ?? {});
  return stored
    .filter(
      ([key, value]) => key.split(":").includes(userId) || (key === "owner" && value === userId),
    )
    .map(([key]) => key);
}

/** Whether this device itself has seen the logout, which also removes the typed text and the user. */
function isHereToo(ending: Ending): boolean {
  return ending === "logged out elsewhere" || ending === "another logged in elsewhere";
}

/** Whether the page asks the venue by itself once this is over. */
function asksAfter(condition: Condition): boolean {
  return condition !== "worker stopped" && condition !== "slow" && !condition.endsWith("tabs");
}

/** Also where a dialog covers it already. */
async function tap(page: Page, path: string): Promise<void> {
  await page.evaluate(
    (to) => document.querySelector<HTMLElement>(`nav a[href^="${to}"]`)?.click(),
    path,
  );
}

async function stopWorkers(line: CDPSession): Promise<void> {
  await line.send("ServiceWorker.enable");
  await line.send("ServiceWorker.stopAllWorkers");
}

export async function logOutOn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page
    .getByText(/^You are logged out/)
    .first()
    .waitFor();
}

/** By whichever form stands there: the dialog's over the page, the page's, or the one the menu leads to. */
async function logInOn(page: Page, account: string): Promise<void> {
  const password = page.getByLabel("Password", { exact: true });
  if (!(await password.isVisible()))
    try {
      await page.getByRole("button", { name: "Profile" }).click({ timeout: 15_000 });
      await page.getByRole("menuitem", { name: "Log in" }).click({ timeout: 15_000 });
    } catch {
      // The venue has answered meanwhile that the session is over: the dialog lies over the button.
      await password.waitFor();
    }
  await page.getByLabel("E-mail address").fill(account);
  await password.fill(newcomersPassword);
  await page
    .locator("form")
    .filter({ has: password })
    .getByRole("button", { name: "Log in", exact: true })
    .click();
  await password.waitFor({ state: "detached" });
}
