/** What is shipped runs without its sources: the venue, its threads, the desk and the command line. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { builtApp } from "../../harness/browser/built-app.ts";
import { root } from "../../harness/root.ts";

interface Run {
  child: ChildProcess;
  said: () => string;
  exit: Promise<number | null>;
}

function run(cwd: string, args: readonly string[], environment: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", ...environment },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const exit = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
  return { child, said: () => text, exit };
}

test("a release has no TypeScript of the venue and none of its tools, and everything in it works", async () => {
  const out = join(temporaryDirectory(), "out");
  const made = run(root, ["scripts/release.ts", "--app", await builtApp(), "--out", out]);
  expect([await made.exit, made.said()]).toEqual([0, ""]);
  const folder = join(out, "package");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(
    files.filter((file) => file.endsWith(".ts") && !file.startsWith("venue/operator/desk/page/")),
  ).toEqual([]);
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  for (const tool of ["react", "vite", "typescript", "rolldown", "@lingui/core"])
    expect(dependencies).not.toHaveProperty(tool);
  expect(Object.values(dependencies).every((version) => /^\d/.test(version))).toBe(true);

  // As `npm ci` would put it there.
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const dataDir = temporaryDirectory();
  const venue = run(folder, ["venue/main.js"], {
    DATA_DIR: dataDir,
    PORT: "0",
    OPERATOR_PORT: "0",
    WARM_UP: "0",
  });
  await expect
    .poll(() => venue.said(), { timeout: 60_000 })
    .toMatch(/open at (\S+) .*\nOperators: (\S+)\n/);
  const [, address = "", desk = ""] =
    /open at (\S+) .*\nOperators: (\S+)\n/.exec(venue.said()) ?? [];
  const read = async (url: string) => {
    const answer = await fetch(url);
    return [answer.status, await answer.text()] as const;
  };
  expect(await read(`${address}/readyz`)).toEqual([200, "ok\n"]);
  expect((await read(address))[1]).toContain('<div id="root"');
  expect((await read(`${address}/icons/token-branded.json?icons=btc`))[1]).toContain('"btc"');
  const candles = `${address}/api/htx/getKline?symbol=btcusdt&period=1day&size=30`;
  expect(await read(candles)).toMatchObject([200, expect.stringMatching(/^\{"status":0/)]);
  expect((await read(`${desk}/main.ts`))[1]).toContain("showLogin");
  const [, metrics] = await read(`${desk}/metrics`);
  expect(metrics).toContain("godwit_feed_live 1\n");
  expect(metrics).toContain("nodejs_heap_size_used_bytes ");
  // What would count the pause between two looks at the event loop as its delay.
  expect(metrics).not.toMatch(/eventloop_lag_p?(min|max|mean|\d)/);

  const backup = join(temporaryDirectory(), "one.tar.gz");
  for (const words of [["backup", backup], ["drill", backup], ["verify"], ["invite", "1"]]) {
    const operator = run(folder, ["venue/operator.js", ...words], { DATA_DIR: dataDir });
    expect([words[0], await operator.exit, operator.said()]).toEqual([
      words[0],
      0,
      expect.any(String),
    ]);
  }
  venue.child.kill("SIGTERM");
  expect(await venue.exit).toBe(0);
  expect(venue.said()).not.toMatch(/"level":"(warn|error)"/);
});
