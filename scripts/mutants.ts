/**
 * `npm run prove:mutants`: plants the bugs of scripts/prove/mutants.ts one at a time into a copy of the project, and
 * runs the tests that must catch each. `-- replay overdraft` plants only those. Ends with 1 where one lives.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../tests/harness/root.ts";
import type { Mutant } from "./prove/mutant.ts";
import { mutants } from "./prove/mutants.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((id) => !mutants.some((one) => one.id === id));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}.`);
const chosen = mutants.filter(({ id }) => positionals.length === 0 || positionals.includes(id));

const copy = mkdtempSync(join(tmpdir(), "godwit-mutants-"));
try {
  cpSync(root, copy, { recursive: true, filter: (path) => !isLeftOut(relative(root, path)) });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  // A test that fails without a bug catches none.
  const broken = firstFailure([...new Set(chosen.flatMap(({ tests }) => tests))]);
  if (broken !== undefined) throw new Error(`Without any bug fails: ${broken}`);
  const alive: Mutant[] = [];
  for (const mutant of chosen) {
    const began = performance.now();
    const by = plant(mutant);
    const seconds = Math.round((performance.now() - began) / 1000);
    if (by === undefined) alive.push(mutant);
    const what = `${mutant.id}: ${mutant.what} (${seconds} s)`;
    console.log(by === undefined ? `ALIVE  ${what}` : `caught ${what}\n       by ${by}`);
  }
  console.log(`${chosen.length - alive.length} of ${chosen.length} planted bugs are caught.`);
  process.exitCode = alive.length > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** What a copy needs no bytes of, or has as a link. */
function isLeftOut(path: string): boolean {
  return /^(node_modules|\.git|\.cache|dist|release|shots)(\/|$)/.test(path);
}

/** Plants a bug, runs the tests beside it, and takes it out again. Answers the name of the test that failed first. */
function plant({ id, file, from, to, tests }: Mutant): string | undefined {
  const path = join(copy, file);
  const sound = readFileSync(path, "utf8");
  const times = sound.split(from).length - 1;
  if (times !== 1) throw new Error(`${id}: ${file} has what is to be changed ${times} times`);
  writeFileSync(
    path,
    sound.replace(from, () => to),
  );
  try {
    return firstFailure(tests);
  } finally {
    writeFileSync(path, sound);
  }
}

/** Runs test files of the copy up to the first test that fails, and answers its name; undefined where none does. */
function firstFailure(tests: readonly string[]): string | undefined {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const { stderr } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--bail=1",
      "--reporter=json",
      `--outputFile=${report}`,
      "--silent=true",
      ...tests,
    ],
    { cwd: copy, encoding: "utf8", env: process.env, maxBuffer: 64 << 20 },
  );
  if (!existsSync(report)) throw new Error(`vitest did not run: ${stderr}`);
  const { success, testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    success: boolean;
    testResults: { assertionResults: { status: string; fullName: string }[] }[];
  };
  if (success) return undefined;
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === "failed");
  return failed?.fullName ?? "a file that does not load";
}
