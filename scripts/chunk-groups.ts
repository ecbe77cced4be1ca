import type { Plugin } from "vite";

/** What a request more costs a visit, in bytes on the wire: its headers, its turn, and what is compressed apart. */
const requestBytes = 5000;
/** Of a module's compiled source, what is left after minifying and brotli; only ratios matter. */
const wireShare = 0.1;

/** How often a part is loaded, against a screen of the tab bar; whatever is not named is seldom seen. */
const visits: readonly (readonly [path: RegExp, share: number])[] = [
  [/\/src\/routes\/index\.tsx/, 10],
  [/\/src\/routes\/(coins|contracts|seconds|assets|login|register)\.tsx/, 1],
  [/\/src\/routes\//, 0.5],
  [/\/candle-chart\.ts/, 2],
  [/\/account-book-reads\.ts/, 1],
  [/\/profile-menu\.tsx/, 1],
];
const seldom = 0.15;

interface Group {
  /** Numbers of the parts of the app that load it. */
  users: ReadonlySet<number>;
  modules: readonly string[];
  bytes: number;
}

/**
 * Puts what several screens share into few chunks: what the same screens need goes together, and two such
 * chunks become one where the request saved is worth more than the bytes that somebody loads in vain.
 * Read off the graph of modules, so that nobody keeps a list.
 */
export function sharedChunks(): { plugin: Plugin; nameOf: (id: string) => string | null } {
  let names = new Map<string, string>();
  return {
    nameOf: (id) => names.get(id) ?? null,
    plugin: {
      name: "godwit-shared-chunks",
      apply: "build",
      buildEnd() {
        const imports = new Map<string, readonly string[]>();
        const sizes = new Map<string, number>();
        const late = new Set<string>();
        const entries: string[] = [];
        for (const id of this.getModuleIds()) {
          const facts = this.getModuleInfo(id);
          imports.set(id, facts?.importedIds ?? []);
          sizes.set(id, (facts?.code?.length ?? 0) * wireShare);
          if (facts?.isEntry) entries.push(id);
          for (const other of facts?.dynamicallyImportedIds ?? []) late.add(other);
        }
        const initial = reachedFrom(entries, imports);
        const roots = [...late]
          .filter((id) => !initial.has(id) && !id.includes("virtual:texts"))
          .toSorted();
        const shares = roots.map((root) => visits.find(([path]) => path.test(root))?.[1] ?? seldom);
        const groups = fewGroups(groupsOf(roots, initial, imports, sizes), shares, imports);
        names = new Map(
          groups.flatMap(({ modules }) =>
            modules.map((id) => [id, chunkName(modules, sizes)] as const),
          ),
        );
      },
    },
  };
}

function reachedFrom(
  roots: readonly string[],
  imports: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const reached = new Set(roots);
  for (const id of reached) for (const other of imports.get(id) ?? []) reached.add(other);
  return reached;
}

/** Modules that more than one part needs, together where the same parts need them. */
function groupsOf(
  roots: readonly string[],
  initial: ReadonlySet<string>,
  imports: ReadonlyMap<string, readonly string[]>,
  sizes: ReadonlyMap<string, number>,
): Group[] {
  const users = new Map<string, number[]>();
  for (const [number, root] of roots.entries()) {
    for (const id of reachedFrom([root], imports)) {
      if (!initial.has(id)) users.set(id, [...(users.get(id) ?? []), number]);
    }
  }
  const groups = new Map<string, { users: Set<number>; modules: string[]; bytes: number }>();
  for (const [id, numbers] of [...users].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (numbers.length < 2) continue;
    const key = numbers.join();
    const group = groups.get(key) ?? { users: new Set(numbers), modules: [], bytes: 0 };
    group.modules.push(id);
    group.bytes += sizes.get(id) ?? 0;
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Merges the two groups that gain most by it, as long as any do. */
function fewGroups(
  groups: readonly Group[],
  shares: readonly number[],
  imports: ReadonlyMap<string, readonly string[]>,
): Group[] {
  const left = [...groups];
  const shareOf = (users: ReadonlySet<number>) =>
    [...users].reduce((sum, number) => sum + (shares[number] ?? 0), 0);
  const costOf = ({ users, bytes }: Group) => shareOf(users) * (bytes + requestBytes);
  const merged = (a: Group, b: Group): Group => ({
    users: new Set([...a.users, ...b.users]),
    modules: [...a.modules, ...b.modules],
    bytes: a.bytes + b.bytes,
  });
  for (;;) {
    const gains: { a: Group; b: Group; gain: number }[] = [];
    for (const [at, a] of left.entries()) {
      for (const b of left.slice(at + 1)) {
        const gain = costOf(a) + costOf(b) - costOf(merged(a, b));
        if (gain > 0) gains.push({ a, b, gain });
      }
    }
    const best = gains
      .toSorted((one, other) => other.gain - one.gain)
      .find(({ a, b }) => !joinsARing(a, b, left, imports));
    if (!best) return left;
    left.splice(left.indexOf(best.a), 1, merged(best.a, best.b));
    left.splice(left.indexOf(best.b), 1);
  }
}

/** Whether one would need the other by way of a third: chunks that need each other may run in the wrong order. */
function joinsARing(
  a: Group,
  b: Group,
  groups: readonly Group[],
  imports: ReadonlyMap<string, readonly string[]>,
): boolean {
  const home = new Map(groups.flatMap((group) => group.modules.map((id) => [id, group] as const)));
  const neededBy = (group: Group) =>
    new Set(
      group.modules.flatMap((id) =>
        (imports.get(id) ?? [])
          .map((other) => home.get(other))
          .filter((found) => found !== undefined && found !== group),
      ),
    );
  return [
    [a, b],
    [b, a],
  ].some(([from, to]) => {
    if (from === undefined || to === undefined) return false;
    const reached = new Set([...neededBy(from)].filter((group) => group !== to));
    for (const group of reached) if (group) for (const other of neededBy(group)) reached.add(other);
    return reached.has(to);
  });
}

/** After its largest file of ours, or else its largest. */
function chunkName(modules: readonly string[], sizes: ReadonlyMap<string, number>): string {
  const ours = modules.filter((id) => id.includes("/src/") && /\.tsx?$/.test(id));
  const [largest = ""] = (ours.length > 0 ? ours : modules).toSorted(
    (a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0),
  );
  return `shared-${/([\w-]+)\.\w+(\?.*)?$/.exec(largest)?.[1] ?? "part"}`;
}
