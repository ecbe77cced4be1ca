/**
 * How soon the app answers a finger, and what it costs while nobody touches it: on a phone's screen at a quarter of
 * this machine's speed, with live prices. For each step of a walk the time from the tap to the next frame (the
 * longest of the step, as Interaction to Next Paint counts it) and the longest task; then, at rest, the ms of main
 * thread that each second costs. Run: `npm run bench -- touch [seconds at rest]`.
 */
import type { CDPSession, Locator, Page } from "playwright-core";
import { everyday, newPhone, sharp } from "../harness/browser/chromium.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";

/** What is tapped, or the text that is typed. */
type Step = readonly [name: string, part: string | ((page: Page) => Locator)];

const role = (page: Page, kind: "button" | "tab", name: string) =>
  page.getByRole(kind, { name }).filter({ visible: true });

const walk: readonly Step[] = [
  ["gainers", (page) => role(page, "tab", "Gainers")],
  ["volume", (page) => role(page, "tab", "Volume")],
  ["search opens", (page) => role(page, "button", "Search markets")],
  ["typing", "eth"],
  ["coins", (page) => page.locator("nav a[href='/coins']")],
  ["picker opens", (page) => page.locator("main [aria-haspopup=dialog]")],
  ["picker closes", (page) => role(page, "button", "Close")],
  ["contracts", (page) => page.locator("nav a[href='/contracts']")],
  ["seconds", (page) => page.locator("nav a[href='/seconds']")],
  ["home", (page) => page.locator("nav a[href='/']")],
  ["profile", (page) => role(page, "button", "Profile")],
];

/** Watches from inside the page; installed before its first script. */
function watch(): void {
  const seen = { taps: [] as number[], tasks: [] as number[], frames: 0 };
  Object.assign(window, { seen });
  const observe = (
    options: PerformanceObserverInit & { durationThreshold?: number },
    take: (entry: PerformanceEntry) => void,
  ) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      buffered: true,
      ...options,
    });
  observe({ type: "event", durationThreshold: 16 }, (entry) => {
    if ((entry as PerformanceEntry & { interactionId?: number }).interactionId)
      seen.taps.push(entry.duration);
  });
  observe({ type: "longtask" }, (entry) => seen.tasks.push(entry.duration));
}

async function stepTimes(page: Page, [, part]: Step): Promise<{ tap: number; task: number }> {
  // Looked for beforehand: the search keeps the page busy for longer than the tap does.
  const box = typeof part === "string" ? null : await part(page).first().boundingBox();
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { taps: number[]; tasks: number[] } };
    seen.taps.length = 0;
    seen.tasks.length = 0;
  });
  if (typeof part === "string") await page.keyboard.type(part, { delay: 120 });
  else if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  else throw new Error("nothing to tap");
  await page.waitForTimeout(1500);
  return page.evaluate(() => {
    const { seen } = window as unknown as { seen: { taps: number[]; tasks: number[] } };
    return { tap: Math.max(0, ...seen.taps), task: Math.round(Math.max(0, ...seen.tasks)) };
  });
}

async function busyMs(line: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await line.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]));
}

export async function run(stage: BenchStage): Promise<void> {
  const [browser, venue] = await Promise.all([stage.browser(), stage.venue()]);
  const context = await newPhone(browser, { ...everyday, ...sharp });
  try {
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    await page.addInitScript(watch);
    await page.goto(venue.address);
    await page.getByRole("button", { name: "Prices: Live" }).waitFor();
    await page.waitForTimeout(stage.size(6000, 100));
    await line.send("Emulation.setCPUThrottlingRate", { rate: stage.size(4, 1) });
    await line.send("Performance.enable");

    const seconds = stage.count(0, 10, 0.2);
    const before = await busyMs(line);
    await page.waitForTimeout(seconds * 1000);
    const after = await busyMs(line);
    const perSecond = (name: string) =>
      Math.round((((after[name] ?? 0) - (before[name] ?? 0)) / seconds) * 10) / 10;
    const rest = {
      all: perSecond("TaskDuration"),
      script: perSecond("ScriptDuration"),
      style: perSecond("RecalcStyleDuration"),
      layout: perSecond("LayoutDuration"),
    };

    const steps: Record<string, { tap: number; task: number }> = {};
    for (const step of stage.size(walk, walk.slice(0, 1)))
      steps[step[0]] = await stepTimes(page, step);
    console.log("tap to the next frame and longest task, ms");
    console.table(steps);
    console.log("Home at rest, ms of main thread a second");
    console.table({ rest });
  } finally {
    await context.close();
  }
}
