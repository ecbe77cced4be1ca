/**
 * `npm run release`: a package with the built app and the venue as plain JavaScript, which needs Node and its
 * production dependencies and no compiler. It lies in `release/`, whole and packed. `-- --app FOLDER --out FOLDER`
 * takes an app that is built already, and puts it elsewhere without packing it.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";

const root = resolve(import.meta.dirname, "..");
const { values: options } = parseArgs({
  options: { app: { type: "string" }, out: { type: "string" } },
});
const out = resolve(options.out ?? join(root, "release"));
const folder = join(out, "package");

/** What runs by itself: programs, and the threads that they start beside them. */
const entries = {
  main: "venue/main.ts",
  operator: "scripts/operator.ts",
  verify: "scripts/verify.ts",
  "books-worker": "venue/operator/acts/books-worker.ts",
  "backup-worker": "venue/operator/backup/backup-worker.ts",
  "day-worker": "venue/feed/simulator/candles/day-worker.ts",
} as const;

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
  scripts: { start: string };
}

async function release(): Promise<void> {
  if (options.app === undefined) run("node", [join(root, "scripts/build-if-changed.ts")], root);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packages = await bundle();
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

/** Bundles the venue's own code; answers the packages that it imports. */
async function bundle(): Promise<ReadonlySet<string>> {
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, path]) => [name, join(root, path)]),
  );
  const build = await rolldown({
    input,
    cwd: root,
    platform: "node",
    external: (id) => isBuiltin(id) || isPackage(id),
  });
  const { output } = await build.write({
    dir: join(folder, "venue"),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    sourcemap: true,
  });
  await build.close();
  const imported = output.flatMap((chunk) =>
    chunk.type === "chunk" ? [...chunk.imports, ...chunk.dynamicImports] : [],
  );
  const own = new Set(output.map(({ fileName }) => fileName));
  return new Set(imported.filter((id) => !isBuiltin(id) && !own.has(id)).map(packageOf));
}

const isPackage = (id: string) => /^(@[\w-]+\/)?[a-z][\w.-]*(\/|$)/.test(id);

function packageOf(id: string): string {
  return id
    .split("/")
    .slice(0, id.startsWith("@") ? 2 : 1)
    .join("/");
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
    start: whole.scripts.start.replace("main.ts", "main.js"),
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
