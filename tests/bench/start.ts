/**
 * How long a start takes: cold (first visit), warm (the worker has the app, the network is there) and offline,
 * beside a page of one row without a script and the empty page of the same libraries, each with a worker of its
 * own, in the same run. The page has a phone's screen, a quarter of this machine's speed and slow 4G (1.6 Mbit/s,
 * 150 ms). It prints medians, in ms from the navigation's start: first contentful paint, largest contentful paint,
 * first market row, and when the row can be pressed; blocked time and longest task of the main thread until three
 * seconds later; layout shift; and the bytes over the network until then. Run: `npm run bench -- start [runs]`
 * (five by default).
 */
import type { Browser, BrowserContext } from "playwright-core";
import { everyday, newPhone, sharp } from "../harness/browser/chromium.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import { buildPeers, servePeer } from "./start/peers.ts";

const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
};
const unhindered = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** How hard a start is, and how often it is made. */
interface Course {
  runs: number;
  /** Starts before the counted ones, which fill the caches of server and browser for all of them. */
  uncounted: number;
  network: typeof slow4g;
  cpuSlowdown: number;
  afterRowMs: number;
}

const ways = ["cold", "warm", "offline"] as const;

type Way = (typeof ways)[number];

interface Subject {
  address: string;
  row: string;
}

const figures = [
  "fcp",
  "lcp",
  "row",
  "ready",
  "blocked",
  "longest",
  "shift",
  "kB",
  "requests",
] as const;
type Figures = Record<(typeof figures)[number], number>;

/** Measures inside the page; installed before its first script. */
function watch(selector: string): void {
  const seen = {
    fcp: 0,
    lcp: 0,
    row: 0,
    ready: 0,
    shift: 0,
    tasks: [] as { at: number; ms: number }[],
  };
  Object.assign(window, { seen });
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  observe(
    "paint",
    (entry) => void (entry.name === "first-contentful-paint" && (seen.fcp = entry.startTime)),
  );
  observe("largest-contentful-paint", (entry) => void (seen.lcp = entry.startTime));
  observe(
    "layout-shift",
    (entry) => void (seen.shift += (entry as PerformanceEntry & { value: number }).value),
  );
  observe("longtask", (entry) => seen.tasks.push({ at: entry.startTime, ms: entry.duration }));
  const look = () => {
    const found = [...document.querySelectorAll(selector)].filter((one) =>
      /\d[.,]\d/.test(one.textContent ?? ""),
    );
    if (found.length > 0 && seen.row === 0)
      requestAnimationFrame(() => (seen.row = performance.now()));
    // The page that the build wrote is inert.
    if (found.some((one) => one.closest("[inert]") === null))
      requestAnimationFrame(() => (seen.ready = performance.now()));
    else requestAnimationFrame(look);
  };
  look();
}

async function startOnce(
  context: BrowserContext,
  { address, row }: Subject,
  way: Way,
  { network, cpuSlowdown, afterRowMs }: Course,
): Promise<Figures> {
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  let bytes = 0;
  let requests = 0;
  line.on("Network.requestWillBeSent", () => (requests += 1));
  line.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await line.send("Network.enable");
  await line.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  if (way !== "offline") await line.send("Network.emulateNetworkConditions", network);
  await page.addInitScript(watch, row);
  await page.goto(address, { waitUntil: "commit" });
  const isThere = () => (window as unknown as { seen: { ready: number } }).seen.ready > 0;
  await page.waitForFunction(isThere, undefined, { timeout: 120_000 });
  const [kB, sent] = [bytes / 1000, requests];
  await page.waitForTimeout(afterRowMs);
  const {
    fcp,
    lcp,
    row: rowAt,
    ready,
    shift,
    tasks,
  } = await page.evaluate(
    () =>
      (
        window as unknown as {
          seen: {
            fcp: number;
            lcp: number;
            row: number;
            ready: number;
            shift: number;
            tasks: { at: number; ms: number }[];
          };
        }
      ).seen,
  );
  await line.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  if (way === "cold") {
    await line.send("Network.emulateNetworkConditions", unhindered);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // The prices of this visit are stored for the next.
    await page.waitForTimeout(afterRowMs);
  }
  await page.close();
  const blocked = tasks
    .filter(({ at, ms }) => at + ms > fcp)
    .reduce((sum, { ms }) => sum + ms - 50, 0);
  return {
    fcp,
    lcp,
    row: rowAt,
    ready,
    blocked,
    longest: Math.max(0, ...tasks.map(({ ms }) => ms)),
    shift,
    kB,
    requests: sent,
  };
}

async function measure(
  browser: Browser,
  subject: Subject,
  course: Course,
): Promise<Record<Way, Figures>> {
  const taken: Record<Way, Figures[]> = { cold: [], warm: [], offline: [] };
  for (let turn = -course.uncounted; turn < course.runs; turn++) {
    const context = await newPhone(browser, { ...sharp, ...everyday });
    for (const way of ways) {
      await context.setOffline(way === "offline");
      const one = await startOnce(context, subject, way, course);
      if (turn >= 0) taken[way].push(one);
    }
    await context.close();
  }
  const median = (all: Figures[], name: keyof Figures) =>
    all.map((one) => one[name]).toSorted((a, b) => a - b)[all.length >> 1] ?? NaN;
  const rounded = (value: number, name: keyof Figures) =>
    name === "shift" ? Math.round(value * 1000) / 1000 : Math.round(value);
  const medians = (way: Way) =>
    Object.fromEntries(
      figures.map((name) => [name, rounded(median(taken[way], name), name)]),
    ) as Figures;
  return { cold: medians("cold"), warm: medians("warm"), offline: medians("offline") };
}

export async function run(stage: BenchStage): Promise<void> {
  const course: Course = {
    runs: stage.count(0, 5, 1),
    uncounted: stage.size(1, 0),
    network: stage.size(slow4g, unhindered),
    cpuSlowdown: stage.size(4, 1),
    afterRowMs: stage.size(3000, 100),
  };
  const [browser, peers] = await Promise.all([
    stage.browser(),
    stage.folder().then((folder) => buildPeers(folder)),
  ]);
  const results: Record<string, Record<Way, Figures>> = {};
  for (const peer of peers) {
    const { address, close } = await servePeer(peer);
    results[peer.name] = await measure(browser, { address, row: ".market" }, course);
    close();
  }
  const { address } = await stage.venue();
  results["Godwit"] = await measure(
    browser,
    { address: `${address}/`, row: "[data-markets] [role=row]" },
    course,
  );
  for (const way of ways) {
    console.log(way);
    console.table(
      Object.fromEntries(Object.entries(results).map(([name, ofWay]) => [name, ofWay[way]])),
    );
  }
  const ratio = (name: "fcp" | "row", peer: string, way: Way) =>
    Math.round(
      ((results["Godwit"]?.[way][name] ?? NaN) / (results[peer]?.[way][name] ?? NaN)) * 100,
    ) / 100;
  console.table(
    Object.fromEntries(
      ways.map((way) => [
        way,
        {
          "row / empty stack": ratio("row", "empty stack", way),
          "fcp / bare page": ratio("fcp", "bare page", way),
          "fcp / prerendered stack": ratio("fcp", "prerendered stack", way),
        },
      ]),
    ),
  );
}
