/**
 * `npm run bench -- chart`: what the chart costs beside lightweight-charts and a bare canvas, in one Chromium
 * with a processor slowed to a quarter: volume, two overlays (MA, BOLL) and one pane (MACD) on 390 × 360 CSS px
 * at twice the sharpness. Figures are ms of the main thread, medians of the runs: script, style, layout and
 * drawing. First draw counts from the candles to the picture; the peer gets its indicators computed. Words after
 * the name are other numbers of candles.
 */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "vite";
import type { CDPSession, Page } from "playwright-core";
import { everyday, newPhone, sharp } from "../harness/browser/chromium.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import type { bench, ChartName } from "./chart/page.ts";

const names: readonly ChartName[] = ["bare canvas", "this chart", "lightweight-charts"];
/** A frame of the peer with 100,000 candles takes seconds here: it gets one run of few frames, and none with all of them shown. */
const isSlow = (name: ChartName, count: number) =>
  name === "lightweight-charts" && count >= 100_000;

async function bundle(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: "error",
    root: resolve(import.meta.dirname, "chart"),
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      lib: {
        entry: resolve(import.meta.dirname, "chart/page.ts"),
        formats: ["iife"],
        name: "page",
        fileName: () => "page.js",
      },
    },
  });
  return readFile(join(outDir, "page.js"), "utf8");
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function busyMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
}

type Figures = Record<
  "first draw" | "pan frame" | "tick" | "pan, all shown" | "tick, all shown",
  number
>;

async function measure(
  page: Page,
  client: CDPSession,
  name: ChartName,
  count: number,
  frames: number,
): Promise<Figures> {
  const cost = async (act: () => Promise<void>, per = 1) => {
    const before = await busyMs(client);
    await act();
    return ((await busyMs(client)) - before) / per;
  };
  const call = (what: "pan" | "tick" | "idle", steps: number) =>
    page.evaluate(
      ([method, number]) =>
        (globalThis as unknown as { bench: typeof bench }).bench[method](number),
      [what, steps] as const,
    );
  await page.evaluate(
    ([which, number]) =>
      (globalThis as unknown as { bench: typeof bench }).bench.prepare(which, number),
    [name, count] as const,
  );
  // What a frame costs in which nothing is drawn belongs to no chart.
  const idle = await cost(() => call("idle", frames), frames);
  const firstDraw = await cost(() =>
    page.evaluate(
      (which) => (globalThis as unknown as { bench: typeof bench }).bench.draw(which),
      name,
    ),
  );
  const figures: Figures = {
    "first draw": firstDraw,
    "pan frame": (await cost(() => call("pan", frames), frames)) - idle,
    tick: (await cost(() => call("tick", frames), frames)) - idle,
    "pan, all shown": Number.NaN,
    "tick, all shown": Number.NaN,
  };
  if (isSlow(name, count)) return figures;
  await page.evaluate(() => (globalThis as unknown as { bench: typeof bench }).bench.zoomOut());
  figures["pan, all shown"] = (await cost(() => call("pan", frames), frames)) - idle;
  figures["tick, all shown"] = (await cost(() => call("tick", frames), frames)) - idle;
  await page.evaluate(() => (globalThis as unknown as { bench: typeof bench }).bench.destroy());
  return figures;
}

export async function run(stage: BenchStage): Promise<void> {
  const counts =
    stage.words.length > 0 ? stage.words.map(Number) : stage.size([1000, 10_000, 100_000], [200]);
  const [script, browser] = await Promise.all([
    stage.folder().then((folder) => bundle(folder)),
    stage.browser(),
  ]);
  for (const count of counts) {
    const table: Record<string, Record<string, number>> = {};
    for (const name of names) {
      const all: Figures[] = [];
      const [runs, frames] = isSlow(name, count) ? [1, 4] : [stage.size(3, 1), stage.size(24, 2)];
      for (let turn = 0; turn < runs; turn++) {
        const context = await newPhone(browser, { ...sharp, ...everyday });
        const page = await context.newPage();
        await page.setContent(
          '<body style="margin:0"><div id="host" style="position:relative;width:390px;height:360px"></div></body>',
        );
        await page.addScriptTag({ content: script });
        const client = await context.newCDPSession(page);
        // The thread's own time: what else the machine does at that moment does not count.
        await client.send("Performance.enable", { timeDomain: "threadTicks" });
        await client.send("Emulation.setCPUThrottlingRate", { rate: stage.size(4, 1) });
        all.push(await measure(page, client, name, count, frames));
        await context.close();
      }
      const keys = [
        "first draw",
        "pan frame",
        "tick",
        "pan, all shown",
        "tick, all shown",
      ] as const;
      table[name] = Object.fromEntries(
        keys.map((key) => [key, Math.round(median(all.map((figures) => figures[key])) * 10) / 10]),
      );
    }
    console.log(`\n${count.toLocaleString("en")} candles, ms`);
    console.table(table);
  }
}
