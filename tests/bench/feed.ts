/**
 * Bytes a minute that the app takes from the network once it is at rest: the list on Home, the screens of a coin, a
 * contract and seconds contracts, on the stream and by polling, as usual and saving data; a real venue, a real Chromium. Counted are
 * bodies and headers of answers and the frames of the socket, as they came over the line. A window of half a
 * minute is scaled. Run: `npm run bench -- feed`.
 */
import type { Browser, Page } from "playwright-core";
import { everyday, newPhone, sharp } from "../harness/browser/chromium.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";

const frameHeaderBytes = 4;
const streamWithinMs = 60_000;

interface Visit {
  route: string;
  way: "stream" | "polling";
  saver: boolean;
}

const routes = ["/", ...["coins", "contracts", "seconds"].map((kind) => `/${kind}?symbol=btcusdt`)];

const visits: Visit[] = routes.flatMap((route) =>
  (["stream", "polling"] as const).flatMap((way) =>
    [false, true].map((saver) => ({ route, way, saver })),
  ),
);

async function measure(
  browser: Browser,
  address: string,
  { route, way, saver }: Visit,
  { restMs, windowMs }: { restMs: number; windowMs: number },
): Promise<Record<string, number>> {
  const context = await newPhone(browser, { ...sharp, ...everyday, serviceWorkers: "block" });
  try {
    if (saver) await context.addInitScript(() => localStorage.setItem("godwit:data", "on"));
    if (way === "polling") {
      await context.route("**/config.json", async (request) => {
        const answer = await request.fetch();
        await request.fulfill({ json: { ...((await answer.json()) as object), stream: null } });
      });
    }
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    const taken = { answers: 0, requests: 0, frames: 0, frameBytes: 0 };
    line.on("Network.loadingFinished", ({ encodedDataLength }) => {
      taken.answers += encodedDataLength;
      taken.requests += 1;
    });
    line.on("Network.webSocketFrameReceived", ({ response }) => {
      taken.frameBytes +=
        Buffer.byteLength(response.payloadData, response.opcode === 2 ? "base64" : "utf8") +
        frameHeaderBytes;
      taken.frames += 1;
    });
    await line.send("Network.enable");
    await page.goto(address + route, { timeout: 120_000 });
    if (way === "stream") await untilStreamed(page, () => taken.frames > 0);
    await page.waitForTimeout(restMs);
    Object.assign(taken, { answers: 0, requests: 0, frames: 0, frameBytes: 0 });
    const from = performance.now();
    await page.waitForTimeout(windowMs);
    const scale = 60_000 / (performance.now() - from);
    const kb = (bytes: number) => Math.round((bytes * scale) / 100) / 10;
    return {
      "kB a minute": kb(taken.answers + taken.frameBytes),
      "MB an hour": Math.round((kb(taken.answers + taken.frameBytes) * 60) / 100) / 10,
      "of answers": kb(taken.answers),
      "of frames": kb(taken.frameBytes),
      "requests a minute": Math.round(taken.requests * scale),
      "frames a minute": Math.round(taken.frames * scale),
    };
  } finally {
    await context.close();
  }
}

/** A page that has no stream yet polls, and would be counted as if it had one. */
async function untilStreamed(page: Page, hasFrames: () => boolean): Promise<void> {
  const until = performance.now() + streamWithinMs;
  while (!hasFrames()) {
    if (performance.now() > until) throw new Error(`${page.url()} opened no stream`);
    await page.waitForTimeout(100);
  }
}

export async function run(stage: BenchStage): Promise<void> {
  const times = { restMs: stage.size(15_000, 200), windowMs: stage.size(26_000, 1500) };
  const [browser, venue] = await Promise.all([stage.browser(), stage.venue()]);
  const rank = await fetch(`${venue.address}/api/htx/getMergedTickerRank?limit=5000`);
  const { data } = (await rank.json()) as { data: unknown[] };
  console.log(`${data.length} markets`);
  const rows: [string, Record<string, number>][] = [];
  for (const saver of stage.size([false, true], [true])) {
    const some = visits.filter((visit) => visit.saver === saver).slice(0, stage.size(8, 1));
    const figures = await Promise.all(
      some.map((visit) => measure(browser, venue.address, visit, times)),
    );
    some.forEach(({ route, way }, at) =>
      rows.push([`${route} ${way}${saver ? ", saving" : ""}`, figures[at] ?? {}]),
    );
  }
  console.table(Object.fromEntries(rows));
}
