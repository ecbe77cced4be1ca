/**
 * `npm run bench -- list`: what the list of markets costs while every symbol moves ten times a second, on a
 * phone's screen in a Chromium with a processor slowed to a quarter. The app's own components beside text
 * written directly into the same rows, in the same run; from rows in memory, and from the stream's frames
 * with their parsing. Figures are ms of the main thread per second, medians of the runs. Run:
 * `npm run bench -- list [runs]`.
 */
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join, resolve } from "node:path";
import type { Browser, CDPSession } from "playwright-core";
import { build } from "vite";
import { WebSocketServer } from "ws";
import { componentCompilers } from "../../scripts/build/compilers.ts";
import { everyday, newPhone } from "../harness/browser/chromium.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import type { bench, Feed, Lane } from "./list/page.tsx";
import { rowsOf } from "./list/rows.ts";

const lanes = ["still", "direct", "app"] as const satisfies readonly Lane[];
const batchMs = 100;
const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".html": "text/html",
};

async function bundle(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: "error",
    root: resolve(import.meta.dirname, "list"),
    plugins: componentCompilers({ mayMiss: true }),
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

interface Pace {
  warmMs: number;
  measureMs: number;
  cpuSlowdown: number;
}

async function measure(
  browser: Browser,
  address: string,
  [lane, feed, count]: readonly [Lane, Feed, number],
  { warmMs, measureMs, cpuSlowdown }: Pace,
): Promise<Times> {
  // This Chromium draws without a graphics processor, which every phone has: at three pixels to one the
  // figure would be that of the drawing in software.
  const context = await newPhone(browser, { ...everyday, serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    page.on("pageerror", (error) => console.error(error.message));
    await page.goto(address);
    await page.waitForFunction(() => "bench" in globalThis);
    const client = await context.newCDPSession(page);
    await client.send("Performance.enable");
    await client.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
    const inPage = <T>(read: (own: typeof bench) => T) =>
      page.evaluate<T>(`(${read.toString()})(globalThis.bench)`);
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
          (shown) => (globalThis as unknown as { bench: typeof bench }).bench.firstRow() !== shown,
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

export async function run(stage: BenchStage): Promise<void> {
  const runs = stage.count(0, 3, 1);
  const pace: Pace = {
    warmMs: stage.size(2000, 100),
    measureMs: stage.size(5000, 500),
    cpuSlowdown: stage.size(4, 1),
  };
  const [server, browser] = await Promise.all([
    stage.folder().then(bundle).then(serve),
    stage.browser(),
  ]);
  try {
    for (const feed of stage.size<readonly Feed[]>(["objects", "frames"], ["frames"])) {
      for (const count of stage.size([500, 2000], [20])) {
        server.setCount(count);
        const table: Record<string, Record<string, number>> = {};
        const all: Record<Lane, Times[]> = { still: [], direct: [], app: [] };
        // By turns, so that a busy moment of the machine meets both.
        for (let turn = 0; turn < runs; turn++)
          for (const lane of lanes)
            all[lane].push(await measure(browser, server.address, [lane, feed, count], pace));
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
    server.close();
  }
}
