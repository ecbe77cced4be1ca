import { isBuiltin } from "node:module";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** What runs by itself: programs, and the threads that they start beside them. */
const entries = {
  main: "venue/main.ts",
  operator: "scripts/operator.ts",
  verify: "scripts/verify.ts",
  "books-worker": "venue/operator/acts/books-worker.ts",
  "backup-worker": "venue/operator/backup/backup-worker.ts",
  "day-worker": "venue/feed/simulator/candles/day-worker.ts",
} as const;

/**
 * Bundles the venue as plain JavaScript: `main.js`, `operator.js`, `verify.js`, and the threads beside them. What it
 * reads beside its code is found above `folder`, by the next `package.json`.
 * @param root the checkout
 * @param folder where the files go
 * @param options.hasPackages packages are in the bundle as well, and are not looked up at its start, a fifth of which
 *   that takes; otherwise they stay imports
 * @returns the packages that are imported
 */
export async function bundleVenue(
  root: string,
  folder: string,
  { hasPackages = false }: { hasPackages?: boolean } = {},
): Promise<ReadonlySet<string>> {
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, path]) => [name, join(root, path)]),
  );
  const build = await rolldown({
    input,
    cwd: root,
    platform: "node",
    external: (id) => isBuiltin(id) || (hasPackages ? id === optional : isPackage(id)),
  });
  const { output } = await build.write({
    dir: folder,
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

/** `pg` tries it and does without. */
const optional = "pg-native";

const isPackage = (id: string) => /^(@[\w-]+\/)?[a-z][\w.-]*(\/|$)/.test(id);

function packageOf(id: string): string {
  return id
    .split("/")
    .slice(0, id.startsWith("@") ? 2 : 1)
    .join("/");
}
