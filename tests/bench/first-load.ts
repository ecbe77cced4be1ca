/**
 * What a first visit fetches before it is quiet, route by route, from a real venue in a real Chromium
 * without its worker: JavaScript in kB of brotli 11 and the number of its requests, and the same of
 * everything else. Run: `node tests/bench/first-load.ts [folder of a build]`; makes a build when none is named.
 */
import { brotliCompressSync } from "node:zlib";
import { builtApp } from "../harness/built-app.ts";
import { newPhone, startChromium } from "../harness/chromium.ts";
import { runVenue } from "../harness/running-venue.ts";
import type { Browser } from "playwright-core";
import { findChromium } from "../../scripts/find-chromium.ts";

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
async function visit(browser: Browser, address: string, route: string): Promise<Cost> {
  const context = await newPhone(browser, { serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    const bodies: Promise<{ type: string; bytes: number }>[] = [];
    page.on("response", (response) => {
      const type = response.request().resourceType();
      const sized = type === "script" || type === "stylesheet";
      bodies.push(
        sized
          ? response.body().then((body) => ({ type, bytes: brotliCompressSync(body).length }))
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
          const layoutShift = shifts
            .takeRecords()
            .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0);
          const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
          done({
            firstPaintMs: Math.round(paint),
            layoutShift: Math.round(layoutShift * 1000) / 1000,
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

process.env["CHROMIUM_PATH"] ??= findChromium();
const folder = process.argv[2] ?? (await builtApp());
const [browser, venue] = await Promise.all([startChromium(), runVenue(folder)]);
try {
  const costs: Cost[] = [];
  for (const route of routes) costs.push(await visit(browser, venue.address, route));
  console.table(Object.fromEntries(costs.map(({ route, ...cost }) => [route, cost])));
  const worker = Buffer.from(await (await fetch(`${venue.address}/sw.js`)).arrayBuffer());
  console.log(`service worker: ${kb(brotliCompressSync(worker).length)} kB`);
} finally {
  await browser.close();
  await venue.dispose();
}
