import { dirname, relative } from "node:path";

/** A table by folders, and by files without their ending, from the top of the project. */
export type ByPath<T> = Readonly<Record<string, T>>;

/**
 * What a table says of a file: the longest path that fits counts.
 * @param id a path from the top of the project, or the id of one of Vite's modules
 */
export function byPath<T>(table: ByPath<T>, id: string): T | undefined {
  const [file = ""] = id.split("?");
  const path = file.startsWith("/") ? relative(process.cwd(), file) : file;
  for (let at = path.replace(/\.tsx?$/, ""); at.includes("/"); at = dirname(at)) {
    const found = table[at];
    if (found !== undefined) return found;
  }
  return undefined;
}
