/**
 * What a page that is left open costs over the network, screen by screen, in kB an hour: with the stream, with the
 * stream and the data saver, and by polling where sockets are blocked. Nothing is counted before the page has been
 * open for ten seconds. It prints what costs most, by topic and by path. Run: `npm run bench -- browsing [seconds]`
 * (a minute each by default).
 */
import { gunzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { everyday, newPhone } from "../harness/browser/chromium.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";

const screens = ["/", "/coins", "/contracts"];
const ways = ["stream", "stream, data saver", "polling"] as const;

/** Of a frame: its topic, and its bytes on the wire. */
function frameCost(payload: string, isBinary: boolean): [string, number] {
  const bytes = Buffer.from(payload, isBinary ? "base64" : "utf8");
  const text = (isBinary ? gunzipSync(bytes) : bytes).toString();
  const [, topic = "talk"] = /"(?:ch|topic)":"([^"]+)"/.exec(text) ?? [];
  // Of the frame's own head, two to ten bytes; of TLS below it, about thirty.
  return [topic.replace(/^market\.[a-z0-9]+-?[A-Z]*\./, "market.…."), bytes.length + 4];
}

async function leaveOpen(
  browser: Browser,
  address: string,
  way: (typeof ways)[number],
  { settleMs, countedMs }: { settleMs: number; countedMs: number },
): Promise<Map<string, number>> {
  const context = await newPhone(browser, { ...everyday, serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    if (way === "stream, data saver")
      await page.addInitScript(() => localStorage.setItem("godwit:data", "on"));
    if (way === "polling")
      await page.addInitScript(() => Reflect.deleteProperty(window, "WebSocket"));
    const line = await context.newCDPSession(page);
    const costs = new Map<string, number>();
    let isCounting = false;
    const count = (name: string, bytes: number) => {
      if (isCounting) costs.set(name, (costs.get(name) ?? 0) + bytes);
    };
    const paths = new Map<string, string>();
    line.on("Network.requestWillBeSent", ({ requestId, request }) =>
      paths.set(requestId, new URL(request.url).pathname),
    );
    line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
      count(paths.get(requestId) ?? "unknown", encodedDataLength),
    );
    line.on("Network.webSocketFrameReceived", ({ response }) =>
      count(...frameCost(response.payloadData, response.opcode === 2)),
    );
    await line.send("Network.enable");
    await page.goto(address);
    await page.waitForTimeout(settleMs);
    isCounting = true;
    await page.waitForTimeout(countedMs);
    return costs;
  } finally {
    await context.close();
  }
}

export async function run(stage: BenchStage): Promise<void> {
  const [browser, venue] = await Promise.all([stage.browser(), stage.venue()]);
  const countedMs = stage.count(0, 60, 1) * 1000;
  const perHour = (bytes: number) => Math.round((bytes / 1000 / countedMs) * 3_600_000);
  const sums: Record<string, Record<string, number>> = {};
  for (const screen of stage.size(screens, ["/"])) {
    for (const way of ways) {
      const costs = await leaveOpen(browser, venue.address + screen, way, {
        settleMs: stage.size(10_000, 1000),
        countedMs,
      });
      const total = [...costs.values()].reduce((sum, bytes) => sum + bytes, 0);
      (sums[screen] ??= {})[way] = perHour(total);
      console.log(`\n${screen}, ${way}: kB an hour`);
      for (const [name, bytes] of [...costs].toSorted(([, a], [, b]) => b - a).slice(0, 8))
        console.log(`${String(perHour(bytes)).padStart(8)}  ${name}`);
    }
  }
  console.log("\nkB an hour");
  console.table(sums);
}
