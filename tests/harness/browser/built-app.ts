import { execFile } from "node:child_process";
import { mkdir, open, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../root.ts";

const run = promisify(execFile);
const sources = [
  "src",
  "sw",
  "protocol",
  "public",
  "scripts",
  "index.html",
  "vite.config.ts",
  "package-lock.json",
];

/**
 * A production build for browser tests, made once per state of the sources and shared by all test files.
 * `BUILT_APP` names one that is ready.
 * @returns the folder of the build
 */
export async function builtApp(): Promise<string> {
  const ready = process.env["BUILT_APP"];
  if (ready !== undefined) return ready;
  const cache = join(root, ".cache");
  const folder = join(cache, "dist");
  const marker = join(cache, "dist.built");
  const lock = join(cache, "dist.lock");
  await mkdir(cache, { recursive: true });
  for (;;) {
    const newest = Math.max(
      ...(await Promise.all(sources.map((source) => newestChange(join(root, source))))),
    );
    if ((await changedAt(marker)) >= newest) return folder;
    const held = await open(lock, "wx").catch(() => undefined);
    if (!held) {
      await new Promise((done) => setTimeout(done, 250));
      if (Date.now() - (await changedAt(lock)) > 180_000) await rm(lock, { force: true });
      continue;
    }
    try {
      await run("npx", ["vite", "build", "--outDir", folder, "--emptyOutDir"], {
        cwd: root,
        env: { ...process.env, NODE_ENV: "production" },
        maxBuffer: 64 << 20,
      });
      await (await open(marker, "w")).close();
      await utimes(marker, newest / 1000, newest / 1000);
    } finally {
      await held.close();
      await rm(lock, { force: true });
    }
  }
}

async function newestChange(path: string): Promise<number> {
  const facts = await stat(path);
  if (!facts.isDirectory()) return facts.mtimeMs;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  // The route tree is rewritten by each build.
  const files = entries.filter((entry) => entry.isFile() && entry.name !== "routeTree.gen.ts");
  return Math.max(
    0,
    ...(await Promise.all(
      files.map(async (file) => (await stat(join(file.parentPath, file.name))).mtimeMs),
    )),
  );
}

async function changedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}
