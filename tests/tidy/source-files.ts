/** The project's own sources as text, with what each imports of the others. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { parseSync } from "rolldown/utils";

const root = resolve(import.meta.dirname, "../..");

export interface SourceFile {
  /** From the top of the repository: `src/lib/format.ts`. */
  path: string;
  text: string;
  /** Paths of the project's own files that it imports, loads late, starts as a worker, or takes types or classes of. */
  imports: string[];
}

/** A file from its path and text. */
export function sourceFile(path: string, text: string): SourceFile {
  const targets = path.endsWith(".css") ? targetsOfStyles(text) : targetsOfCode(path, text);
  const imports = targets.flatMap((target) => {
    if (target.startsWith("#protocol/")) return [target.slice(1)];
    return target.startsWith(".") ? [normalize(join(dirname(path), target))] : [];
  });
  return { path, text, imports: [...new Set(imports)] };
}

function targetsOfCode(path: string, text: string): string[] {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    // Late imports, imported types and workers.
    ...[...text.matchAll(/\b(?:import\(|new URL\()\s*(["'`])([^"'`]+?)(?:\?\w+)?\1/g)].flatMap(
      ([, , target = ""]) => (/\.(tsx?|css)$/.test(target) ? [target] : []),
    ),
  ];
}

function targetsOfStyles(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|@import|\burl\()\s*(["'])([^"']+)\1/g)].flatMap(
    ([, , target = ""]) => (target.endsWith(".css") ? [target] : []),
  );
}

/** All code and style sheets of a top folder; what a tool writes is left out. */
export function sourcesOf(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$|\.css$/.test(name))
    .filter((name) => !name.endsWith(".d.ts") && name !== "routeTree.gen.ts")
    .map((name) => join(folder, name))
    .map((path) => sourceFile(path, readFileSync(join(root, path), "utf8")));
}

/** The folders at the top, without what tools write (.gitignore) and hidden ones. */
export function topFolders(): string[] {
  const written = readFileSync(join(root, ".gitignore"), "utf8")
    .split("\n")
    .map((line) => line.replaceAll("/", ""));
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .filter((name) => !written.includes(name));
}
