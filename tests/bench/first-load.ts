/**
 * What a first visit fetches before it is quiet, route by route, from a real venue in a real Chromium
 * without its worker: JavaScript in kB of brotli 11 and the number of its requests, and the same of
 * everything else. Run: `npm run bench -- first-load`.
 */
import { brotliCompressSync, constants } from "node:zlib";
import type { Browser } from "playwright-core";
import { everyday, newPhone } from "../harness/browser/chromium.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";

const routes = ["/", "/coins", "/contracts", "/seconds", "/login", "/register", "/useragreement"];

interface Cost {
  route: string;
  scriptKb: number;
  scripts: number;
  styleKb: number;
  styles: number;
  otherRequests: number;
  firstPaintMs: number;
  layoutShift: number;
}

const kb = (bytes: number) => Math.round(bytes / 100) / 10;

/** One cold visit with an empty cache; ends when the network has been quiet for half a second. */
async function visit(
  browser: Browser,
  address: string,
  route: string,
  sizeOf: (body: Buffer) => number,
): Promise<Cost> {
  const context = await newPhone(browser, { ...everyday, serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    const bodies: Promise<{ type: string; bytes: number }>[] = [];
    page.on("response", (response) => {
      const type = response.request().resourceType();
      const sized = type === "script" || type === "stylesheet";
      bodies.push(
        sized
          ? response.body().then((body) => ({ type, bytes: sizeOf(body) }))
          : Promise.resolve({ type, bytes: 0 }),
      );
    });
    await page.goto(address + route);
    await page.waitForLoadState("networkidle");
    const { firstPaintMs, layoutShift } = await page.evaluate(
      () =>
        new Promise<{ firstPaintMs: number; layoutShift: number }>((done) => {
          const shifts = new PerformanceObserver(() => undefined);
          shifts.observe({ type: "layout-shift", buffered: true });
          const shift = shifts
            .takeRecords()
            .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0);
          const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
          done({
            firstPaintMs: Math.round(paint),
            layoutShift: Math.round(shift * 1000) / 1000,
          });
        }),
    );
    const sizes = await Promise.all(bodies);
    const of = (type: string) => sizes.filter((size) => size.type === type);
    const sum = (type: string) => kb(of(type).reduce((total, size) => total + size.bytes, 0));
    return {
      route,
      scriptKb: sum("script"),
      scripts: of("script").length,
      styleKb: sum("stylesheet"),
      styles: of("stylesheet").length,
      otherRequests: sizes.length - of("script").length - of("stylesheet").length,
      firstPaintMs,
      layoutShift,
    };
  } finally {
    await context.close();
  }
}

export async function run(stage: BenchStage): Promise<void> {
  const [browser, venue] = await Promise.all([stage.browser(), stage.venue()]);
  const quality = stage.size(11, 1);
  const sizeOf = (body: Buffer) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  const costs: Cost[] = [];
  for (const route of stage.size(routes, ["/login"]))
    costs.push(await visit(browser, venue.address, route, sizeOf));
  console.table(Object.fromEntries(costs.map(({ route, ...cost }) => [route, cost])));
  const worker = Buffer.from(await (await fetch(`${venue.address}/sw.js`)).arrayBuffer());
  console.log(`service worker: ${kb(sizeOf(worker))} kB`);
}
