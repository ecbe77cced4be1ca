/**
 * `npm run bench -- desk`: a desk with everything on it, at a quarter of this machine's speed: four charts, book,
 * trades and ticket, the list with all markets, a long and a short position in every contract, and a stream on which every market moves
 * ten times a second. For each window frames a second, the longest gap between two of them, layouts a frame, and the
 * ms of main thread that each second costs; beside it the same with one chart and no positions, and what the
 * machine's own clock of frames gives for an empty page. Then the parts of the first window one at a time, all others
 * folded: what each adds to a frame of a desk with all folded and one chart, and the whole by the sum of these. Run:
 * `npm run bench -- desk [seconds]`.
 */
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { contractsEndpoints } from "#protocol/api/contracts.ts";
import { marketEndpoints, type SymbolRow, type TickerRow } from "#protocol/api/market.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import { fastMarket } from "./desk/fast-market.ts";
import { enter, placeOrder, type Session } from "../harness/venue/order-load.ts";

const batchMs = 100;
/** USDT. */
const worthOfPosition = 60;
const panes: readonly Pane[] = ["list", "book", "ticket", "lower"];
type Pane = "list" | "book" | "ticket" | "lower";
const windows: readonly (readonly [width: number, height: number])[] = [
  [1440, 900],
  [1920, 1080],
];

interface Figures {
  "frames/s": number;
  "longest gap, ms": number;
  "layouts/frame": number;
  "main thread, ms/s": number;
  "script, ms/s": number;
  "style, ms/s": number;
  "layout, ms/s": number;
}

/** A window with a mouse, and what it shows. */
async function openWindow(
  browser: Browser,
  address: string,
  [width, height]: readonly [number, number],
  {
    session,
    charts,
    shown = panes,
  }: { session?: Session; charts: number; shown?: readonly Pane[] },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-US" });
  if (session)
    await context.addCookies([
      {
        name: "__Host-godwit-client",
        value: encodeURIComponent(JSON.stringify({ id: session.id, token: session.token })),
        domain: new URL(address).hostname,
        path: "/",
        secure: true,
        sameSite: "Strict",
      },
    ]);
  const folded = Object.fromEntries(
    panes.map((pane) => [pane, { px: null, isFolded: !shown.includes(pane) }]),
  );
  await context.addInitScript(
    ([count, left]) => {
      localStorage.setItem("godwit:desk-charts", JSON.stringify({ count }));
      localStorage.setItem("godwit:desk", JSON.stringify(left));
    },
    [charts, folded] as const,
  );
  return context;
}

async function measure(page: Page, seconds: number, cpuSlowdown: number): Promise<Figures> {
  const line = await page.context().newCDPSession(page);
  await line.send("Performance.enable");
  await line.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  const metrics = async () =>
    new Map(
      (await line.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]),
    );
  const before = await metrics();
  const gaps = await page.evaluate(
    (ms) =>
      new Promise<number[]>((done) => {
        const seen: number[] = [];
        const begin = performance.now();
        let last = begin;
        const next = (now: number) => {
          seen.push(now - last);
          last = now;
          if (now - begin < ms) requestAnimationFrame(next);
          else done(seen);
        };
        requestAnimationFrame(next);
      }),
    seconds * 1000,
  );
  const after = await metrics();
  await line.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const perSecond = (name: string) => Math.round((grown(name) / seconds) * 1000);
  const round = (value: number, digits = 1) => Number(value.toFixed(digits));
  return {
    "frames/s": round(gaps.length / seconds),
    "longest gap, ms": Math.round(Math.max(...gaps)),
    "layouts/frame": round(grown("LayoutCount") / gaps.length, 2),
    "main thread, ms/s": perSecond("TaskDuration"),
    "script, ms/s": perSecond("ScriptDuration"),
    "style, ms/s": perSecond("RecalcStyleDuration"),
    "layout, ms/s": perSecond("LayoutDuration"),
  };
}

/** Positions of both sides in as many contracts as it takes. */
async function openPositions(
  address: string,
  session: Session,
  contracts: readonly SymbolRow[],
  rows: readonly TickerRow[],
  count: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const closes = new Map(rows.map(({ symbol, close }) => [symbol, close]));
  const sides = contracts.flatMap(({ symbol, contract }) => {
    const worth = Number(contract?.contract_size) * (closes.get(symbol) ?? 0);
    const volume = Math.ceil(worthOfPosition / worth);
    return (["buy", "sell"] as const).map((direction) => ({ contract, direction, volume }));
  });
  for (const { contract, direction, volume } of sides.slice(0, count)) {
    const isPlaced = await placeOrder(
      agent,
      address,
      session,
      {
        contract_code: contract?.contract_code,
        direction,
        lever_rate: 10,
        volume,
        order_type: "market",
        client_order_id: randomUUID(),
      },
      contractsEndpoints.contractPlaceOrder.path,
    );
    if (!isPlaced) throw new Error(`no position in ${contract?.contract_code}`);
  }
  agent.destroy();
}

export async function run(stage: BenchStage): Promise<void> {
  const [browser, venue] = await Promise.all([stage.browser(), stage.venue()]);
  const { address } = venue;
  const read = async <T>(path: string) =>
    ((await (await fetch(address + path)).json()) as { data: T }).data;
  const rows = await read<TickerRow[]>(`${marketEndpoints.mergedTickerRank.path}?limit=5000`);
  const contracts = await read<SymbolRow[]>(`${marketEndpoints.symbols.path}?scope=contract`);
  const session = await enter(address, `desk-${randomUUID()}`);
  const wanted = stage.size(2 * contracts.length, 2);
  await openPositions(address, session, contracts, rows, wanted);
  const seconds = stage.count(0, 10, 0.3);
  const cpuSlowdown = stage.size(4, 1);
  const market = await fastMarket(address, rows, batchMs);
  stage.whenLeaving(market.close);

  const found: Record<string, Figures> = {};
  const one = async (
    name: string,
    path: string,
    size: readonly [number, number],
    facts: { session?: Session; charts: number; shown?: readonly Pane[] },
  ) => {
    const context = await openWindow(browser, market.address, size, facts);
    try {
      const page = await context.newPage();
      await page.goto(path);
      if (path !== "about:blank") {
        const hasList = facts.shown?.includes("list") ?? true;
        const hasLower = facts.shown?.includes("lower") ?? true;
        if (hasList) await page.locator("#desk-list [data-symbol]").first().waitFor();
        const positions = facts.session && hasLower ? wanted : -1;
        await page.waitForFunction(
          (count) =>
            count < 0 ||
            Number(document.querySelector("#desk-lower [aria-rowcount]")?.ariaRowCount ?? 0) >
              count,
          positions,
        );
        // What an installed app reads for offline use comes within the first seconds.
        await page.waitForTimeout(stage.size(10_000, 100));
      }
      found[name] = await measure(page, seconds, cpuSlowdown);
    } finally {
      await context.close();
    }
  };
  for (const size of stage.size(windows, windows.slice(0, 1))) {
    const name = size.join("×");
    await one(`${name}, empty page`, "about:blank", size, { charts: 1 });
    if (stage.size(true, false))
      await one(`${name}, one chart`, `${market.address}/contracts`, size, { charts: 1 });
    await one(`${name}, four charts and positions`, `${market.address}/contracts`, size, {
      session,
      charts: 4,
    });
  }
  const [size] = windows;
  const measured = stage.size(panes, []);
  if (size) {
    const path = `${market.address}/contracts`;
    await one("nothing but one chart", path, size, { session, charts: 1, shown: [] });
    for (const pane of measured)
      await one(`and ${pane}`, path, size, { session, charts: 1, shown: [pane] });
    await one("and three charts", path, size, { session, charts: 4, shown: [] });
  }
  console.log(
    `desk: ${rows.length} markets moving every ${batchMs} ms, ${wanted} positions, ${cpuSlowdown}× CPU`,
  );
  console.table(found);
  const cost = (name: string) =>
    (found[name]?.["main thread, ms/s"] ?? 0) / (found[name]?.["frames/s"] ?? 1);
  const least = cost("nothing but one chart");
  const parts = [...measured.map((pane) => `and ${pane}`), "and three charts"];
  const sum = parts.reduce((all, part) => all + cost(part) - least, least);
  const whole = cost(`${size?.join("×")}, four charts and positions`);
  console.log(
    `a frame of the whole by the sum of its parts: ${whole.toFixed(1)} / ${sum.toFixed(1)} ms = ${(whole / sum).toFixed(2)}`,
  );
}
