/** `npm run bench`: every benchmark of `tests/bench/`, one after another, each printing its figures. `-- ledger` runs those whose name contains the word. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

const folder = "tests/bench";
const wanted = process.argv[2] ?? "";
let failed = 0;
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && name.includes(wanted))
  .toSorted()) {
  console.log(`\n# ${file.replace(/\.ts$/, "")}`);
  failed +=
    spawnSync(process.execPath, [`${folder}/${file}`], { stdio: "inherit" }).status === 0 ? 0 : 1;
}
process.exitCode = failed === 0 ? 0 : 1;
