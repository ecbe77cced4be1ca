/**
 * Every screen with a venue whose answers are damaged at random, in a real Chromium: it shows what it can and
 * reports the rest. Four screens are walked once; with `MUTATIONS`, the number of walks of each, all are.
 * `MUTATIONS_SEED` is their seed.
 */
import fc from "fast-check";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { faults, type Fault } from "../../harness/proxy/mutator.ts";
import { buyBitcoinAs, letIn } from "../../harness/browser/newcomer.ts";
import { pageFaults, watchPage } from "../../harness/browser/page-faults.ts";
import { MutatingProxy, streamName } from "../../harness/proxy/mutating-proxy.ts";
import type { Person } from "../../harness/browser/ask-as.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { reportTrials } from "../../harness/trials.ts";

const walks = Number(process.env["MUTATIONS"] ?? 1);
const seed = Number(process.env["MUTATIONS_SEED"] ?? 20_261_121);
/**
 * How long a screen may take to show what it has. The app itself waits 8 s for prices and 5 s for pictures; the
 * rest is for a busy machine.
 */
const timeoutMs = 30_000;
/** After so long a page without a fault is done, though a damaged answer keeps a call of it waiting. */
const faultlessMs = 10_000;
/** Timeout of each step of an act, which a damaged answer may have made impossible. */
const actMs = 4000;
/** The startup waits 500 ms before its first call and 100 ms after its last. */
const startMs = 700;

interface Screen {
  path: string;
  loggedIn: boolean;
  /** An action on this screen that makes further calls. */
  act?: (page: Page) => Promise<void>;
}

const password = "eleven days aloft";

async function fillAccount(page: Page, ...passwords: readonly string[]): Promise<void> {
  await page.getByLabel("E-mail address").fill("nobody@example.org");
  for (const label of passwords) await page.getByLabel(label, { exact: true }).fill(password);
}

const pressFirst = (page: Page, name: string | RegExp) =>
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
      await pressFirst(page, "Log in");
    },
  },
  {
    path: "/register",
    loggedIn: false,
    async act(page) {
      await fillAccount(page, "Password", "Password once more");
      await page.getByRole("checkbox").check();
      await pressFirst(page, "Register");
    },
  },
  {
    path: "/password/forgot",
    loggedIn: false,
    async act(page) {
      await fillAccount(page);
      await pressFirst(page, /code/i);
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
  { path: "/contracts", loggedIn: true },
  { path: "/seconds", loggedIn: true },
  { path: "/recharge", loggedIn: true },
  { path: "/withdraw", loggedIn: true },
  { path: "/withdraw/bankcard", loggedIn: true },
  { path: "/certification", loggedIn: true },
  { path: "/security", loggedIn: true },
  { path: "/invite", loggedIn: true },
];

interface Walk {
  damaged: readonly { answer: string; fault: Fault }[];
  /** Whether it is opened again, from the stored answers. */
  again: boolean;
  /** What is pressed once it is shown: the screen's own act or any of its buttons. */
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

const stage = new PhoneStage({ settings: { LIMITS: JSON.stringify(noLimits) } });
let user: Person;

beforeAll(async () => {
  user = await stage.user("mutated@example.org");
  await buyBitcoinAs(user, stage.address);
});

/** A walk whose first fault is in the given answer; a write is only made by an act. */
function walkThrough(
  answers: readonly string[],
  first: string,
  isWrite: boolean,
): fc.Arbitrary<Walk> {
  const also = fc.record({ answer: fc.constantFrom(...answers), fault: faults });
  return fc.noBias(
    fc.record({
      damaged: fc
        .tuple(faults, fc.array(also, { maxLength: 3 }))
        .map(([fault, more]) => [{ answer: first, fault }, ...more]),
      again: fc.nat(5).map((choice) => choice === 0),
      press: isWrite
        ? fc.constant("act" as const)
        : fc.oneof(fc.constant("act" as const), fc.nat()),
    }),
  );
}

/**
 * `config.json` says which servers have the icons, which may be foreign ones. Where a damaged one names a host that the
 * policy does not, it is right that the browser asks nothing there, and says so.
 */
const isRefusedIcons = (fault: string) =>
  /^(forbidden: connect-src|error:).*\/coin\.json\?icons=/.test(fault);

/** The page of one screen, on an origin of its own. */
class Stage {
  readonly proxy: MutatingProxy;
  private readonly screen: Screen;
  private readonly page: Page;
  private complaints: string[] = [];
  private isConfigDamaged = false;

  private constructor(screen: Screen, proxy: MutatingProxy, page: Page) {
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
      MutatingProxy.listen(stage.address),
      stage.phone(),
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

  /** @returns the faults */
  async walk({ damaged, again, press }: Walk): Promise<string[]> {
    this.complaints = [];
    this.isConfigDamaged = damaged.some(({ answer }) => answer === "/config.json");
    this.proxy.plan = new Map(
      [...Map.groupBy(damaged, ({ answer }) => answer)].map(([answer, given]) => [
        answer,
        given.map(({ fault }) => fault),
      ]),
    );
    await this.page.context().clearCookies();
    if (this.screen.loggedIn) await letIn(this.page.context(), stage.address, user);
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
    return wrong.concat(this.faultsOf(this.complaints));
  }

  private async open(): Promise<string[]> {
    await this.page.goto(this.proxy.address + this.screen.path, { waitUntil: "commit" });
    return this.settled(startMs);
  }

  private async press(press: "act" | number): Promise<void> {
    // A button that a damaged answer has removed cannot be pressed.
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

  private faultsOf(seen: readonly string[]): string[] {
    return seen.filter((fault) => !this.isConfigDamaged || !isRefusedIcons(fault));
  }

  /** Waits until all calls are answered and the page is quiet. */
  private async settled(leastMs: number): Promise<string[]> {
    const start = performance.now();
    for (;;) {
      await new Promise((done) => setTimeout(done, 120));
      const now = performance.now();
      const found = this.faultsOf(
        await pageFaults(this.page).catch((error: unknown) => [`unreadable: ${String(error)}`]),
      );
      const quiet =
        now - start > leastMs && this.proxy.pending === 0 && now - this.proxy.answeredAt > 150;
      const isDone = quiet || now - start > faultlessMs;
      if ((isDone && found.length === 0) || now - start > timeoutMs) return found;
    }
  }
}

/** Of the screens that a visitor and a user both have, the user's. */
const some = new Set(["/coins?symbol=btcusdt", "/assets"]);
const walked =
  process.env["MUTATIONS"] === undefined
    ? screens.filter(({ path, loggedIn }) => some.has(path) && (loggedIn || !isForBoth(path)))
    : screens;

function isForBoth(path: string): boolean {
  return screens.filter((screen) => screen.path === path).length > 1;
}

describe.concurrent("answers damaged at random", () => {
  test.each(walked)(
    "$path (logged in: $loggedIn)",
    { timeout: 120_000 + walks * 60_000 },
    async (screen) => {
      const own = await Stage.set(screen);
      try {
        const { seen } = own.proxy;
        expect(await own.walk({ damaged: [], again: false, press: null })).toEqual([]);
        const reads = new Set([...seen.reads, ...seen.writes, streamName]);
        expect(await own.walk({ damaged: [], again: false, press: "act" })).toEqual([]);
        const answers = [...new Set([...reads, ...seen.writes])];
        const failures: string[] = [];
        for (let at = 0; at < walks; at++) {
          const first = answers[at % answers.length] ?? streamName;
          const [walk] = fc.sample(walkThrough(answers, first, !reads.has(first)), {
            seed: seed + at,
            numRuns: 1,
          });
          if (!walk) continue;
          const wrong = await own.walk(walk);
          if (wrong.length > 0)
            failures.push(`walk ${at} ${JSON.stringify(walk)}\n    ${wrong.join("\n    ")}`);
        }
        console.log(
          `${screen.path} (${screen.loggedIn ? "user" : "visitor"}): ${walks} walks, ${answers.length} answers, ${own.proxy.damaged} spoilt, ${failures.length} failed`,
        );
        reportTrials("damaged answers", walks, failures.length);
        expect(failures.join("\n")).toBe("");
      } finally {
        await own.clear();
      }
    },
  );
});
