import type { Plugin } from "vite";
import { byPath, type ByPath } from "./by-path.ts";

/** What one more request costs a visit, in bytes on the wire: its headers, its wait, and what is compressed apart. */
const requestBytes = 4000;
/** Of a module's compiled source, what is left after minifying and brotli; only ratios matter. */
const wireShare = 0.1;

/** How often a part is loaded, where a screen of the tab bar is 1. */
const visits: ByPath<number> = {
  "src/routes/index": 10,
  "src/routes/coins": 1,
  "src/routes/contracts": 1,
  "src/routes/seconds": 1,
  "src/routes/assets": 1,
  "src/routes/login": 1,
  "src/routes/register": 1,
  "src/routes": 0.2,
  "src/ui/chart/candle-chart": 0.7,
  "src/shell/session/account-snapshot-reads": 0.3,
  "src/shell/travel-set/travel-set-reads": 0.3,
  "src/shell/settings/profile-menu": 0.3,
  "src/api/device-key": 0.3,
};
const seldom = 0.05;

/** Parts that only wide windows load: what a phone loads is divided as if they were not there. */
const isOfDesk = /\/desk-[\w-]+\.tsx?$/;
/** What several of them share. */
const sharedByDesk = /\/src\/(?:features\/trade\/desk\/own-table|ui\/fields\/bare-checkbox)/;

/** Libraries that one screen loads, and no other page: they stay with that screen. */
const lateLibraries = "uplot|uqr|workbox-window|@noble|@scure|@simplewebauthn";

interface Group {
  /** Numbers of the parts of the app that load it. */
  users: ReadonlySet<number>;
  modules: readonly string[];
  bytes: number;
}

/**
 * Divides the app into chunks: libraries, what every page runs, and few chunks of what several screens share.
 * What the same screens need goes together, and two such chunks become one where the request saved is worth
 * more than the bytes that somebody loads in vain. Read off the graph of modules, so that nobody keeps a list.
 */
export function chunkGroups() {
  let names = new Map<string, string>();
  return {
    /** For `output.codeSplitting`. */
    groups: [
      {
        name: "vendor",
        test: new RegExp(`/node_modules/(?!${lateLibraries})|rolldown/runtime`),
        priority: 2,
      },
      { name: "start", tags: ["$initial" as const], priority: 1 },
      {
        name: "desk-tables",
        test: sharedByDesk,
        // What phones load, too, stays where they load it.
        includeDependenciesRecursively: false,
        priority: 1,
      },
      {
        name: (id: string) => names.get(id) ?? null,
        debugName: "shared",
        // The plugin has counted who needs what already.
        includeDependenciesRecursively: false,
        priority: 0,
      },
    ],
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
          .filter((id) => !initial.has(id) && !id.includes("virtual:texts") && !isOfDesk.test(id))
          .toSorted();
        const shares = roots.map((root) => byPath(visits, root) ?? seldom);
        const groups = fewGroups(groupsOf(roots, initial, imports, sizes), shares, imports);
        names = new Map(
          groups.flatMap(({ modules }) =>
            modules.map((id) => [id, chunkName(modules, sizes)] as const),
          ),
        );
      },
    } satisfies Plugin,
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
