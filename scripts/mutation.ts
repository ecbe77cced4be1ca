/**
 * `npm run prove:mutation`: lets Stryker change the code of protocol, ledger and rules in small ways, one at a time, and
 * counts how many of the changes the tests catch. Ends with 1 where it is under 85 %. `-- ledger spot` only those parts;
 * `-- --share 8 --seed 1` an eighth of the files, drawn by the seed. Stryker is fetched for it: it is no part of an
 * install. All of it takes hours.
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

/** What is changed, and the tests that must notice. */
const parts: Readonly<Record<string, { code: string[]; tests: string[] }>> = {
  protocol: { code: ["protocol/**/*.ts"], tests: ["tests/protocol/**/*.test.ts"] },
  ledger: {
    code: ["venue/ledger/*.ts"],
    tests: ["tests/venue/{ledger,wallet,store}/**/*.test.ts", "tests/venue/spot/*.test.ts"],
  },
  spot: {
    code: ["venue/spot/rules/*.ts"],
    tests: ["tests/venue/spot/**/*.test.ts", "tests/protocol/rules/**/*.test.ts"],
  },
  contracts: {
    code: ["venue/contracts/rules/*.ts"],
    tests: ["tests/venue/contracts/**/*.test.ts", "tests/protocol/rules/**/*.test.ts"],
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

const counts = new Map<string, Counted>();
const alive: string[] = [];
try {
  prepare();
  for (const [name, { code, tests }] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const files = code.flatMap((glob) => globSync(glob, { cwd: root })).filter(isDrawn);
    console.log(`\n> ${name}: ${files.length} files`);
    if (files.length === 0) continue;
    change(files, tests);
    count();
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
  return file.endsWith(".ts") && drawn % Number(values.share) === 0;
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

function change(files: readonly string[], tests: readonly string[]): void {
  rmSync(report, { force: true });
  const testConfig = {
    test: {
      include: tests,
      globalSetup: ["tests/harness/database/postgres.ts"],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      maxWorkers: 1,
    },
  };
  writeFileSync(
    join(copy, "vitest.mutation.ts"),
    `export default ${JSON.stringify(testConfig)};\n`,
  );
  writeFileSync(
    join(copy, "stryker.config.json"),
    JSON.stringify({
      testRunner: "vitest",
      plugins: ["@stryker-mutator/vitest-runner"],
      vitest: { configFile: "vitest.mutation.ts", related: false },
      mutate: files,
      coverageAnalysis: "perTest",
      concurrency: 2,
      reporters: ["json", "progress-append-only"],
      jsonReporter: { fileName: report },
      // Types are erased, not checked; the tool looks for a compiler that TypeScript no longer has.
      tsconfigFile: "none.json",
      dryRunTimeoutMinutes: 20,
      timeoutMS: 20_000,
      thresholds: { break: null },
    }),
  );
  run("npx", ["stryker", "run", "stryker.config.json"]);
}

/** Adds the report's figures to those of the files' folders. */
function count(): void {
  const { files } = JSON.parse(readFileSync(report, "utf8")) as {
    files: Record<
      string,
      {
        mutants: {
          status: string;
          replacement?: string;
          location: { start: { line: number } };
        }[];
      }
    >;
  };
  for (const [file, { mutants }] of Object.entries(files)) {
    const folder = dirname(file);
    const counted = counts.get(folder) ?? { caught: 0, all: 0 };
    for (const { status, replacement, location } of mutants) {
      const isCaught = status === "Killed" || status === "Timeout";
      if (!isCaught && status !== "Survived" && status !== "NoCoverage") continue;
      counted.all += 1;
      if (isCaught) counted.caught += 1;
      else
        alive.push(
          `${file}:${location.start.line} ${status === "NoCoverage" ? "(no test) " : ""}${(replacement ?? "").replaceAll(/\s+/g, " ").slice(0, 90)}`,
        );
    }
    counts.set(folder, counted);
  }
}

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: copy, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}`);
}
