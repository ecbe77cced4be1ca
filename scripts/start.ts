/**
 * `npm start`: the venue as `build-if-changed.ts` has bundled it, which starts sooner than its sources and takes two
 * thirds of their memory. It takes the place of this process, so that signals and exit code are its own. A file that
 * is named is started instead.
 */
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { allocatorLimit, nodeWords } from "./build/start-words.ts";

const root = resolve(import.meta.dirname, "..");
const program = process.argv[2] ?? join(root, ".cache/venue/main.js");
const words = [...nodeWords, program];
const environment = { ...allocatorLimit, ...process.env };

// Windows has no such call.
if (process.platform !== "win32" && process.execve !== undefined)
  process.execve(process.execPath, [process.execPath, ...words], environment);

const venue = spawn(process.execPath, words, { stdio: "inherit", env: environment });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => venue.kill(signal));
venue.on("exit", (code) => (process.exitCode = code ?? 1));
