/**
 * The connection breaks at any point of any request (T-OFF): nothing is done twice, no typed text is lost, and the
 * app reports the true outcome. A few cells run by default; `TORN_CELLS=writes`, `reads`, `files`, `taps` and
 * `portals` run all of a kind, `all` every one of them.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { placesOf } from "../../harness/browser/device.ts";
import { letIn } from "../../harness/browser/newcomer.ts";
import { pageFaults } from "../../harness/browser/page-faults.ts";
import {
  type Foreign,
  portalWords,
  TearingProxy,
  type Tear,
} from "../../harness/proxy/tearing-proxy.ts";
import { type TornFlow, tornFlows } from "../../harness/stages/torn-flows.ts";
import { TornLane } from "../../harness/stages/torn-lane.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { isProof, reportTrials } from "../../harness/trials.ts";

const wanted = process.env["TORN_CELLS"] ?? "";
const tries = (kind: string) => wanted === "all" || wanted === kind;
const everyMs = 3 * 3600_000;
const fewMs = 180_000;
const settleMs = 20_000;
/** Far longer than the app needs to find any outcome. */
const timeoutMs = 45_000;
const setUpMs = 180_000;

/** The fault of a call, for the next `times` of its kind, since the browser or the app may repeat it. */
interface Fault {
  tear: Tear;
  times: number;
}

const faults: Readonly<Record<string, Fault>> = {
  "before it leaves": { tear: { what: "request", part: 0 }, times: 9 },
  "its answer lost": { tear: { what: "answer", part: 0, end: "reset" }, times: 9 },
  "sent once more by the browser": { tear: { what: "answer", part: 0, end: "reset" }, times: 1 },
  "mid-answer": { tear: { what: "answer", part: 0.6, end: "reset" }, times: 9 },
  "a gateway's 502": { tear: { what: "instead", answer: "502" }, times: 9 },
  hanging: { tear: { what: "answer", part: 0, end: "hang" }, times: 9 },
  "a portal's page": { tear: { what: "instead", answer: "captive", unasked: true }, times: 9 },
  "a portal elsewhere": { tear: { what: "instead", answer: "moved", unasked: true }, times: 9 },
  "a portal's JSON": { tear: { what: "instead", answer: "json", unasked: true }, times: 9 },
};
const faultNames = Object.keys(faults);

const ways = ["stay", "reload", "kill"] as const;
type Way = (typeof ways)[number];

const limits = JSON.stringify({
  registrationsPerHour: 10_000,
  rechargesPending: 10_000,
  withdrawalsPending: 10_000,
  secondsRunning: 10_000,
  secondsAtStake: 1_000_000,
  picturesPerDay: 10_000,
  uploadEverySec: 1,
  uploadBurst: 1000,
  sessionsPerUser: 10_000,
  argonMemoryKiB: 1024,
  loginFailuresPerAddress: 10_000,
  loginFreeFailures: 1000,
  privatePerSecond: 200,
  privateBurst: 600,
  signedPerSecond: 1000,
  signedBurst: 3000,
  publicPerSecond: 1000,
  publicBurst: 3000,
  socketsPerAddress: 2000,
});
const environment = {
  REVIEW: "manual",
  ADDRESS_WAIT_HOURS: "0",
  WELCOME: "USDT:1000000",
  LIMITS: limits,
};
const stage = new PhoneStage({ settings: environment });
let database: DatabaseSync;
const lanes: { who: TornFlow["who"]; lane: TornLane }[] = [];

/** Shortens the app's timeout of half a minute. */
function beImpatient(impatientMs: number): void {
  const usual = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => usual(ms === 30_000 ? impatientMs : ms);
  const send = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, "send")?.value as (
    this: XMLHttpRequest,
    body?: Document | XMLHttpRequestBodyInit | null,
  ) => void;
  XMLHttpRequest.prototype.send = function sendImpatiently(body) {
    this.timeout = impatientMs;
    send.call(this, body);
  };
}

async function openLane(who: TornFlow["who"], at: number): Promise<void> {
  const proxy = await TearingProxy.listen(stage.address);
  const context = await stage.phone({ serviceWorkers: "allow" });
  // The venue compresses each file at its first request.
  context.setDefaultTimeout(setUpMs);
  await context.addInitScript(beImpatient, 6000);
  const page = await context.newPage();
  const account = `${who}-${at}@example.org`;
  const person = await stage.user(account);
  await letIn(context, stage.address, person);
  const lane = new TornLane({
    venue: stage.venue,
    database,
    proxy,
    context,
    page,
    account,
    person,
  });
  await openApp(page, proxy.address);
  context.setDefaultTimeout(timeoutMs);
  if (who === "payer") await lane.prepareForMoney();
  if (who === "trader") await lane.ask("POST", "/api/second/ackRisk", { version: 1 });
  lanes.push({ who, lane });
}

beforeAll(async () => {
  database = new DatabaseSync(join(stage.venue.dataDir, "venue.db"), {
    readOnly: true,
    timeout: 5000,
  });
  const people = (["trader", "payer", "newcomer", "candidate", "trader"] as const).slice(
    0,
    wanted === "" ? 4 : 5,
  );
  await Promise.all(people.map((who, at) => openLane(who, at)));
}, 2 * setUpMs);

afterAll(async () => {
  await Promise.all(
    lanes.map(async ({ lane }) => {
      await lane.context.close();
      lane.proxy.close();
    }),
  );
  database?.close();
});

let lanesFree: Promise<unknown> = Promise.resolve();

/** Runs a test after those before it, since all of them use the same lanes. */
function withLanes<T>(run: () => Promise<T>): Promise<T> {
  const turn = lanesFree.then(run);
  lanesFree = turn.catch(() => undefined);
  return turn;
}

interface Cell {
  flow: TornFlow;
  fault: string;
  way: Way;
  /** The request whose connection breaks: the flow's own write, or another call of the walk. */
  call: { method: "GET" | "POST"; path: string };
}

const nameOf = ({ flow, fault, way, call }: Cell) =>
  `${flow.name}: ${call.method} ${call.path} ${fault}, ${way}`;

async function leave(lane: TornLane, way: Way): Promise<void> {
  if (way === "stay") return;
  const here = lane.page.url();
  if (way === "reload") await lane.page.reload({ waitUntil: "commit" });
  else {
    const next = await lane.context.newPage();
    await lane.page.close();
    lane.page = next;
    await next.goto(here, { waitUntil: "commit" });
  }
  await lane.page.locator("#root > [inert]").waitFor({ state: "detached" });
}

function planOf({ call, fault }: Cell, times?: number): NonNullable<TearingProxy["plan"]> {
  const { tear, times: usual } = faults[fault]!;
  return { paths: new Set([call.path]), method: call.method, tear, times: times ?? usual };
}

/** The faults of a read, without those that only differ for a write. */
const readFaults = faultNames.filter(
  (name) =>
    !["before it leaves", "sent once more by the browser", "a portal elsewhere"].includes(name),
);

/** The connection breaks at the write, after the last tap. */
async function tearWrite(lane: TornLane, cell: Cell): Promise<string[]> {
  const { proxy } = lane;
  const walk = await cell.flow.begin(lane);
  const torn = proxy.tears;
  proxy.plan = planOf(cell);
  await walk.tap();
  await expect.poll(() => proxy.tears, { interval: 10, timeout: 10_000 }).toBeGreaterThan(torn);
  await leave(lane, cell.way);
  const found: string[] = [];
  if (cell.way === "stay") {
    const said = await walk.said();
    const done = walk.effects();
    if (said !== undefined && said !== done > 0)
      found.push(said ? "false success" : "false failure");
    if (done > 1 && !walk.mayRepeat) found.push(`${done} effects`);
    if (said === undefined && !walk.mayRepeat)
      found.push(...(done > 0 ? ["left unknown though done"] : []));
    if (said !== true) found.push(...(await walk.lost()).map((what) => `lost: ${what}`));
  } else {
    await walk
      .shows(walk.effects() > 0)
      .catch((error: unknown) =>
        found.push(`shows other than is (${walk.effects()}): ${String(error).slice(0, 200)}`),
      );
    if (walk.effects() > 1 && !walk.mayRepeat) found.push(`${walk.effects()} effects`);
  }
  return found;
}

/** The connection breaks at another call of the walk; the user still reaches the end. */
async function tearRead(lane: TornLane, cell: Cell): Promise<string[]> {
  lane.proxy.plan = planOf(cell, 2);
  const walk = await cell.flow.begin(lane);
  await walk.tap();
  const said = await walk.said();
  const done = walk.effects();
  return [
    ...(said !== true ? [`said ${String(said)}`] : []),
    ...(done === 1 || walk.mayRepeat ? [] : [`${done} effects`]),
  ];
}

async function settle(lane: TornLane): Promise<string[]> {
  let found: string[] = [];
  await expect
    .poll(async () => (found = await pageFaults(lane.page)).length, { timeout: settleMs })
    .toBe(0)
    .catch(() => undefined);
  return found;
}

async function runCell(
  lane: TornLane,
  cell: Cell,
  tear: (lane: TornLane, cell: Cell) => Promise<string[]>,
): Promise<string[]> {
  const found = await tear(lane, cell).catch(async (error: unknown) => {
    const shown = await lane.page
      .locator("body")
      .innerText()
      .catch(() => "");
    await lane.page
      .screenshot({ path: `.cache/failed-torn-${lane.account.split("@")[0]}-${lane.next()}.png` })
      .catch(() => undefined);
    return [`${String(error).slice(0, 300)} while: ${shown.replaceAll(/\s+/g, " ").slice(-300)}`];
  });
  if (found.length === 0) found.push(...(await settle(lane)));
  if (cell.fault.startsWith("a portal"))
    found.push(
      ...(await placesOf(lane.page, [portalWords]).catch(() => [])).map(
        (place) => `foreign: ${place}`,
      ),
    );
  lane.proxy.plan = undefined;
  lane.proxy.letGo();
  if (found.length > 0) {
    await lane.page.goto("about:blank");
    await lane.go("/robots.txt").catch(() => undefined);
    await lane.page.evaluate(() => indexedDB.deleteDatabase("godwit")).catch(() => undefined);
  }
  return found;
}

/** Each lane takes the next cell that its user can walk. */
async function runAll(
  cells: Cell[],
  tear: (lane: TornLane, cell: Cell) => Promise<string[]>,
): Promise<string[]> {
  const failures: string[] = [];
  let ran = 0;
  await Promise.all(
    lanes.map(async ({ who, lane }) => {
      for (;;) {
        const at = cells.findIndex(({ flow }) => flow.who === who);
        const [cell] = at < 0 ? [] : cells.splice(at, 1);
        if (!cell) return;
        const began = performance.now();
        const found = await runCell(lane, cell, tear);
        ran += 1;
        failures.push(...found.map((fault) => `${nameOf(cell)}: ${fault}`));
        if (wanted !== "")
          console.info(
            `${((performance.now() - began) / 1000).toFixed(1)} s ${nameOf(cell)}${found.length > 0 ? ` FAILED ${found.join("; ")}` : ""}`,
          );
      }
    }),
  );
  reportTrials("T-OFF", ran, failures.length);
  return failures;
}

/** Names of cells or walks, as a pattern. */
const only = new RegExp(process.env["TORN_ONLY"] ?? "");

const writes = ways.flatMap((way) =>
  faultNames.flatMap((fault) =>
    tornFlows.map((flow): Cell => ({
      flow,
      fault,
      way,
      call: { method: "POST", path: flow.path },
    })),
  ),
);

/** Each so many walks are tried; those of the writes and of the taps are others. */
const stride = isProof ? 3 : 6;

/** One cell of each such walk, with another fault each time. */
const some = writes.filter(({ flow, fault, way }) => {
  const at = tornFlows.indexOf(flow);
  return (
    at % stride === 0 &&
    (at * 4 + 2) % 9 === faultNames.indexOf(fault) &&
    (at / 3) % 3 === ways.indexOf(way)
  );
});

test.concurrent(
  "what is sent over a torn line is done once or not at all, and the app says which",
  async () => {
    const cells = (tries("writes") ? writes : wanted === "" ? some : []).filter((cell) =>
      only.test(nameOf(cell)),
    );
    expect(await withLanes(() => runAll(cells, tearWrite))).toEqual([]);
  },
  wanted === "" ? fewMs : everyMs,
);

/** The calls of a walk beside its write, in the order of their first use. */
async function callsOf(lane: TornLane, flow: TornFlow): Promise<Cell["call"][]> {
  const calls = new Map<string, Cell["call"]>();
  lane.proxy.onRequest = (method, path) => {
    if (path.startsWith("/api/") && path !== flow.path && (method === "GET" || method === "POST"))
      calls.set(`${method} ${path}`, { method, path });
  };
  const walk = await flow.begin(lane);
  await walk.tap();
  await walk.said();
  walk.effects();
  lane.proxy.onRequest = () => {};
  return [...calls.values()];
}

test.runIf(tries("reads"))(
  "a walk whose other calls are torn comes to its end",
  async () => {
    const known = new Set<string>();
    const cells: Cell[] = [];
    for (const flow of tornFlows) {
      const lane = lanes.find(({ who }) => who === flow.who)?.lane;
      if (!lane || !only.test(flow.name)) continue;
      for (const call of await callsOf(lane, flow)) {
        // A call that every page makes is tested in one walk only.
        if (known.has(call.path)) continue;
        known.add(call.path);
        cells.push(...readFaults.map((fault): Cell => ({ flow, fault, way: "stay", call })));
      }
    }
    expect(await runAll(cells, tearRead)).toEqual([]);
  },
  everyMs,
);

const files = [
  "/config.json",
  "/builds/latest.json",
  "/sw.js",
  "/manifest.webmanifest",
  "first paint",
  "main",
  "route",
] as const;
/** As with a style sheet, the browser does not paint before the first-paint script is loaded or has failed. */
const isMeant = ({ file, fault }: { file: (typeof files)[number]; fault: string }) =>
  file !== "first paint" || fault !== "hanging";

test.runIf(tries("files"))(
  "a page whose own files are torn is there at the next look, and nothing foreign stays",
  async () => {
    const failures: string[] = [];
    const cells = files
      .flatMap((file) =>
        readFaults.flatMap((fault) =>
          [false, true].map((isInstalled) => ({ file, fault, isInstalled })),
        ),
      )
      .filter(isMeant);
    const count = cells.length;
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        for (let cell = cells.shift(); cell; cell = cells.shift()) {
          const { file, fault, isInstalled } = cell;
          const found = await tearFile(file, fault, isInstalled).catch((error: unknown) => [
            String(error).slice(0, 300),
          ]);
          const name = `${file} ${fault}, ${isInstalled ? "installed" : "first visit"}`;
          failures.push(...found.map((what) => `${name}: ${what}`));
          console.info(`${name}${found.length > 0 ? ` FAILED ${found.join("; ")}` : ""}`);
        }
      }),
    );
    reportTrials("T-OFF, files", count, failures.length);
    expect(failures).toEqual([]);
  },
  everyMs,
);

async function tearFile(
  file: (typeof files)[number],
  fault: string,
  isInstalled: boolean,
): Promise<string[]> {
  const proxy = await TearingProxy.listen(stage.address);
  const context = await stage.phone(everyday);
  context.setDefaultTimeout(timeoutMs);
  await context.addInitScript(beImpatient, 6000);
  const thrown: string[] = [];
  try {
    const page = await context.newPage();
    page.on("pageerror", (error) => thrown.push(error.message));
    if (isInstalled) {
      await page.goto(proxy.address);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.locator("#root > [inert]").waitFor({ state: "detached" });
    }
    const path = file.startsWith("/") ? file : await chunkOf(proxy.address, file);
    const { tear, times } = faults[fault]!;
    proxy.plan = { paths: new Set([path]), method: "GET", tear, times };
    await page.goto(proxy.address, { waitUntil: "commit" }).catch(() => undefined);
    await page.waitForTimeout(1500);
    // A user who sees that a part is missing goes on, or opens it again.
    await page
      .getByRole("link", { name: "Coins" })
      .first()
      .click({ timeout: 2000 })
      .catch(() => undefined);
    await page.waitForTimeout(1000);
    const found: string[] = [];
    if ((await page.locator("body").innerText()).trim().length < 40) found.push("blank");
    if (fault.startsWith("a portal"))
      found.push(...(await placesOf(page, [portalWords])).map((place) => `foreign: ${place}`));
    proxy.plan = undefined;
    proxy.letGo();
    await page.goto(`${proxy.address}/coins?symbol=btcusdt`, { waitUntil: "commit" });
    await page.locator("#root > [inert]").waitFor({ state: "detached" });
    await page.getByRole("form", { name: "Order" }).waitFor();
    let after: string[] = [];
    await expect
      .poll(async () => (after = await pageFaults(page)).length, { timeout: settleMs })
      .toBe(0)
      .catch(() => found.push(...after));
    return found;
  } finally {
    await context.close();
    proxy.close();
  }
}

/** The first-paint script, the app's own, or one that a route loads on demand. */
async function chunkOf(address: string, which: string): Promise<string> {
  const page = await (await fetch(address)).text();
  const main = /<script type="module"[^>]+src="([^"]+)"/.exec(page)?.[1] ?? "";
  if (which === "first paint") return /<script src="([^"]+)"/.exec(page)?.[1] ?? "";
  if (which === "main") return main;
  const coins = await (await fetch(`${address}/coins`)).text();
  const own = [...coins.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map((match) => match[1] ?? "");
  return own.find((path) => !page.includes(path)) ?? main;
}

/** Presses everything on the page that sends something, by tap, by Enter and by code, also where it is disabled. */
function pressAll(): void {
  const scope =
    document.querySelector("dialog[open]") ?? document.querySelector("main") ?? document.body;
  for (const form of scope.querySelectorAll("form")) form.requestSubmit();
  const leaves = /^(Close|Back|Back to the form|Cancel|Keep it|Take another)$/;
  for (const button of scope.querySelectorAll<HTMLButtonElement>(
    "form button, dialog[open] button, [type=submit], button[aria-describedby]",
  )) {
    if (
      button.checkVisibility() &&
      !leaves.test(button.getAttribute("aria-label") ?? button.innerText.trim())
    )
      button.click();
  }
}

/** Calls that a page makes by itself: the view of the platform, and marking notices as read. */
const harmless = new Set(["/api/auth/view", "/api/notice/read"]);

test.concurrent(
  "whatever is pressed without a network, nothing leaves when it is back",
  async () => {
    const failures: string[] = [];
    const waiting = tornFlows.filter(
      ({ name }, at) => only.test(name) && (tries("taps") || at % stride === stride - 3),
    );
    await withLanes(() =>
      Promise.all(
        lanes.map(async ({ who, lane }) => {
          for (;;) {
            const at = waiting.findIndex((flow) => flow.who === who);
            const [flow] = at < 0 ? [] : waiting.splice(at, 1);
            if (!flow) return;
            const posted: string[] = [];
            try {
              await flow.begin(lane);
              await lane.context.setOffline(true);
              await expect.poll(() => lane.page.evaluate(() => navigator.onLine)).toBe(false);
              lane.proxy.onRequest = (method, path) =>
                void (method === "POST" && !harmless.has(path) && posted.push(path));
              await lane.page.evaluate(pressAll);
              await lane.page.evaluate(pressAll);
              const asked = new Promise<void>((done) => lane.page.once("response", () => done()));
              await lane.context.setOffline(false);
              await asked;
              await expect.poll(() => pageFaults(lane.page), { timeout: settleMs }).toEqual([]);
            } catch (error) {
              failures.push(`${flow.name}: ${String(error).slice(0, 300)}`);
            }
            lane.proxy.onRequest = () => {};
            await lane.context.setOffline(false);
            failures.push(...posted.map((path) => `${flow.name}: sent ${path}`));
          }
        }),
      ),
    );
    expect(failures).toEqual([]);
  },
  fewMs,
);

/** A captive portal starts while the app is open. */
async function enterPortal(answer: Foreign): Promise<{ faults: string[] }> {
  const found: string[] = [];
  const proxy = await TearingProxy.listen(stage.address);
  const context = await stage.phone(everyday);
  try {
    const page = await context.newPage();
    await page.goto(proxy.address);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.getByRole("button", { name: "Prices: Live" }).waitFor();
    proxy.portal = answer;
    proxy.drop();
    const wants = page.getByText(/^This network asks for its own log-in/);
    await wants.waitFor({ timeout: 40_000 });
    await page.reload({ waitUntil: "commit" });
    await wants.waitFor({ timeout: 40_000 });
    if (!(await page.evaluate(() => navigator.onLine))) found.push("it thinks itself offline");
    if ((await page.getByText(/new version|too old/i).count()) > 0)
      found.push("an update is spoken of");
    found.push(...(await pageFaults(page)), ...(await placesOf(page, [portalWords])));
    const [portal] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Open its page" }).click(),
    ]);
    await portal.getByRole("link", { name: "Connect" }).click();
    await portal.getByText("You are connected.").waitFor();
    await portal.close();
    await wants.waitFor({ state: "detached", timeout: 40_000 });
    await page.getByRole("button", { name: "Prices: Live" }).waitFor();
    found.push(...(await placesOf(page, [portalWords])));
  } finally {
    await context.close();
    proxy.close();
  }
  return { faults: found };
}

test.concurrent.each<Foreign>(tries("portals") ? ["captive", "moved"] : ["captive"])(
  "a network that wants a log-in is reported, leads to it, and leaves nothing behind (%s)",
  async (answer) => {
    expect(await enterPortal(answer)).toEqual({ faults: [] });
  },
  fewMs,
);
