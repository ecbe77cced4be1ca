/**
 * `npm run prove`: the claims of docs/design/reliability.md, section 3, tried with their figures C on this machine,
 * without a network, and a table of trials and failures. `-- --full` takes the figures R, `--pg URL` a PostgreSQL
 * of yours, `--id T-KILL` one row, `--seed 42` the seed of an earlier run. Ends with 1 where anything failed.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { builtApp } from "../tests/harness/browser/built-app.ts";
import { findChromium, findHeadlessShell } from "../tests/harness/browser/find-chromium.ts";
import { root } from "../tests/harness/root.ts";
import type { Trials } from "../tests/harness/trials.ts";
import { boundOf, type Outcome, outcomeOf, type TestReport } from "./prove/outcome.ts";
import { type ProofRow, proofRows } from "./prove/rows.ts";

type Proven = Outcome & { id: string; what: string; seconds: number };

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    pg: { type: "string" },
    id: { type: "string", multiple: true },
    seed: { type: "string" },
    out: { type: "string", default: ".cache/prove" },
  },
});

const rows = values.id ? proofRows.filter(({ id }) => values.id?.includes(id)) : proofRows;
const unknown = values.id?.filter((id) => !proofRows.some((row) => row.id === id)) ?? [];
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(", ")}. Rows: ${proofRows.map(({ id }) => id).join(", ")}`,
  );
  process.exit(1);
}

const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
const folder = resolve(root, values.out);
mkdirSync(folder, { recursive: true });
const head = {
  commit: commitOf(),
  seed,
  tier: values.full ? "R" : "C",
  time: new Date().toISOString(),
  machine: `${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}`,
};
console.log(
  Object.entries(head)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n"),
);

const shared = {
  ...process.env,
  CHROMIUM_PATH: findChromium(),
  CHROMIUM_SHELL_PATH: findHeadlessShell(),
  BUILT_APP: await builtApp(),
  PROVE_SEED: seed,
  ...(values.pg !== undefined && { TEST_DATABASE_URL: values.pg }),
};

/** Rows that wait for a turn: a test waits most of its time, so that two cores carry two rows. */
const atOnce = 2;
const began = performance.now();
const found = new Map<ProofRow, Proven>();
for (const row of rows.filter(({ alone }) => alone)) await take(row);
const waiting = rows.filter(({ alone }) => !alone);
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) await take(row);
  }),
);
const proven = rows.flatMap((row) => found.get(row) ?? []);
const minutes = (performance.now() - began) / 60_000;

console.table(
  Object.fromEntries(
    proven.map(({ id, what, trials, failures, notRun, seconds, ...rest }) => [
      id,
      {
        what,
        trials,
        failures,
        rate: boundOf({ trials, failures, ...rest }),
        "not run": notRun,
        seconds,
      },
    ]),
  ),
);
const failures = proven.reduce((sum, row) => sum + row.failures, 0);
const trials = proven.reduce((sum, row) => sum + row.trials, 0);
const file = join(folder, values.full ? "full.json" : "usual.json");
writeFileSync(file, `${JSON.stringify({ ...head, minutes, rows: proven }, null, 2)}\n`);
console.log(
  `${trials} trials, ${failures} failures, ${minutes.toFixed(1)} minutes. A rate is the bound 3/N, at 95 %. Seed ${seed}: \`npm run prove -- --id ID --seed ${seed}\` tries a row again. Written to ${values.out}.`,
);
process.exit(failures > 0 ? 1 : 0);

async function take(row: ProofRow): Promise<void> {
  const start = performance.now();
  const outcome = await prove(row);
  const seconds = Math.round((performance.now() - start) / 1000);
  found.set(row, { id: row.id, what: row.what, ...outcome, seconds });
  console.log(`${row.id}: ${outcome.trials} trials, ${outcome.failures} failures, ${seconds} s`);
  for (const name of outcome.failed) console.log(`  failed: ${name}`);
}

/** The commit that is tried; not known outside a repository. */
function commitOf(): string {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: root }).toString().trim();
  try {
    const commit = git("rev-parse", "--short", "HEAD");
    return git("status", "--porcelain") === "" ? commit : `${commit}, with changes`;
  } catch {
    return "unknown";
  }
}

/** Runs the test files of a row; what they print is in a file beside the result. */
async function prove({ id, files, usual, full, seed: seedName }: ProofRow): Promise<Outcome> {
  const [report, trialsFile, log] = ["json", "trials", "log"].map((kind) =>
    join(folder, `${id}.${kind}`),
  ) as [string, string, string];
  for (const old of [report, trialsFile, log]) rmSync(old, { force: true });
  const child = spawn(
    "npx",
    [
      "vitest",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...files,
    ],
    {
      cwd: root,
      env: {
        ...shared,
        PROVE_TRIALS: trialsFile,
        ...usual,
        ...(values.full && full),
        ...(seedName !== undefined && { [seedName]: seed }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => void printed.push(part));
  await once(child, "close");
  writeFileSync(log, Buffer.concat(printed));
  if (!existsSync(report))
    return { trials: 0, failures: 1, notRun: 0, failed: [`could not run: see ${log}`] };
  const reported = existsSync(trialsFile)
    ? readFileSync(trialsFile, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Trials)
    : [];
  return outcomeOf(JSON.parse(readFileSync(report, "utf8")) as TestReport, reported, root);
}
