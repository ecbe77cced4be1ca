/**
 * `npm run bench -- list`: what the list of markets costs while every symbol moves ten times a second, on a
 * phone's screen in a Chromium with a processor slowed to a quarter. The app's own components beside text
 * written directly into the same rows, in the same run; from rows in memory, and from the stream's frames
 * with their parsing. Figures are ms of the main thread per second, medians of the runs.
 */
import { createServer } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import type { CDPSession } from "playwright-core";
import { build } from "vite";
import { WebSocketServer } from "ws";
import { findChromium } from "../../scripts/find-chromium.ts";
import { newPhone, startChromium } from "../harness/chromium.ts";
import type { bench, Feed, Lane } from "./list/page.tsx";
import { rowsOf } from "./list/rows.ts";

const counts = [500, 2000];
const lanes = ["still", "direct", "app"] as const satisfies readonly Lane[];
const runs = Number(process.env["BENCH_RUNS"] ?? 3);
const warmMs = 2000;
const measureMs = 5000;
const batchMs = 100;
const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".html": "text/html",
};

async function bundle(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), "godwit-bench-"));
  await build({
    configFile: false,
    logLevel: "error",
    root: resolve(import.meta.dirname, "list"),
    plugins: [
      babel({ presets: [linguiTransformerBabelPreset()] }),
      react({ compiler: true }),
      lingui({ failOnCompileError: false, failOnMissing: false }),
    ],
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      lib: {
        entry: resolve(import.meta.dirname, "list/page.tsx"),
        formats: ["es"],
        fileName: () => "page.js",
        cssFileName: "page",
      },
    },
  });
  return outDir;
}

/** Serves the page, and ten frames a second of as many symbols as the page's address asks for. */
async function serve(folder: string) {
  const page =
    '<!doctype html><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/page.css"><body><div id="root" style="container: frame / inline-size; max-width: 480px"></div><script type="module" src="/page.js"></script>';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://bench");
    if (pathname === "/") response.setHeader("content-type", "text/html").end(page);
    else if (pathname === "/config.json")
      response.setHeader("content-type", "application/json").end('{"stream":"/api/ws"}');
    else if (/^\/[\w-]+\.(?:js|css)$/.test(pathname)) {
      void readFile(join(folder, pathname)).then(
        (body) => response.setHeader("content-type", types[extname(pathname)] ?? "").end(body),
        () => response.writeHead(404).end(),
      );
    } else response.writeHead(404).end();
  });
  let count = 0;
  const sockets = new WebSocketServer({ server, path: "/api/ws" });
  sockets.on("connection", (socket) => {
    const mark = 1_111_111_111_111;
    const texts = Array.from({ length: 10 }, (_, at) =>
      JSON.stringify({ ch: "market.rank", ts: mark, tick: rowsOf(count, at, mark) }),
    );
    let at = 0;
    const timer = setInterval(
      () =>
        socket.send(
          (texts[at++ % texts.length] ?? "").replaceAll(String(mark), String(Date.now())),
        ),
      batchMs,
    );
    socket.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    setCount: (symbols: number) => (count = symbols),
    close: () => (sockets.close(), server.close()),
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const rounded = (value: number) => Math.round(value * 10) / 10;

async function timesMs(client: CDPSession) {
  const { metrics } = await client.send("Performance.getMetrics");
  const ms = (name: string) =>
    1000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
  return {
    main: ms("TaskDuration"),
    script: ms("ScriptDuration"),
    style: ms("RecalcStyleDuration"),
    layout: ms("LayoutDuration"),
  };
}

type Times = Awaited<ReturnType<typeof timesMs>> & {
  frames: number;
  batches: number;
  rows: number;
};

process.env["CHROMIUM_PATH"] ??= findChromium();
const folder = await bundle();
const [server, browser] = await Promise.all([serve(folder), startChromium()]);

async function measure(lane: Lane, feed: Feed, count: number): Promise<Times> {
  server.setCount(count);
  // This Chromium draws without a graphics processor, which every phone has: at three pixels to one the
  // figure would be that of the drawing in software.
  const context = await newPhone(browser, { serviceWorkers: "block", deviceScaleFactor: 1 });
  try {
    const page = await context.newPage();
    page.on("pageerror", (error) => console.error(error.message));
    await page.goto(server.address);
    await page.waitForFunction(() => "bench" in globalThis);
    const client = await context.newCDPSession(page);
    await client.send("Performance.enable");
    await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const inPage = <T>(run: (own: typeof bench) => T) =>
      page.evaluate(`(${run.toString()})(globalThis.bench)`) as Promise<T>;
    const rows = await page.evaluate(
      ([how, from, many]) =>
        (globalThis as unknown as { bench: typeof bench }).bench.start(how, from, many),
      [lane, feed, count] as const,
    );
    await page.waitForTimeout(warmMs);
    const [before, framesBefore, batchesBefore, said] = [
      await timesMs(client),
      await inPage((own) => own.frames()),
      await inPage((own) => own.batches()),
      await inPage((own) => own.firstRow()),
    ];
    await page.waitForTimeout(measureMs);
    const [after, framesAfter, batchesAfter] = [
      await timesMs(client),
      await inPage((own) => own.frames()),
      await inPage((own) => own.batches()),
    ];
    if (lane !== "still")
      await page
        .waitForFunction(
          (before) =>
            (globalThis as unknown as { bench: typeof bench }).bench.firstRow() !== before,
          said,
          { timeout: 10_000, polling: 30 },
        )
        .catch(() =>
          Promise.reject(new Error(`${lane} from ${feed}: the first row stands still: ${said}`)),
        );
    const perSecond = (name: keyof typeof after) =>
      ((after[name] - before[name]) * 1000) / measureMs;
    return {
      main: perSecond("main"),
      script: perSecond("script"),
      style: perSecond("style"),
      layout: perSecond("layout"),
      frames: ((framesAfter - framesBefore) * 1000) / measureMs,
      batches: ((batchesAfter - batchesBefore) * 1000) / measureMs,
      rows,
    };
  } finally {
    await context.close();
  }
}

try {
  for (const feed of ["objects", "frames"] as const) {
    for (const count of counts) {
      const table: Record<string, Record<string, number>> = {};
      const all: Record<Lane, Times[]> = { still: [], direct: [], app: [] };
      // By turns, so that a busy moment of the machine meets both.
      for (let run = 0; run < runs; run++)
        for (const lane of lanes) all[lane].push(await measure(lane, feed, count));
      for (const lane of lanes) {
        const keys = ["main", "script", "style", "layout", "frames", "batches", "rows"] as const;
        table[lane] = Object.fromEntries(
          keys.map((key) => [key, rounded(median(all[lane].map((times) => times[key])))]),
        );
      }
      console.log(
        `\n${count.toLocaleString("en")} symbols, every one ten times a second, ${feed === "objects" ? "rows in memory" : "frames of the stream, parsed"}: ms of the main thread per second`,
      );
      console.table(table);
      console.log(
        `app / direct: ${((table["app"]?.["main"] ?? Number.NaN) / (table["direct"]?.["main"] ?? Number.NaN)).toFixed(2)}`,
      );
    }
  }
} finally {
  await browser.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
}
