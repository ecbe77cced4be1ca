/** What `npm start` does first: builds the app, unless the last build was made of the same sources. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const note = join(root, ".cache/built-from");
/** All that the built app is made of. */
const sources = [
  "src",
  "sw",
  "protocol",
  "public",
  "scripts/build",
  "venue/http",
  "index.html",
  "lingui.config.ts",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
];

function buildIfChanged(): void {
  const wanted = digestOf(sources);
  const isBuilt = existsSync(join(root, "dist/index.html")) && readNote() === wanted;
  if (isBuilt) return;
  const { status } = spawnSync("npx", ["vite", "build"], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(note, wanted);
}

function readNote(): string | undefined {
  return existsSync(note) ? readFileSync(note, "utf8") : undefined;
}

/** Compiled catalogs are made from the others, and each build makes them again. */
const isSource = (path: string) => !path.endsWith(".gen.ts") && !/src\/locales\/.*\.js$/.test(path);

function digestOf(paths: readonly string[]): string {
  // What an app that another host has is built with.
  const hash = createHash("sha256").update(process.env["APP_CONFIG"] ?? "");
  for (const path of paths.flatMap(filesBelow).filter(isSource).toSorted())
    hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

function filesBelow(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(`${path}/${name}`));
}

buildIfChanged();
