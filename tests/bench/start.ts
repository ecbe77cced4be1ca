/**
 * How long a start takes until the first market row stands on screen: cold (first visit), warm (the worker has the
 * app, the network is there) and offline, beside a bare page of one row with a worker of its own in the same run.
 * A phone's screen, a quarter of this machine's speed, slow 4G (1.6 Mbit/s, 150 ms); medians of five, in ms from
 * the navigation's start. Run: `npm run bench -- start`.
 */
import { createServer } from "node:http";
import { once } from "node:events";
import type { Browser, BrowserContext } from "playwright-core";
import { builtApp } from "../harness/built-app.ts";
import { newPhone, startChromium } from "../harness/chromium.ts";
import { runVenue } from "../harness/running-venue.ts";
import { findChromium } from "../../scripts/find-chromium.ts";

const runs = 5;
const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const cpuSlowdown = 4;

const bareHtml = "<!doctype html><title>Bare</title><table><tr class=market><td>BTC/USDT<td>72,000.00</table><script src=/page.js></script>";
const bareFiles: Record<string, [type: string, text: string]> = {
  "/": ["text/html", bareHtml],
  "/page.js": ["text/javascript", "void navigator.serviceWorker.register('/sw.js')"],
  "/sw.js": ["text/javascript", "oninstall=e=>e.waitUntil(caches.open('b').then(c=>c.addAll(['/','/page.js'])));onactivate=e=>e.waitUntil(clients.claim());onfetch=e=>e.respondWith(caches.match(e.request).then(r=>r||fetch(e.request)))"],
};

interface Subject {
  address: string;
  row: string;
}

type Way = "cold" | "warm" | "offline";

/** When the row came, as the page itself saw it. */
async function startTime(context: BrowserContext, { address, row }: Subject, way: Way): Promise<number> {
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  if (way !== "offline") await line.send("Network.emulateNetworkConditions", slow4g);
  await page.addInitScript((selector) => {
    const look = () => {
      // What the build wrote is inert and has no rows of today.
      const found = [...document.querySelectorAll(selector)].some((one) => one.closest("[inert]") === null && /\d[.,]\d/.test(one.textContent ?? ""));
      if (found) requestAnimationFrame(() => Object.assign(window, { rowAt: performance.now() }));
      else requestAnimationFrame(look);
    };
    look();
  }, row);
  await page.goto(address, { waitUntil: "commit" });
  const at = await page.waitForFunction(() => (window as { rowAt?: number }).rowAt, undefined, { timeout: 120_000 });
  const ms = Number(await at.jsonValue());
  await line.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  if (way === "cold") {
    await line.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // The prices of this visit are on the device for the next.
    await page.waitForTimeout(3000);
  }
  await page.close();
  return ms;
}

async function measure(browser: Browser, subject: Subject): Promise<Record<Way, number>> {
  const taken: Record<Way, number[]> = { cold: [], warm: [], offline: [] };
  for (let run = 0; run < runs; run++) {
    const context = await newPhone(browser);
    for (const way of ["cold", "warm", "offline"] as const) {
      await context.setOffline(way === "offline");
      taken[way].push(await startTime(context, subject, way));
    }
    await context.close();
  }
  const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[runs >> 1] ?? NaN);
  return { cold: median(taken.cold), warm: median(taken.warm), offline: median(taken.offline) };
}

process.env["CHROMIUM_PATH"] ??= findChromium();
const bare = createServer((request, response) => {
  const [type, text] = bareFiles[request.url ?? ""] ?? ["text/plain", ""];
  response.writeHead(text === "" ? 404 : 200, { "content-type": type, "cache-control": "no-cache" }).end(text);
}).listen(0, "127.0.0.1");
await once(bare, "listening");
const bareAddress = bare.address();
const folder = process.argv[2] ?? (await builtApp());
const [browser, venue] = await Promise.all([startChromium(), runVenue(folder)]);
try {
  const limit = await measure(browser, { address: `http://localhost:${typeof bareAddress === "object" ? bareAddress?.port : 0}/`, row: ".market" });
  const app = await measure(browser, { address: `${venue.address}/`, row: "[data-markets] [role=row]" });
  const ratio = (way: Way) => Math.round((app[way] / limit[way]) * 100) / 100;
  console.table({ "bare page": limit, Godwit: app, ratio: { cold: ratio("cold"), warm: ratio("warm"), offline: ratio("offline") } });
} finally {
  await browser.close();
  await venue.dispose();
  bare.close();
}
