/** `npm test`: types, lint, languages, then every test. Stops at the first that fails. */
import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.ts";

function step(name: string, command: string, args: readonly string[]): void {
  console.log(`\n> ${name}`);
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env: process.env });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

try {
  process.env["CHROMIUM_PATH"] = findChromium();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

step("types", "npm", ["run", "--silent", "typecheck"]);
step("lint", "npm", ["run", "--silent", "lint"]);
step("languages", "npx", ["lingui", "compile", "--strict"]);
step("tests", "npx", ["vitest", "run", ...process.argv.slice(2)]);
