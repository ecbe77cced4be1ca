/**
 * `npm run bench`: every benchmark of `tests/bench/`, one after another, each in a process of its own, each
 * printing its figures. `-- ledger 10` runs those whose name contains the word, with the words after it as their
 * own. `-- --smallest` runs them in one process with the least work, to see that they start. What a benchmark
 * prints as a table is also in `.cache/bench/NAME.json`, with the time and the machine.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { BenchStage } from "../tests/harness/stages/bench-stage.ts";

const folder = new URL("../tests/bench/", import.meta.url);

const { values, positionals } = parseArgs({
  options: { smallest: { type: "boolean", default: false }, here: { type: "boolean" } },
  allowPositionals: true,
});
const [wanted = "", ...words] = positionals;
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => name.replace(/\.ts$/, ""))
  .filter((name) => (values.here ? name === wanted : name.includes(wanted)))
  .toSorted();
if (names.length === 0) throw new Error(`no benchmark is named ${wanted}`);

// However this script was started, the measured code is built for production.
process.env["NODE_ENV"] = "production";
let failed = 0;
if (values.here || values.smallest) {
  const stage = new BenchStage({ words, isSmallest: values.smallest });
  for (const name of names) {
    console.log(`\n# ${name}`);
    const tables: unknown[] = [];
    const print = console.table.bind(console);
    console.table = (rows: unknown, ...rest) => {
      tables.push(rows);
      print(rows, ...rest);
    };
    try {
      const { run } = (await import(new URL(`${name}.ts`, folder).href)) as {
        run: (stage: BenchStage) => Promise<void>;
      };
      await run(stage);
      if (!values.smallest) writeTables(name, tables);
    } catch (error) {
      console.error(error);
      failed += 1;
    } finally {
      console.table = print;
    }
  }
  await stage.leave();
} else {
  for (const name of names) {
    const { status } = spawnSync(
      process.execPath,
      [import.meta.filename, "--here", name, ...words],
      { stdio: "inherit" },
    );
    if (status !== 0) failed += 1;
  }
}
process.exitCode = failed === 0 ? 0 : 1;

/** For who compares runs: figures of different machines are not to be compared. */
function writeTables(name: string, tables: readonly unknown[]): void {
  const results = new URL("../.cache/bench/", import.meta.url);
  mkdirSync(results, { recursive: true });
  const [cpu] = cpus();
  writeFileSync(
    new URL(`${name}.json`, results),
    `${JSON.stringify({ at: new Date().toISOString(), node: process.version, cpu: cpu?.model, cores: cpus().length, tables }, null, 2)}\n`,
  );
}
