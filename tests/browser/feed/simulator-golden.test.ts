import { createServer } from "node:http";
import type { Server } from "node:http";
import { resolve } from "node:path";
import type { Browser } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChromium } from "../../harness/browser/chromium.ts";
import { goldenDays } from "../../harness/samples/golden-days.ts";

let server: Server;
let browser: Browser;

beforeAll(async () => {
  const script = await bundle();
  server = createServer((request, response) => {
    const isScript = request.url === "/golden.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript ? script : "<!doctype html><title>golden</title><script src=/golden.js></script>",
    );
  });
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      lib: {
        entry: resolve(import.meta.dirname, "../../harness/samples/golden-day.ts"),
        formats: ["iife"],
        name: "simulator",
        fileName: "golden",
      },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs
    .flatMap((part) => ("output" in part ? part.output : []))
    .find((part) => part.type === "chunk");
  if (chunk?.type !== "chunk") throw new Error("Nothing was bundled");
  return chunk.code;
}

test("Chromium computes the same days as Node, bit for bit", async () => {
  const page = await browser.newPage();
  // Web cryptography needs a secure context, which localhost is.
  await page.goto(`http://localhost:${portOf(server)}/`);
  const hashes: Record<string, unknown> = {};
  for (const name of Object.keys(goldenDays)) {
    const [symbol, day] = name.split("|");
    // A string, because the test runner rewrites functions.
    hashes[name] = await page.evaluate(`simulator.goldenDay(crypto.subtle, "${symbol}", ${day})`);
  }
  expect(hashes).toEqual(goldenDays);
});

function portOf(of: Server): number {
  const address = of.address();
  if (address === null || typeof address === "string") throw new Error("Not listening");
  return address.port;
}
