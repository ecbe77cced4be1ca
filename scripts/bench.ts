/**
 * `npm run bench`: every benchmark of `tests/bench/`, one after another, each in a process of its own, each
 * printing its figures. `-- ledger 10` runs those whose name contains the word, with the words after it as their
 * own. `-- --smallest` runs them in one process with the least work, to see that they start.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
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
    try {
      const { run } = (await import(new URL(`${name}.ts`, folder).href)) as {
        run: (stage: BenchStage) => Promise<void>;
      };
      await run(stage);
    } catch (error) {
      console.error(error);
      failed += 1;
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
