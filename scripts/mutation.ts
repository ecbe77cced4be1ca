/**
 * `npm run prove:mutation`: lets Stryker change the code of protocol, ledger and rules in small ways, one at a time, and
 * counts how many of the changes the tests catch. Ends with 1 where it is under 85 %. `-- ledger spot` only those parts;
 * `-- --share 8 --seed 1` an eighth of the files, drawn by the seed. The figures of each part are written to
 * `.cache/mutation-<part>.json`. Stryker is fetched for it: it is no part of an install. All of it takes hours.
 */
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../tests/harness/root.ts";

const stryker = ["@stryker-mutator/core@10.1.1", "@stryker-mutator/vitest-runner@10.1.1"];
const least = 0.85;

/**
 * What is changed, and the tests that must notice: each of the lists is asked about what those before it left alive,
 * the quick ones first.
 */
const parts: Readonly<Record<string, { code: string; tests: string[][] }>> = {
  wire: {
    code: "protocol/wire/**/*.ts",
    tests: [
      ["tests/protocol/{wire,api}/*.test.ts"],
      [
        "tests/venue/http/{signature-gate,envelopes,limits,headers}.test.ts",
        "tests/venue/{session,wallet}/{accounts,device-signature,withdrawal-quote}.test.ts",
        "tests/venue/spot/{place-order,place-order-amounts,rules,engine}.test.ts",
        "tests/app/{api,spot,wallet}/**/*.test.ts",
      ],
    ],
  },
  rules: {
    code: "protocol/rules/**/*.ts",
    tests: [
      [
        "tests/protocol/rules/**/*.test.ts",
        "tests/venue/wallet/{address-check,withdrawal-quote}.test.ts",
        "tests/venue/spot/fill-model.test.ts",
        "tests/venue/contracts/rules.test.ts",
        "tests/app/seconds/ticket/*.test.ts",
        "tests/app/contracts/**/*.test.ts",
      ],
      [
        "tests/venue/seconds/{settlement,place-order,verify}.test.ts",
        "tests/venue/contracts/{liquidation,funding,margin,close,engine,preview,place-order,standstill}.test.ts",
      ],
    ],
  },
  proof: {
    code: "protocol/proof/*.ts",
    tests: [
      [
        "tests/protocol/proof/*.test.ts",
        "tests/app/seconds/verify/*.test.{ts,tsx}",
        "tests/venue/seconds/{tampering,order-slip,quote-log,receipt-chain,slip}.test.ts",
      ],
      [
        "tests/venue/seconds/{verify,second-verifier,tick-log}.test.ts",
        "tests/venue/heads/*.test.ts",
      ],
    ],
  },
  day: {
    code: "protocol/proof/simulated-day/*.ts",
    tests: [
      [
        "tests/protocol/proof/simulated-numbers.test.ts",
        "tests/venue/feed/simulator/{symbol-table,commitment,second-implementation}.test.ts",
      ],
      ["tests/venue/feed/simulator/day.test.ts", "tests/venue/seconds/simulated-run.test.ts"],
    ],
  },
  api: {
    code: "protocol/api/**/*.ts",
    tests: [
      ["tests/protocol/api/*.test.ts", "tests/app/api/read-*.test.ts"],
      [
        "tests/venue/{http,upload}/{envelopes,upload}.test.ts",
        "tests/venue/market/*.test.ts",
        "tests/venue/seconds/{slip,order-slip}.test.ts",
        "tests/venue/wallet/{bank-cards,wallet}.test.ts",
        "tests/app/{account,market,seconds,spot,wallet,writes}/**/*.test.ts",
        "tests/sw/*.test.ts",
      ],
    ],
  },
  ledger: {
    code: "venue/ledger/*.ts",
    tests: [
      [
        "tests/venue/ledger/{post,holds,idempotent,rounding,bills,coherent,currency-scales}.test.ts",
      ],
      [
        "tests/venue/ledger/{model,race}.test.ts",
        "tests/venue/wallet/{wallet,equity,recharge,withdrawal}.test.ts",
        "tests/venue/store/store.test.ts",
        "tests/venue/spot/{engine,place-order,cancel}.test.ts",
      ],
    ],
  },
  spot: {
    code: "venue/spot/rules/*.ts",
    tests: [
      [
        "tests/venue/spot/{rules,fill-model,makers-matching}.test.ts",
        "tests/protocol/rules/spot-fill.test.ts",
      ],
      [
        "tests/venue/spot/{engine,stops,place-order,place-order-amounts,cancel,replace,makers,limits}.test.ts",
      ],
    ],
  },
  contracts: {
    code: "venue/contracts/rules/*.ts",
    tests: [
      [
        "tests/venue/contracts/{rules,preview,contract-figures,leverage,triggers}.test.ts",
        "tests/protocol/rules/**/*.test.ts",
      ],
      [
        "tests/venue/contracts/{engine,place-order,tpsl,close,margin,funding,liquidation,replace,cancel}.test.ts",
      ],
    ],
  },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(", ")}.`);

const copy = join(root, ".cache/mutation");
const report = join(copy, "report.json");
/** What a copy needs no bytes of, or has as links. */
const leftOut = new Set(["node_modules", ".git", ".cache", "dist", "data", "release", "shots"]);

interface Counted {
  caught: number;
  all: number;
}

/** One change of one file, as Stryker reports it; lines and columns from 1. */
interface Mutant {
  status: string;
  mutatorName: string;
  replacement?: string;
  location: Record<"start" | "end", { line: number; column: number }>;
}

/** By file and place, the changes of a part. */
type Mutants = Map<string, { file: string; mutant: Mutant }>;

const counts = new Map<string, Counted>();
const alive: string[] = [];
try {
  prepare();
  for (const [name, { code, tests }] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const files = globSync(code, { cwd: root }).filter(isDrawn);
    console.log(`\n> ${name}: ${files.length} files`);
    if (files.length === 0) continue;
    const mutants: Mutants = new Map();
    for (const [turn, asked] of tests.entries()) {
      const living = [...mutants.values()].filter(({ mutant }) => isAlive(mutant));
      if (turn > 0 && living.length === 0) break;
      change(turn === 0 ? files : living.map(placeOf), asked);
      collect(mutants);
      const found = JSON.stringify([...mutants.values()]);
      writeFileSync(join(root, `.cache/mutation-${name}.json`), found);
    }
    count(mutants);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
if (counts.size === 0) throw new Error("No file was drawn: take a larger share or another seed.");

const total = [...counts.values()].reduce(
  (sum, { caught, all }) => ({ caught: sum.caught + caught, all: sum.all + all }),
  { caught: 0, all: 0 },
);
console.log(`\n${alive.length} changes live:\n${alive.join("\n")}\n`);
console.table(
  Object.fromEntries(
    [...counts, ["all", total] as const].map(([name, { caught, all }]) => [
      name,
      { changes: all, caught, "%": Math.round((1000 * caught) / all) / 10 },
    ]),
  ),
);
process.exitCode = total.caught < least * total.all ? 1 : 0;

function isDrawn(file: string): boolean {
  const drawn = createHash("sha256").update(`${values.seed}|${file}`).digest().readUInt32BE(0);
  return !file.endsWith(".d.ts") && drawn % Number(values.share) === 0;
}

/** A copy of the project with Stryker in it. */
function prepare(): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(root).filter((one) => !leftOut.has(one)))
    cpSync(join(root, name), join(copy, name), { recursive: true });
  run("cp", ["-al", join(root, "node_modules"), join(copy, "node_modules")]);
  run("npm", ["install", "--no-save", "--ignore-scripts", "--loglevel=error", ...stryker]);
}

function change(places: readonly string[], tests: readonly string[]): void {
  rmSync(report, { force: true });
  const test = {
    include: tests,
    // It looks that the build drops texts, in code that Stryker has rewritten.
    exclude: ["tests/protocol/api/endpoint-summaries.test.ts"],
    globalSetup: ["tests/harness/database/postgres.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  };
  writeFileSync(
    join(copy, "vitest.mutation.ts"),
    `import { componentCompilers } from "./scripts/build/compilers.ts";
export default { plugins: componentCompilers({ mayMiss: true }), test: ${JSON.stringify(test)} };
`,
  );
  writeFileSync(
    join(copy, "stryker.config.json"),
    JSON.stringify({
      testRunner: "vitest",
      plugins: ["@stryker-mutator/vitest-runner"],
      vitest: { configFile: "vitest.mutation.ts", related: false },
      mutate: places,
      coverageAnalysis: "perTest",
      concurrency: 2,
      reporters: ["json", "progress-append-only"],
      jsonReporter: { fileName: report },
      // Types are erased, not checked; the tool looks for a compiler that TypeScript no longer has.
      tsconfigFile: "none.json",
      dryRunTimeoutMinutes: 20,
      timeoutMS: 8000,
      thresholds: { break: null },
    }),
  );
  run("npx", ["stryker", "run", "stryker.config.json"]);
}

function isAlive({ status }: Mutant): boolean {
  return status === "Survived" || status === "NoCoverage";
}

/** Where a change is, as Stryker takes it: its columns count from 0. */
function placeOf({ file, mutant }: { file: string; mutant: Mutant }): string {
  const { start, end } = mutant.location;
  return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

/** Takes the report in. What was caught by tests that were asked before stays so. */
function collect(mutants: Mutants): void {
  const { files } = JSON.parse(readFileSync(report, "utf8")) as {
    files: Record<string, { mutants: Mutant[] }>;
  };
  for (const [file, { mutants: found }] of Object.entries(files))
    for (const mutant of found) {
      const { mutatorName, replacement = "" } = mutant;
      const key = [placeOf({ file, mutant }), mutatorName, replacement].join("|");
      const before = mutants.get(key)?.mutant;
      const isNewer = before === undefined || (isAlive(before) && mutant.status !== "NoCoverage");
      if (isNewer) mutants.set(key, { file, mutant });
    }
}

/** Adds a part's figures to those of its folders. */
function count(mutants: Mutants): void {
  for (const { file, mutant } of mutants.values()) {
    const isCaught = mutant.status === "Killed" || mutant.status === "Timeout";
    if (!isCaught && !isAlive(mutant)) continue;
    const counted = counts.get(dirname(file)) ?? { caught: 0, all: 0 };
    counted.all += 1;
    if (isCaught) counted.caught += 1;
    else
      alive.push(
        `${file}:${mutant.location.start.line} ${mutant.status === "NoCoverage" ? "(no test) " : ""}${(mutant.replacement ?? "").replaceAll(/\s+/g, " ").slice(0, 90)}`,
      );
    counts.set(dirname(file), counted);
  }
}

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: copy, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}`);
}
