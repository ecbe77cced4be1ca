/**
 * Every screen before a venue whose answers are spoilt at random, in a real Chromium: it shows what it can
 * and says what it cannot. `MUTATIONS` is the number of walks of each screen, `MUTATIONS_SEED` their seed.
 */
import fc from "fast-check";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtApp } from "../harness/built-app.ts";
import { newPhone, startChromium } from "../harness/chromium.ts";
import { faults, type Fault } from "../harness/mutator.ts";
import { buyBitcoin, register } from "../harness/newcomer.ts";
import { pageFaults, watchPage } from "../harness/page-faults.ts";
import { runVenue, type RunningVenue } from "../harness/running-venue.ts";
import { SpoilingProxy, streamName } from "../harness/spoiling-proxy.ts";

const walks = Number(process.env["MUTATIONS"] ?? 1);
const seed = Number(process.env["MUTATIONS_SEED"] ?? 20_261_121);
/** Patience with a screen that has yet to say what it has; the app itself waits 8 s for prices and 5 s for pictures. */
const patienceMs = 15_000;
/** Patience with each step of an act, which a spoilt answer may have made impossible. */
const actMs = 4000;
/** The startup waits 500 ms before its first call and 100 ms after its last. */
const startMs = 700;

interface Screen {
  path: string;
  loggedIn: boolean;
  /** What a person does here that asks for more. */
  act?: (page: Page) => Promise<void>;
}

const password = "eleven days aloft";

async function fillAccount(page: Page, ...passwords: readonly string[]): Promise<void> {
  await page.getByLabel("E-mail address").fill("nobody@example.org");
  for (const label of passwords) await page.getByLabel(label, { exact: true }).fill(password);
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name }).first().click();

const screens: readonly Screen[] = [
  { path: "/", loggedIn: false },
  { path: "/coins?symbol=btcusdt", loggedIn: false },
  { path: "/contracts", loggedIn: false },
  { path: "/seconds", loggedIn: false },
  {
    path: "/login",
    loggedIn: false,
    async act(page) {
      await page.getByLabel("E-mail address").fill("mutated@example.org");
      await page.getByLabel("Password", { exact: true }).fill(password);
      await press(page, "Log in");
    },
  },
  {
    path: "/register",
    loggedIn: false,
    async act(page) {
      await fillAccount(page, "Password", "Password once more");
      await page.getByRole("checkbox").check();
      await press(page, "Register");
    },
  },
  {
    path: "/password/forgot",
    loggedIn: false,
    async act(page) {
      await fillAccount(page);
      await press(page, /code/i);
    },
  },
  { path: "/useragreement", loggedIn: false },
  { path: "/", loggedIn: true },
  {
    path: "/coins?symbol=btcusdt",
    loggedIn: true,
    async act(page) {
      await page.getByLabel("Spend").fill("20");
      await page
        .getByRole("form", { name: "Order" })
        .getByRole("button", { name: /^Buy ≈/ })
        .click();
      await page.getByRole("button", { name: "Buy BTC now" }).click();
    },
  },
  { path: "/assets", loggedIn: true },
  { path: "/history", loggedIn: true },
  { path: "/currency/detail?symbol=btcusdt", loggedIn: true },
  { path: "/password/modify", loggedIn: true },
  { path: "/password/withdraw", loggedIn: true },
];

interface Walk {
  spoilt: readonly { answer: string; fault: Fault }[];
  /** Whether it is opened once more, from what this device kept of it. */
  again: boolean;
  /** What is pressed when it stands: the screen's own act or any of its buttons. */
  press: "act" | number | null;
}

/** All walks come from one address. */
const noLimits = {
  registrationsPerHour: 1e6,
  publicPerSecond: 1e6,
  publicBurst: 1e6,
  privatePerSecond: 1e6,
  privateBurst: 1e6,
  loginFailuresPerAddress: 1e6,
  signedPerSecond: 1e6,
  signedBurst: 1e6,
  ordersPerSecond: 1e6,
  ordersBurst: 1e6,
};

let browser: Browser;
let venue: RunningVenue;
let session: Awaited<ReturnType<BrowserContext["cookies"]>>;

beforeAll(async () => {
  [browser, venue] = await Promise.all([
    startChromium(),
    builtApp().then((folder) => runVenue(folder, { LIMITS: JSON.stringify(noLimits) })),
  ]);
  const context = await newPhone(browser);
  const page = await context.newPage();
  await register(page, venue.address, "mutated@example.org");
  await buyBitcoin(page, venue.address);
  session = (await context.cookies()).filter(({ name }) => name.includes("godwit-client"));
  await context.close();
});

afterAll(async () => {
  await browser?.close();
  await venue?.dispose();
});

/** A write is only answered where a person acts. */
function walkThrough(
  answers: readonly string[],
  first: string,
  isWrite: boolean,
): fc.Arbitrary<Walk> {
  const also = fc.record({ answer: fc.constantFrom(...answers), fault: faults });
  return fc.noBias(
    fc.record({
      spoilt: fc
        .tuple(faults, fc.array(also, { maxLength: 3 }))
        .map(([fault, more]) => [{ answer: first, fault }, ...more]),
      again: fc.nat(5).map((choice) => choice === 0),
      press: isWrite
        ? fc.constant("act" as const)
        : fc.oneof(fc.constant("act" as const), fc.nat()),
    }),
  );
}

/** One screen's page, on an origin of its own. */
class Stage {
  readonly proxy: SpoilingProxy;
  private readonly screen: Screen;
  private readonly page: Page;
  private complaints: string[] = [];

  private constructor(screen: Screen, proxy: SpoilingProxy, page: Page) {
    this.screen = screen;
    this.proxy = proxy;
    this.page = page;
    page.on("pageerror", (error) =>
      this.complaints.push(`thrown: ${error.stack ?? error.message}`.slice(0, 600)),
    );
    page.on("dialog", (dialog) => {
      this.complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("console", (message) => {
      if (
        ["error", "warning"].includes(message.type()) &&
        !/Failed to load resource|service worker|WebSocket connection|Uncompiled message/i.test(
          message.text(),
        )
      )
        this.complaints.push(`${message.type()}: ${message.text()}`.slice(0, 600));
    });
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== proxy.address && !["data:", "blob:"].includes(protocol))
        this.complaints.push(`asked ${request.url().slice(0, 100)}`);
    });
  }

  static async set(screen: Screen): Promise<Stage> {
    const [proxy, context] = await Promise.all([
      SpoilingProxy.listen(venue.address),
      newPhone(browser, { serviceWorkers: "block", reducedMotion: "reduce" }),
    ]);
    await context.addInitScript(watchPage);
    const page = await context.newPage();
    page.setDefaultTimeout(actMs);
    page.setDefaultNavigationTimeout(30_000);
    return new Stage(screen, proxy, page);
  }

  async clear(): Promise<void> {
    await this.page.context().close();
    this.proxy.close();
  }

  /** @returns what is wrong */
  async walk({ spoilt, again, press }: Walk): Promise<string[]> {
    this.complaints = [];
    this.proxy.plan = new Map(
      [...Map.groupBy(spoilt, ({ answer }) => answer)].map(([answer, given]) => [
        answer,
        given.map(({ fault }) => fault),
      ]),
    );
    await this.page.context().clearCookies();
    if (this.screen.loggedIn) await this.page.context().addCookies(session);
    await this.page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
    let wrong = await this.open();
    if (again && wrong.length === 0) {
      await this.page.evaluate(() => sessionStorage.setItem("kept", "1"));
      wrong = await this.open();
    }
    if (wrong.length === 0 && press !== null) {
      await this.press(press);
      wrong = await this.settled(300);
    }
    return wrong.concat(this.complaints);
  }

  private async open(): Promise<string[]> {
    await this.page.goto(this.proxy.address + this.screen.path, { waitUntil: "commit" });
    return this.settled(startMs);
  }

  private async press(press: "act" | number): Promise<void> {
    // What a spoilt answer has taken away cannot be pressed.
    if (press === "act") {
      await this.screen.act?.(this.page).catch(() => undefined);
      return;
    }
    await this.page.evaluate((pick) => {
      const offered = [
        ...document.querySelectorAll<HTMLElement>(
          "header button, main button, main [role=tab], main [role=radio], main summary",
        ),
      ].filter((element) => element.checkVisibility() && !/log out/i.test(element.textContent));
      offered[pick % offered.length]?.click();
    }, press);
  }

  /** Waits until all is answered and said. */
  private async settled(leastMs: number): Promise<string[]> {
    const start = performance.now();
    for (;;) {
      await new Promise((done) => setTimeout(done, 120));
      const now = performance.now();
      const found = await pageFaults(this.page).catch((error: unknown) => [
        `unreadable: ${String(error)}`,
      ]);
      const quiet =
        now - start > leastMs && this.proxy.pending === 0 && now - this.proxy.answeredAt > 150;
      if ((quiet && found.length === 0) || now - start > patienceMs) return found;
    }
  }
}

describe.concurrent("answers spoilt at random", () => {
  test.each(screens)(
    "$path (logged in: $loggedIn)",
    { timeout: 120_000 + walks * 60_000 },
    async (screen) => {
      const stage = await Stage.set(screen);
      try {
        const { seen } = stage.proxy;
        expect(await stage.walk({ spoilt: [], again: false, press: null })).toEqual([]);
        const reads = new Set([...seen.reads, ...seen.writes, streamName]);
        expect(await stage.walk({ spoilt: [], again: false, press: "act" })).toEqual([]);
        const answers = [...new Set([...reads, ...seen.writes])];
        const failures: string[] = [];
        for (let at = 0; at < walks; at++) {
          const first = answers[at % answers.length] ?? streamName;
          const [walk] = fc.sample(walkThrough(answers, first, !reads.has(first)), {
            seed: seed + at,
            numRuns: 1,
          });
          if (!walk) continue;
          const wrong = await stage.walk(walk);
          if (wrong.length > 0)
            failures.push(`walk ${at} ${JSON.stringify(walk)}\n    ${wrong.join("\n    ")}`);
        }
        console.log(
          `${screen.path} (${screen.loggedIn ? "user" : "visitor"}): ${walks} walks, ${answers.length} answers, ${stage.proxy.spoilt} spoilt, ${failures.length} failed`,
        );
        expect(failures.join("\n")).toBe("");
      } finally {
        await stage.clear();
      }
    },
  );
});
