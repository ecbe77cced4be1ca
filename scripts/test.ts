/** `npm test`: format, types, lint, languages, then every test. Stops at the first that fails. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statfsSync } from "node:fs";
import { findChromium, findHeadlessShell } from "../tests/harness/browser/find-chromium.ts";

function step(name: string, command: string, args: readonly string[]): void {
  console.log(`\n> ${name}`);
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env: process.env });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

try {
  const shell = findHeadlessShell();
  process.env["CHROMIUM_PATH"] = findChromium();
  process.env["CHROMIUM_SHELL_PATH"] = shell;
  if (shell === process.env["CHROMIUM_PATH"])
    console.log("There is no chromium-headless-shell: the browser tests take twice as long.");
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

// What lets a look at a screen pass before its texts are translated must not let a test pass.
delete process.env["LINGUI_ALLOW_MISSING"];

// Databases and profiles of the tests last for seconds: in memory they cost half the system's time.
const memory = "/dev/shm";
const enoughMemory = 4 * 1024 ** 3;
if (process.env["TMPDIR"] === undefined && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize >= enoughMemory) process.env["TMPDIR"] = memory;
}

step("format", "npx", ["oxfmt", "--check", "."]);
step("types", "npm", ["run", "--silent", "typecheck"]);
step("lint", "npm", ["run", "--silent", "lint"]);
const before = catalogs();
step("languages", "npx", ["lingui", "extract", "--clean", "--overwrite"]);
if (catalogs() !== before) {
  console.error(
    "src/locales is not what the texts in src say: run `npm run i18n`, translate what is new, and commit.",
  );
  process.exit(1);
}
step("translations", "npx", ["lingui", "compile", "--strict"]);
step("tests", "npx", ["vitest", "run", ...process.argv.slice(2)]);

/** All catalogs as one text; the time of their making does not count. */
function catalogs(): string {
  const folder = "src/locales";
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".po"))
    .toSorted();
  return files
    .map((name) =>
      readFileSync(`${folder}/${name}`, "utf8").replace(/^"POT-Creation-Date:.*$/m, ""),
    )
    .join("\n");
}
