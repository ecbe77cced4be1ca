/** `npm test`: format, types, lint, languages, a build of the app, then every test. Stops at the first that fails. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statfsSync } from "node:fs";
import { builtApp } from "../tests/harness/browser/built-app.ts";
import { findChromium, findHeadlessShell } from "../tests/harness/browser/find-chromium.ts";

const wanted = process.argv.slice(2);
const isEverything = wanted.every((word) => word.startsWith("-"));

/** Runs a command with its output as it comes. */
function step(name: string, command: string, args: readonly string[]): void {
  console.log(`\n> ${name}`);
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env: process.env });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs a command beside others; its output comes as a whole when it ends. */
async function stepBeside(
  name: string,
  command: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const env = { ...process.env, ...settings };
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [status] = (await once(child, "close")) as [number | null];
  console.log(`\n> ${name}\n${output.trimEnd()}`);
  if (status !== 0) process.exit(status ?? 1);
}

async function languages(): Promise<void> {
  const before = catalogs();
  await stepBeside("languages", "npx", [
    "lingui",
    "extract",
    "--clean",
    "--overwrite",
    "--workers",
    "1",
  ]);
  if (catalogs() !== before) {
    console.error(
      "src/locales is not what the texts in src say: run `npm run i18n`, translate what is new, and commit.",
    );
    process.exit(1);
  }
  await stepBeside("translations", "npx", ["lingui", "compile", "--strict"]);
}

/** What the tests in browsers wait for; without them they build it where they need it. */
async function build(): Promise<void> {
  if (!isEverything) return;
  await builtApp();
  console.log("\n> built");
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
await Promise.all([
  // With less collecting of garbage it takes a sixth less of the cores, and 600 MB more.
  stepBeside("types and lint", "npm", ["run", "--silent", "lint"], { GOGC: "400" }),
  languages().then(build),
]);
step("tests", "npx", ["vitest", "run", ...wanted]);

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
