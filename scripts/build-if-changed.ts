/** What `npm start` does first: builds the app and bundles the venue, unless that was done of the same sources. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

interface Part {
  /** A file of what is made, from the root. */
  made: string;
  /** Where it is noted of what it was made, from the root. */
  note: string;
  /** Files and folders that it is made of, from the root. */
  sources: readonly string[];
  make: () => Promise<void> | void;
}

const app: Part = {
  made: "dist/index.html",
  note: ".cache/built-from",
  sources: [
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
  ],
  make: () => {
    const { status } = spawnSync("npx", ["vite", "build"], { cwd: root, stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  },
};

const venue: Part = {
  made: ".cache/venue/main.js",
  note: ".cache/venue-built-from",
  sources: ["venue", "protocol", "scripts", "package-lock.json"],
  make: async () => {
    const { bundleVenue } = await import("./build/bundle-venue.ts");
    await bundleVenue(root, join(root, ".cache/venue"), { hasPackages: true });
  },
};

async function makeIfChanged({ made, note, sources, make }: Part): Promise<void> {
  const wanted = digestOf(sources);
  const noted = join(root, note);
  const was = existsSync(noted) ? readFileSync(noted, "utf8") : undefined;
  if (existsSync(join(root, made)) && was === wanted) return;
  await make();
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(noted, wanted);
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

await makeIfChanged(app);
await makeIfChanged(venue);
