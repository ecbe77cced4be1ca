/** Classes that a component names and its style sheet does not have: the browser shows them as if they were not there. */
import { dirname, join, normalize } from "node:path";
import type { SourceFile } from "./source-files.ts";

const imported = /import (\w+) from "(\.[^"]*\.module\.css)"/g;

/** A line each: the file and the class. */
export function missingClasses(files: readonly SourceFile[]): string[] {
  const sheets = new Map(
    files
      .filter(({ path }) => path.endsWith(".css"))
      .map(({ path, text }) => [path, classesOf(text)]),
  );
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(imported)].flatMap(([, name = "", sheet = ""]) => {
      const known = sheets.get(normalize(join(dirname(path), sheet)));
      const used = text.matchAll(new RegExp(`(?<![\\w./-])${name}\\.([a-zA-Z]\\w*)`, "g"));
      return [...new Set([...used].map(([, one = ""]) => one))]
        .filter((one) => !known?.has(one))
        .map((one) => `${path}: ${one}`);
    }),
  );
}

function classesOf(css: string): Set<string> {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g);
  return new Set([...selectors].map(([, name = ""]) => name));
}
