/** The connection of a submit may break at any byte: the outcome that the app shows is the venue's. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { TearingProxy, type Tear } from "../../harness/proxy/tearing-proxy.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { isProof, reportTrials, someOf } from "../../harness/trials.ts";

const placing = new Set(["/api/coin/placeOrder", "/api/coin/replaceOrder"]);
const asking = new Set(["/api/coin/getOrder"]);
const laneCount = isProof ? 3 : 2;
/** Far longer than the app needs to find the outcome of an order. */
const verdictMs = 30_000;
/** It takes a minute on two idle cores. */
const walkMs = 400_000;
/** Where the connection breaks: before the first byte, after it, in the head, after the head, in the body, before the last byte. */
const parts = [0, 0.0001, 0.05, 0.2, 0.45, 0.7, 0.9, 0.9999];
const ways = ["stay", "reload", "kill"] as const;
type Way = (typeof ways)[number];
/** A replacement needs a waiting order: the limit order of the previous trial. */
const kinds = ["market", "limit", "replace"] as const;
type Kind = (typeof kinds)[number];

interface Trial {
  kind: Kind;
  tear: Tear;
  after: Way;
  /** Number of broken exchanges: a browser may repeat a request by itself when it got no byte of an answer. */
  times: number;
}

const stage = new PhoneStage();
let database: DatabaseSync;
const lanes: Lane[] = [];

/** A user with a phone whose connection breaks. */
class Lane {
  page: Page;
  /** Orders placed to be replaced. */
  rested = 0;
  private trials = 0;
  private farPrice = 0;
  readonly proxy: TearingProxy;
  readonly context: BrowserContext;

  private constructor(proxy: TearingProxy, context: BrowserContext, page: Page) {
    this.proxy = proxy;
    this.context = context;
    this.page = page;
  }

  static async open(account: string): Promise<Lane> {
    const proxy = await TearingProxy.listen(stage.address);
    const context = await stage.phone({ as: await stage.user(account) });
    const page = await context.newPage();
    const lane = new Lane(proxy, context, page);
    await lane.look();
    await lane.chooseType("Limit");
    await lane.form.getByRole("button", { name: "Last", exact: true }).click();
    lane.farPrice = Math.floor(Number(await lane.price.inputValue()) * 0.97);
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

  get quantity(): Locator {
    return this.form.getByRole("textbox", { name: /^(Spend|Quantity)$/ });
  }

  get price(): Locator {
    return this.form.locator("input[name=price]");
  }

  /** Closes the slip of a placed order. Its step back in the history, made later, would break off the next page. */
  async putAway(): Promise<void> {
    await this.sheet.getByRole("button", { name: "Done" }).click();
    await this.page.waitForFunction(() => !(history.state as { layers?: number } | null)?.layers);
  }

  /** Fills the ticket and opens the sheet; answers what the ticket must contain again if nothing is placed. */
  async ask(kind: Kind): Promise<() => Promise<string[]>> {
    // The page that the build wrote has a form too, hidden until the app replaces it.
    await this.quantity.waitFor();
    if (kind === "replace") await this.change();
    else await this.chooseType(kind === "market" ? "Market" : "Limit");
    if (kind !== "market") await this.price.fill(this.nextPrice());
    if (kind !== "replace") await this.quantity.fill(await this.nextQuantity());
    const read = () =>
      Promise.all(
        (kind === "market" ? [this.quantity] : [this.price, this.quantity]).map((field) =>
          field.inputValue(),
        ),
      );
    const typed = await read();
    await this.form.locator("button[type=submit]").click();
    return async () => {
      const now = await read();
      return now.every((text, at) => text === typed[at])
        ? []
        : [`typed ${typed.join(", ")}, kept ${now.join(", ")}`];
    };
  }

  private async chooseType(name: string): Promise<void> {
    const chosen = this.form.getByRole("button", { name: /^Order type/ });
    // A new ticket loads its stored draft a moment later, unless it was touched.
    await this.quantity.fill("1");
    if ((await chosen.getAttribute("aria-label")) === `Order type: ${name}`) return;
    await chosen.click();
    await this.sheet.getByText(name, { exact: true }).click();
    await this.sheet.waitFor({ state: "hidden" });
  }

  /** Loads the newest waiting order into the ticket, to change it. */
  private async change(): Promise<void> {
    await this.page.getByRole("tab", { name: /^Pending\b(?! review)/ }).click();
    await this.page
      .getByRole("tabpanel")
      .getByRole("listitem")
      .first()
      .getByRole("button")
      .first()
      .click();
    await this.sheet.getByRole("button", { name: "Change", exact: true }).click();
    await this.sheet.waitFor({ state: "hidden" });
  }

  /** Ten dollars or more, far above the least; after a changed order the ticket is by quantity. */
  private async nextQuantity(): Promise<string> {
    this.trials += 1;
    const isTotal = await this.form.getByRole("textbox", { name: "Spend" }).isVisible();
    return isTotal ? (10 + this.trials / 100).toFixed(2) : (0.0004 + this.trials / 1e6).toFixed(6);
  }

  /** A price well below the market, so that the order waits, and different from all other orders. */
  private nextPrice(): string {
    return (this.farPrice - (this.trials += 1) / 100).toFixed(2);
  }

  async tap(kind: Kind): Promise<void> {
    await this.sheet
      .getByRole("button", {
        name: { market: "Buy BTC now", limit: "Place buy order", replace: "Change the order" }[
          kind
        ],
      })
      .click();
  }

  async leave(how: Way): Promise<void> {
    if (how === "reload") await this.page.reload({ waitUntil: "commit" });
    if (how !== "kill") return;
    const next = await this.context.newPage();
    await this.page.close();
    this.page = next;
    await this.look();
  }

  /** The message with the outcome: in the sheet, or in a toast for a waiting order. */
  async verdict(kind: Kind, price: string): Promise<string> {
    const waits = this.page
      .getByRole("region", { name: /^Notices/ })
      .getByText(`Order ${kind === "replace" ? "changed" : "placed"}, waiting at ${price}.`);
    const said = this.sheet
      .getByText(/^(Bought .* for .*\.|The venue did not get your .*)$/)
      .or(waits)
      .first();
    await said.waitFor({ timeout: verdictMs });
    return await said.innerText();
  }

  /** Places a waiting order with a working connection. */
  async rest(): Promise<void> {
    const lost = await this.ask("limit");
    const price = Number(await this.price.inputValue()).toLocaleString("en-US", {
      minimumFractionDigits: 2,
    });
    await this.tap("limit");
    await this.verdict("limit", price);
    await this.sheet.waitFor({ state: "hidden" });
    expect(await lost()).not.toEqual([]);
    this.rested += 1;
  }

  /** After a trial that did not end: reports the text of the page, and loads a working page. */
  async recover(error: string): Promise<string[]> {
    this.proxy.plan = undefined;
    this.proxy.mute = new Set();
    this.proxy.letGo();
    const shown = await this.shown();
    await this.page
      .screenshot({ path: `.cache/failed-order-outcome-${lanes.indexOf(this)}.png` })
      .catch(() => undefined);
    await this.page.evaluate(() => indexedDB.deleteDatabase("godwit")).catch(() => undefined);
    await this.look();
    return [`${error.slice(0, 300)} while: ${shown}`];
  }

  async shown(): Promise<string> {
    return (
      await this.page
        .locator("body")
        .innerText()
        .catch(() => "")
    ).slice(-500);
  }

  async run({ kind, tear, after, times }: Trial): Promise<{ placed: boolean; faults: string[] }> {
    const { proxy } = this;
    proxy.came.length = 0;
    const torn = proxy.tears;
    const lost = await this.ask(kind);
    const price =
      kind === "market"
        ? ""
        : Number(await this.price.inputValue()).toLocaleString("en-US", {
            minimumFractionDigits: 2,
          });
    proxy.plan = { paths: placing, tear, times };
    // The fault is read before the page is left.
    if (after !== "stay") proxy.mute = asking;
    await this.tap(kind);
    await expect.poll(() => proxy.tears, { interval: 5 }).toBeGreaterThan(torn);
    await this.leave(after);
    proxy.mute = new Set();
    if (after === "stay" && tear.what === "answer" && tear.end === "hang") {
      proxy.plan.times = 0;
      proxy.letGo();
    }
    const said = await this.verdict(kind, price);
    proxy.plan = undefined;
    proxy.letGo();

    const faults: string[] = [];
    const isPlaced = !said.startsWith("The venue did not get");
    const ids = new Set(
      proxy.came.map((body) => (JSON.parse(body) as { client_order_id: string }).client_order_id),
    );
    const [id = ""] = ids;
    const order = orderOf(id);
    if (ids.size !== 1) faults.push(`${ids.size} ids`);
    if (isPlaced !== (order !== undefined))
      faults.push(`said: ${said} true: ${order?.state ?? "none"}`);
    if (isPlaced !== reaches(tear, times, proxy.came.length))
      faults.push(`said: ${said} of ${proxy.came.length} sent`);
    if (order && isPlaced && said !== messageOf(order, kind))
      faults.push(`said: ${said} true: ${messageOf(order, kind)}`);
    if (kind !== "market" && isPlaced) await this.sheet.waitFor({ state: "hidden" });
    else
      await this.sheet
        .getByRole("button", { name: isPlaced ? "Done" : "Back to the form" })
        .click();
    await this.sheet.waitFor({ state: "hidden" });
    if (isPlaced) await expect.poll(() => this.quantity.inputValue()).toBe("");
    else faults.push(...(await lost()));
    if (kind === "replace" && !isPlaced)
      await this.page.getByRole("button", { name: "Do not change it" }).click();
    return { placed: isPlaced, faults };
  }
}

/** Whether the venue received the whole request, at least once. */
function reaches(tear: Tear, times: number, came: number): boolean {
  return tear.what !== "request" || came > times;
}

interface Placed {
  state: string;
  price: bigint | null;
  filled_amount: bigint;
  filled_value: bigint;
}

function orderOf(id: string): Placed | undefined {
  const statement = database.prepare(
    "select state, price, filled_amount, filled_value from spot_order where client_order_id = ?",
  );
  statement.setReadBigInts(true);
  return statement.get(id) as unknown as Placed | undefined;
}

function orderCount(): number {
  return Number(database.prepare("select count(*) as count from spot_order").get()?.["count"]);
}

/** The true outcome of an order, in the app's words. */
function messageOf({ price, filled_amount, filled_value }: Placed, kind: Kind): string {
  if (kind === "market")
    return `Bought ${trimZeros(formatAmount(filled_amount, 8))} BTC for ${centsOf(filled_value)} USDT.`;
  return `Order ${kind === "replace" ? "changed" : "placed"}, waiting at ${(Number(price ?? 0n) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}.`;
}

/** As the app shows what was paid: never less. */
function centsOf(units: bigint): string {
  return formatAmount((units + 999_999n) / 1_000_000n, 2);
}

/** Break points from a fixed seed. */
function sampledParts(count: number): number[] {
  let state = 20261121;
  return Array.from({ length: count }, () => (state = (state * 48271) % 2147483647) / 2147483647);
}

/** One of them in each run; `TORN_EVERY=1` runs every one. */
const everyTear = Number(process.env["TORN_EVERY"] ?? 20);

function tears(): Tear[] {
  return [
    ...sampledParts(4).map((part): Tear => ({ what: "answer", part, end: "reset" })),
    ...[0, 0.3, 0.99].map((part): Tear => ({ what: "request", part })),
    ...parts.map((part): Tear => ({ what: "answer", part, end: "reset" })),
    ...[0, 0.1, 0.6].map((part): Tear => ({ what: "answer", part, end: "hang" })),
    { what: "instead", answer: "502" },
    { what: "instead", answer: "captive" },
  ];
}

beforeAll(async () => {
  database = new DatabaseSync(join(stage.venue.dataDir, "venue.db"), {
    readOnly: true,
    timeout: 5000,
  });
  lanes.push(
    ...(await Promise.all(
      Array.from({ length: laneCount }, (_, at) => Lane.open(`torn-${at}@example.org`)),
    )),
  );
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail")
    console.info(await Promise.all(lanes.map((lane) => lane.shown())));
});

afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
  database?.close();
});

test(
  "an order whose line is torn anywhere is placed once or not at all, and the app says which",
  async () => {
    const tried = someOf(kinds, 2);
    const rounds = tears()
      .filter((_, at) => at % everyTear === 0)
      .flatMap((tear, at) =>
        tried.map((kind, index): Trial => ({
          kind,
          tear,
          after: ways[(at + index) % 3]!,
          times: at % 2 === 0 ? 1 : 9,
        })),
      );
    // A limit order and its replacement belong to one user, one after the other.
    const series = Array.from({ length: rounds.length / tried.length }, (_, at) =>
      rounds.slice(at * tried.length, (at + 1) * tried.length),
    );
    // Files that ran before share the venue.
    const before = orderCount();
    let placed = 0;
    const failures: string[] = [];
    await Promise.all(
      lanes.map(async (lane) => {
        for (let trials = series.shift(); trials; trials = series.shift()) {
          for (const trial of trials) {
            if (trial.kind === "replace") await lane.rest();
            const ran = await lane.run(trial).catch(async (error: unknown) => ({
              placed: false,
              faults: await lane.recover(String(error)),
            }));
            placed += ran.placed ? 1 : 0;
            failures.push(...ran.faults.map((fault) => `${JSON.stringify(trial)}: ${fault}`));
          }
        }
      }),
    );
    reportTrials("torn orders", rounds.length, failures.length);
    expect(failures).toEqual([]);
    // No order was placed that the app does not know.
    expect(orderCount() - before).toBe(placed + lanes.reduce((sum, lane) => sum + lane.rested, 0));
  },
  walkMs,
);

/** A market order whose exchange breaks once in that way. */
async function buyTorn(lane: Lane, tear: Tear, times = 1): Promise<void> {
  lane.proxy.came.length = 0;
  const torn = lane.proxy.tears;
  await lane.ask("market");
  lane.proxy.plan = { paths: placing, tear, times };
  await lane.tap("market");
  await expect.poll(() => lane.proxy.tears, { interval: 5 }).toBeGreaterThan(torn);
}

const idsOf = (lane: Lane) =>
  new Set(
    lane.proxy.came.map(
      (body) => (JSON.parse(body) as { client_order_id: string }).client_order_id,
    ),
  );
const arrivedLate = (lane: Lane) =>
  lane.sheet.getByText("This order arrived late", { exact: false });

test("an order that arrives after it was given up is reported, also after a reload, and sent again it is the same one", async () => {
  const before = orderCount();
  const giveUp = async (lane: Lane, afterMs: number) => {
    // A request that the browser repeats by itself is late too.
    await buyTorn(lane, { what: "late", afterMs }, 9);
    expect(await lane.verdict("market", "")).toMatch(/^The venue did not get your order/);
  };
  const outcomes: readonly ((lane: Lane) => Promise<void>)[] = [
    async (reloads) => {
      await giveUp(reloads, 20_000);
      await reloads.leave("reload");
      await reloads.quantity.waitFor();
      await arrivedLate(reloads).waitFor();
      expect(await reloads.verdict("market", "")).toMatch(/^Bought/);
      await reloads.putAway();
    },
    async (stays) => {
      await giveUp(stays, 12_000);
      await arrivedLate(stays).waitFor();
      expect(await stays.verdict("market", "")).toMatch(/^Bought/);
      await stays.putAway();
    },
    async (again) => {
      await giveUp(again, 20_000);
      await again.sheet.getByRole("button", { name: "Back to the form" }).click();
      again.proxy.plan = { paths: placing, tear: { what: "late", afterMs: 0 }, times: 0 };
      await again.form.locator("button[type=submit]").click();
      await again.tap("market");
      expect(await again.verdict("market", "")).toMatch(/^Bought/);
      await again.putAway();
      await expect.poll(() => again.proxy.late).toBeGreaterThan(0);
      expect(idsOf(again).size).toBe(1);
    },
  ];
  const tried = someOf(outcomes, 3);
  await Promise.all(tried.map((see, at) => see(lanes[at]!)));
  expect(orderCount()).toBe(before + tried.length);
});

test("offline in between, or with a second tab, an order is asked for until it is known, and none beside it is placed", async () => {
  const before = orderCount();
  const [goesOffline, hasTabs] = lanes as [Lane, Lane];
  await Promise.all([goesOffline, hasTabs].map((lane) => lane.look()));
  await Promise.all([
    (async () => {
      goesOffline.proxy.mute = asking;
      await buyTorn(goesOffline, { what: "answer", part: 0.5, end: "reset" }, 9);
      await goesOffline.context.setOffline(true);
      await goesOffline.sheet.getByText("The venue cannot be reached", { exact: false }).waitFor();
      goesOffline.proxy.mute = new Set();
      await goesOffline.context.setOffline(false);
      expect(await goesOffline.verdict("market", "")).toMatch(/^Bought/);
    })(),
    (async () => {
      const other = await hasTabs.context.newPage();
      await other.goto(`${hasTabs.proxy.address}/coins?symbol=btcusdt`);
      await other
        .getByRole("form", { name: "Order" })
        .locator("input[name=price]")
        .or(other.getByRole("textbox", { name: /^(Spend|Quantity)$/ }))
        .first()
        .waitFor();
      hasTabs.proxy.mute = asking;
      await buyTorn(hasTabs, { what: "answer", part: 0.5, end: "hang" });
      const first = hasTabs.page;
      hasTabs.page = other;
      await other.bringToFront();
      await hasTabs.ask("market");
      await hasTabs.tap("market");
      const isBusy = other.getByText("Another window has an order under way", { exact: false });
      await isBusy.waitFor();
      await first.close();
      hasTabs.proxy.letGo();
      hasTabs.proxy.mute = new Set();
      await isBusy.waitFor({ state: "detached" });
      await hasTabs.tap("market");
      expect(await hasTabs.verdict("market", "")).toMatch(/^Bought/);
      expect(idsOf(hasTabs).size).toBe(1);
    })(),
  ]);
  expect(orderCount()).toBe(before + 2);
});

test("an answer that is late is said to be so, and the person goes on: the order is found while its answer hangs", async () => {
  const before = orderCount();
  const [lane] = lanes as [Lane];
  const { page, proxy, sheet } = lane;
  await lane.look();
  proxy.mute = asking;
  await buyTorn(lane, { what: "answer", part: 0, end: "hang" });
  await sheet.getByRole("heading", { name: "No answer yet" }).waitFor();
  // No veil takes the tap.
  await sheet.getByRole("button", { name: "Go on without waiting" }).click();
  await sheet.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "An order is under way. Show it" }).waitFor();
  await lane.form
    .getByRole("radio", { name: "Sell" })
    .or(lane.form.getByText("Sell"))
    .first()
    .click();
  proxy.mute = new Set();
  await page
    .getByRole("region", { name: /^Notices/ })
    .getByText(/^Bought .* for .*\.$/)
    .waitFor({ timeout: verdictMs });
  expect(idsOf(lane).size).toBe(1);
  expect(orderCount()).toBe(before + 1);
  proxy.plan = undefined;
  proxy.letGo();
});

test("an order whose message hangs on its way is never said to be lost, and its late answer counts", async () => {
  const before = orderCount();
  // Another lane: the one before has chosen to sell, and its device keeps that.
  const [, lane] = lanes as [Lane, Lane];
  await lane.look();
  let questions = 0;
  lane.proxy.onRequest = (_method, path) => void (asking.has(path) && (questions += 1));
  await buyTorn(lane, { what: "held" });
  await lane.sheet.getByRole("heading", { name: "No answer yet" }).waitFor();
  // Twice not found would be enough where the message has got lost.
  await expect.poll(() => questions, { timeout: verdictMs }).toBeGreaterThan(2);
  await lane.sheet.getByRole("heading", { name: "No answer yet" }).waitFor();
  expect(orderCount()).toBe(before);
  lane.proxy.deliver();
  expect(await lane.verdict("market", "")).toMatch(/^Bought/);
  await lane.putAway();
  expect(idsOf(lane).size).toBe(1);
  expect(orderCount()).toBe(before + 1);
  lane.proxy.onRequest = () => {};
  lane.proxy.plan = undefined;
});
