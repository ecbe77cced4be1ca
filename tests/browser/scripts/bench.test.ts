/** Every benchmark starts, ends and prints its figures, with the least work: all in one process, which shares a venue and a browser. */
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, inject, test } from "vitest";
import { builtApp } from "../../harness/browser/built-app.ts";
import { root } from "../../harness/root.ts";

const run = promisify(execFile);
/** One that hangs is ended. */
const mostMs = 200_000;

/** The last figures of each, so that one that ends halfway is seen. */
const figures: Readonly<Record<string, RegExp>> = {
  chart: /lightweight-charts │ [\d.]+ +│ [\d.]+ +│ [\d.]+ +│ [\d.]+ +│ [\d.]+ +│/,
  charts: /restart, 5 candles each[^]*smallest answer │ \d+/,
  class: /AUDIENCE=class: 2 people in [\d.]+ s[^]*calls +│ 10 /,
  contracts: /funding of all: 6 positions in \d+ ms/,
  crowd: /ten times[^]*\d+ acknowledged orders, 0 lost or doubled/,
  desk: /four charts and positions[^]*│ [\d.]+ +│ \d+ +│ [\d.]+ +│ \d+[^]*by the sum of its parts: \d+/,
  feed: /│ \/ stream, saving │ [\d.]+/,
  "first-load": /│ \/login +│ [\d.]+[^]*service worker: [\d.]+ kB/,
  ledger: /64 clients, one hot account +\d+ tx\/s/,
  list: /frames of the stream, parsed[^]*app \/ direct: [\d.]+/,
  notices: /all devices' +│ 3[^]*│ 200 +│/,
  orders: /venue, 2 +│ 2 +│ \d+[^]*answered at once, 2/,
  processes: /restarted one after the other[^]*(\d+) orders, \1 ids/,
  predict: /gaining: \d+ on bridge3-v1, \d+ on the present model/,
  rest: /npm start, first start +│ [\d.]+ +│ [\d.]+ +│ [\d.]+/,
  simulator: /P8: [^]* 300 s {3}0\.\d+/,
  spot: /ledger: \[\], trouble: 0\n[^]*a tick over \d+ markets with \d+ orders[^\n]*: [\d.]+ ms/,
  "spot-round-trip": /\| SQLite +\| +1 \| +[1-9]\d* \| +\d+ \/ \d+/,
  start: /│ offline │ [\d.]+ +│ [\d.]+ +│ [\d.]+ +│/,
  touch: /gainers │ \d+[^]*rest +│ [\d.]+/,
};

/** What each of them printed, by its name. */
let printed: ReadonlyMap<string, string>;
let failures = "";

beforeAll(async () => {
  const { stdout, stderr } = await run(process.execPath, ["scripts/bench.ts", "--smallest"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, ".cache/compiled"),
      BUILT_APP: await builtApp(),
      ...(inject("postgresUrl") !== null && { TEST_DATABASE_URL: inject("postgresUrl") ?? "" }),
    },
    timeout: mostMs,
  }).catch((error: unknown) => error as { stdout: string; stderr: string });
  failures = stderr;
  printed = new Map(
    stdout
      .split(/^# /m)
      .slice(1)
      .map((part) => [part.split("\n")[0] ?? "", part] as const),
  );
}, 2 * mostMs);

test("each benchmark is known here, and has run", () => {
  const all = readdirSync(join(root, "tests/bench"))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.replace(/\.ts$/, ""));
  expect(Object.keys(figures).toSorted()).toEqual(all.toSorted());
  expect([...printed.keys()].toSorted(), failures).toEqual(all.toSorted());
});

test.each(Object.entries(figures))("%s prints its figures", (name, figure) => {
  expect(printed.get(name), failures).toMatch(figure);
});
