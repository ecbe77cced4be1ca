/** Every submit can be torn at any byte: what the app then says of an order is what the venue has of it. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatAmount, trimZeros } from "#protocol/amount.ts";
import { builtApp } from "../harness/built-app.ts";
import { newPhone, startChromium } from "../harness/chromium.ts";
import { register } from "../harness/newcomer.ts";
import { runVenue, type RunningVenue } from "../harness/running-venue.ts";
import { TearingProxy, type Tear } from "../harness/tearing-proxy.ts";

const placing = new Set(["/api/coin/placeOrder", "/api/coin/replaceOrder"]);
const asking = new Set(["/api/coin/getOrder"]);
const laneCount = 4;
/** Far beyond what the app needs to be sure of an order. */
const verdictMs = 30_000;
/** Where a line is lost: before anything, after the first byte, in the head, behind it, in the body, before the last byte. */
const parts = [0, 0.0001, 0.05, 0.2, 0.45, 0.7, 0.9, 0.9999];
const after = ["stay", "reload", "kill"] as const;
type After = (typeof after)[number];

interface Trial {
  tear: Tear;
  after: After;
  /** Exchanges that are torn: a browser may send once more by itself what it got no byte of an answer to. */
  times: number;
  /** Unique, so that the venue can be asked how often it was placed. */
  value: string;
}

let browser: Browser;
let venue: RunningVenue;
let database: DatabaseSync;
const lanes: Lane[] = [];

/** A user with a phone, whose line to the venue tears. */
class Lane {
  page: Page;
  readonly proxy: TearingProxy;
  private readonly context: BrowserContext;

  private constructor(proxy: TearingProxy, context: BrowserContext, page: Page) {
    this.proxy = proxy;
    this.context = context;
    this.page = page;
  }

  static async open(account: string): Promise<Lane> {
    const proxy = await TearingProxy.listen(venue.address);
    const context = await newPhone(browser, { serviceWorkers: "block", reducedMotion: "reduce" });
    const page = await context.newPage();
    await register(page, proxy.address, account);
    const lane = new Lane(proxy, context, page);
    await lane.look();
    return lane;
  }

  async look(): Promise<void> {
    await this.page.goto(`${this.proxy.address}/coins?symbol=btcusdt`, { waitUntil: "commit" });
  }

  async close(): Promise<void> {
    await this.context.close();
    this.proxy.close();
  }

  get form(): Locator {
    return this.page.getByRole("form", { name: "Order" });
  }

  get sheet(): Locator {
    return this.page.getByRole("dialog");
  }

  get spend(): Locator {
    return this.page.getByLabel("Spend");
  }

  async ask(value: string): Promise<void> {
    await this.spend.fill(value);
    await this.form.getByRole("button", { name: /^Buy ≈/ }).click();
  }

  async tap(): Promise<void> {
    await this.sheet.getByRole("button", { name: "Buy BTC now" }).click();
  }

  async leave(how: After): Promise<void> {
    if (how === "reload") await this.page.reload({ waitUntil: "commit" });
    if (how !== "kill") return;
    const next = await this.context.newPage();
    await this.page.close();
    this.page = next;
    await this.look();
  }

  /** The sentence in which the app says what became of it. */
  async verdict(): Promise<string> {
    const said = this.sheet.getByText(/^(Bought .* for .*\.|The venue did not get your order: .*)$/).first();
    await said.waitFor({ timeout: verdictMs });
    return await said.innerText();
  }

  /** After a trial that did not end: what stood there, and a page that works again. */
  async recover(error: string): Promise<string[]> {
    this.proxy.plan = undefined;
    this.proxy.mute = new Set();
    this.proxy.letGo();
    const shown = await this.page.locator("body").innerText().catch(() => "");
    await this.page.screenshot({ path: `.cache/failed-order-outcome-${lanes.indexOf(this)}.png` }).catch(() => undefined);
    await this.page.evaluate(() => indexedDB.deleteDatabase("godwit")).catch(() => undefined);
    await this.look();
    return [`${error.slice(0, 300)} while: ${shown.slice(-500)}`];
  }

  async run(trial: Trial): Promise<string[]> {
    const { proxy } = this;
    proxy.came.length = 0;
    const tears = proxy.tears;
    await this.ask(trial.value);
    proxy.plan = { paths: placing, tear: trial.tear, times: trial.times };
    // What is asked before the page is left is told before it is left.
    if (trial.after !== "stay") proxy.mute = asking;
    await this.tap();
    await expect.poll(() => proxy.tears, { interval: 5 }).toBeGreaterThan(tears);
    await this.leave(trial.after);
    proxy.mute = new Set();
    if (trial.after === "stay" && trial.tear.what === "answer" && trial.tear.end === "hang") {
      proxy.plan.times = 0;
      proxy.letGo();
    }
    const said = await this.verdict();
    proxy.plan = undefined;
    proxy.letGo();

    const faults: string[] = [];
    const placed = placedFor(trial.value);
    const words = placed.map(({ filled_amount, filled_value }) =>
      `Bought ${trimZeros(formatAmount(filled_amount, 8))} BTC for ${centsOf(filled_value)} USDT.`);
    const isBought = said.startsWith("Bought");
    if (placed.length !== (isBought ? 1 : 0)) faults.push(`${placed.length} orders, said: ${said}`);
    if (isBought && said !== words[0]) faults.push(`said: ${said} true: ${words[0]}`);
    if (isBought !== reaches(trial.tear, trial.times, proxy.came.length)) faults.push(`said: ${said} of ${proxy.came.length} sent`);
    const ids = new Set(proxy.came.map((body) => (JSON.parse(body) as { client_order_id: string }).client_order_id));
    if (ids.size !== 1) faults.push(`${ids.size} ids`);
    await this.sheet.getByRole("button", { name: isBought ? "Done" : "Back to the form" }).click();
    await this.sheet.waitFor({ state: "hidden" });
    await expect.poll(() => this.spend.inputValue()).toBe(isBought ? "" : trial.value);
    return faults;
  }
}

/** Whether the venue got the whole of it, once at least. */
function reaches(tear: Tear, times: number, came: number): boolean {
  return tear.what !== "request" || came > times;
}

interface Placed {
  client_order_id: string;
  filled_amount: bigint;
  filled_value: bigint;
  state: string;
}

function placedFor(value: string): Placed[] {
  const statement = database.prepare("select client_order_id, filled_amount, filled_value, state from spot_order where value = ?");
  statement.setReadBigInts(true);
  return statement.all(BigInt(Math.round(Number(value) * 100)) * 1_000_000n) as unknown as Placed[];
}

/** As the app shows money: to the nearest cent. */
function centsOf(units: bigint): string {
  return formatAmount((units + 500_000n) / 1_000_000n, 2);
}

function tears(): Tear[] {
  return [
    ...[0, 0.3, 0.99].map((part): Tear => ({ what: "request", part })),
    ...parts.map((part): Tear => ({ what: "answer", part, end: "reset" })),
    ...[0, 0.1, 0.6].map((part): Tear => ({ what: "answer", part, end: "hang" })),
    { what: "instead", answer: "502" }, { what: "instead", answer: "captive" },
  ];
}

beforeAll(async () => {
  const limits = JSON.stringify({ registrationsPerHour: 1000 });
  [browser, venue] = await Promise.all([startChromium(), builtApp().then((folder) => runVenue(folder, { LIMITS: limits }))]);
  database = new DatabaseSync(join(venue.dataDir, "venue.db"), { readOnly: true, timeout: 5000 });
  lanes.push(...(await Promise.all(Array.from({ length: laneCount }, (_, at) => Lane.open(`torn-${at}@example.org`)))));
});

afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
  database?.close();
  await browser?.close();
  await venue?.dispose();
});

test("an order whose line is torn anywhere is placed once or not at all, and the app says which", async () => {
  const trials = tears().flatMap((tear, at) => after.map((then, index): Omit<Trial, "value"> => ({ tear, after: then, times: (at + index) % 2 === 0 ? 1 : 9 })));
  const waiting = trials.map((trial, at): Trial => ({ ...trial, value: (10 + at / 100).toFixed(2) }));
  const total = waiting.length;
  const failures: string[] = [];
  await Promise.all(lanes.map(async (lane) => {
    for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
      const faults = await lane.run(trial).catch((error: unknown) => lane.recover(String(error)));
      failures.push(...faults.map((fault) => `${JSON.stringify(trial)}: ${fault}`));
    }
  }));
  console.info(`order outcome: ${total} trials, ${failures.length} failures`);
  expect(failures).toEqual([]);
});
