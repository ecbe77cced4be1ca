/** What holds the walls of the plan: each check answers what stands against it, a line each. */
import { dirname } from "node:path";
import { apart, mostFiles, only, testedRooms, testedTogether, testsKnow, tiers } from "./rooms.ts";
import type { SourceFile } from "./source-files.ts";

const tierOf = new Map(tiers.flatMap((folders, tier) => folders.map((folder) => [folder, tier])));

const isIn = (path: string, folder: string) => path.startsWith(`${folder}/`);

/** Folders that the plan does not name, and folders of the plan that hold nothing. */
export function unknownFolders(files: readonly SourceFile[]): string[] {
  const found = new Set(files.map(({ path }) => dirname(path)));
  return [
    ...[...found].filter((folder) => !tierOf.has(folder)).map((folder) => `${folder} is new`),
    ...[...tierOf.keys()]
      .filter((folder) => !found.has(folder))
      .map((folder) => `${folder} is empty`),
  ];
}

/** Imports against the arrows of the plan. */
export function wrongImports(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    file.imports
      .filter((to) => /\.(tsx?|css)$/.test(to) && !mayImport(file.path, to))
      .map((to) => `${file.path} → ${to}`),
  );
}

function mayImport(from: string, to: string): boolean {
  const [own, other] = [dirname(from), dirname(to)];
  if (own === other) return true;
  const isNarrow = Object.entries(only).some(
    ([room, known]) => isIn(from, room) && !known.some((folder) => isIn(to, folder)),
  );
  if (isNarrow || areApart(from, to)) return false;
  return (tierOf.get(other) ?? Number.POSITIVE_INFINITY) < (tierOf.get(own) ?? 0);
}

function areApart(from: string, to: string): boolean {
  return apart.some((words) => {
    const [own, other] = [from, to].map((path) => words.find((word) => isIn(path, word)));
    return own !== undefined && other !== undefined && own !== other;
  });
}

/** Folders of tests that are for no room of the plan. */
export function testsOfNoRoom(files: readonly SourceFile[]): string[] {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  return [...folders].filter((folder) => {
    const side = Object.keys(testedRooms).find((one) => isIn(folder, one));
    if (side === undefined || Object.hasOwn(testedTogether, folder)) return false;
    const room = folder.slice(side.length + 1);
    return !testedRooms[side]?.some((top) =>
      [...tierOf.keys()].some((known) => isIn(`${known}/`, `${top}/${room}`)),
    );
  });
}

/** Imports of tests that reach into a side which is not theirs. */
export function wrongTestImports(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const side = Object.keys(testsKnow).find((one) => isIn(path, one));
    if (side === undefined) return [];
    const known = [...(testsKnow[side] ?? []), "tests/harness", "node_modules"];
    return imports
      .filter((to) => !known.some((folder) => isIn(to, folder)))
      .map((to) => `${path} → ${to}`);
  });
}

/** Folders with more code files of their own than a person reads through. */
export function crowdedFolders(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    if (/\.tsx?$/.test(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > mostFiles)
    .map(([folder, count]) => `${folder}: ${count}`);
}

/** Files that import one another in a circle, each circle once (Tarjan's strongly connected components). */
export function circles(files: readonly SourceFile[]): string[] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const order = new Map<string, number>();
  const open: string[] = [];
  const found: string[] = [];

  function visit(path: string): number {
    const number = order.size;
    order.set(path, number);
    let low = number;
    open.push(path);
    for (const to of importsOf.get(path) ?? []) {
      if (!importsOf.has(to)) continue;
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (open.includes(to)) low = Math.min(low, order.get(to) ?? low);
    }
    if (low === number) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) found.push(circle.toSorted().join(" ↔ "));
    }
    return low;
  }

  for (const { path } of files) if (!order.has(path)) visit(path);
  return found;
}
