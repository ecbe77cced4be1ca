/**
 * `npm run release`: a package with the built app and the venue as plain JavaScript, which needs Node and its
 * production dependencies and no compiler. It lies in `release/`, whole and packed. `-- --app FOLDER --out FOLDER`
 * takes an app that is built already, and puts it elsewhere without packing it.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleVenue } from "./build/bundle-venue.ts";
import { nodeWords } from "./build/start-words.ts";

const root = resolve(import.meta.dirname, "..");
const { values: options } = parseArgs({
  options: { app: { type: "string" }, out: { type: "string" } },
});
const out = resolve(options.out ?? join(root, "release"));
const folder = join(out, "package");

/** What goes along as it is. */
const copied = [
  "docs",
  "deploy",
  "public/worker-off.js",
  "venue/operator/desk/page",
  "LICENSE",
  "README.md",
];

interface Package {
  name: string;
  version: string;
  description: string;
  license: string;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

async function release(): Promise<void> {
  if (options.app === undefined) run("node", [join(root, "scripts/build-if-changed.ts")], root);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packages = await bundleVenue(root, join(folder, "venue"));
  cpSync(options.app ?? join(root, "dist"), join(folder, "dist"), { recursive: true });
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
  rmSync(join(folder, "venue/operator/desk/page/tsconfig.json"));
  const whole = readPackage();
  writePackage(whole, packages);
  if (options.out !== undefined) return;
  // The lockfile keeps the versions that were tested, without those of the tools.
  cpSync(join(root, "package-lock.json"), join(folder, "package-lock.json"));
  run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--silent"], folder);
  cpSync(join(folder, "package-lock.json"), join(folder, "npm-shrinkwrap.json"));
  rmSync(join(folder, "package-lock.json"));
  run("npm", ["pack", "--silent", "--pack-destination", out], folder);
  const file = join(out, `${whole.name}-${whole.version}.tgz`);
  console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`);
}

function readPackage(): Package {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Package;
}

function writePackage(whole: Package, packages: ReadonlySet<string>): void {
  const isUsed = (name: string) => packages.has(name) || name.startsWith("@iconify-json/");
  const dependencies = Object.fromEntries(
    Object.entries(whole.dependencies).filter(([name]) => isUsed(name)),
  );
  const missing = [...packages].filter((name) => !(name in dependencies));
  if (missing.length > 0) throw new Error(`no version is named of ${missing.join(", ")}`);
  const { name, version, description, license, optionalDependencies } = whole;
  const program = (file: string) => `node --disable-warning=ExperimentalWarning venue/${file}.js`;
  const scripts = {
    start: ["node", ...nodeWords, "venue/main.js"].join(" "),
    operator: program("operator"),
    verify: program("verify"),
  };
  const text = JSON.stringify(
    {
      name,
      version,
      description,
      license,
      type: "module",
      engines: { node: ">=24.7" },
      scripts,
      dependencies,
      optionalDependencies,
    },
    null,
    2,
  );
  writeFileSync(join(folder, "package.json"), `${text}\n`);
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
}

await release();
