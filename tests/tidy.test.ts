/** The walls of the house (docs/house.md), each with a breach planted to see it caught. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "./harness/database/databases.ts";
import { root } from "./harness/root.ts";
import { missingClasses } from "./tidy/classes.ts";
import { broken, habits, isBlind } from "./tidy/habits.ts";
import { apart, mostFiles, only, tiers } from "./tidy/rooms.ts";
import { type SourceFile, sourceFile, sourcesOf, topFolders } from "./tidy/source-files.ts";
import { retiredMessages, retiredWords } from "./tidy/words.ts";
import {
  circles,
  crowdedFolders,
  testsOfNoRoom,
  unknownFolders,
  wrongImports,
  wrongTestImports,
} from "./tidy/walls.ts";

// A new folder at the top is judged, too. What is in `public` is served as it is.
const planned = [
  ...topFolders().filter((name) => name !== "tests" && name !== "public"),
  "tests/harness",
].flatMap(sourcesOf);
const all = [
  ...planned,
  ...sourcesOf("tests").filter(({ path }) => !path.startsWith("tests/harness/")),
];
const code = all.filter(({ path }) => /\.tsx?$/.test(path));

const plant = (path: string, ...imports: string[]): SourceFile => ({ path, text: "", imports });

describe("the plan", () => {
  test("names every folder, and none that is not there", () => {
    expect(unknownFolders(planned)).toEqual([]);
    expect(unknownFolders([...planned, plant("src/features/loans/loan.ts")])).toEqual([
      "src/features/loans is new",
    ]);
    expect(unknownFolders([...planned, plant("loans/loan.ts")])).toEqual(["loans is new"]);
    expect(topFolders()).toEqual(
      expect.arrayContaining(["protocol", "scripts", "src", "sw", "venue"]),
    );
  });

  test("has no arrow that an import runs against", () => {
    expect(wrongImports(planned)).toEqual([]);
  });

  test("catches an import of each folder further up, or beside, planted in each folder", () => {
    const missed = tiers.flatMap((folders, tier) =>
      folders.flatMap((folder) =>
        tiers
          .slice(tier)
          .flat()
          .filter((other) => other !== folder)
          .filter((other) => wrongImports([plant(`${folder}/a.ts`, `${other}/b.ts`)]).length === 0)
          .map((other) => `${folder} → ${other}`),
      ),
    );
    expect(missed).toEqual([]);
  });

  test("keeps coins, contracts and seconds contracts from one another", () => {
    for (const words of apart) {
      for (const one of words) {
        for (const other of words.filter((word) => word !== one)) {
          const file = plant(`${one}/a.ts`, `${other}/b.ts`);
          expect(wrongImports([file])).toEqual([`${one}/a.ts → ${other}/b.ts`]);
        }
      }
    }
  });

  test.each(Object.entries(only))("lets %s know only what it may", (room, known) => {
    const strangers = tiers
      .flat()
      .filter(
        (other) => !known.some((folder) => other === folder || other.startsWith(`${folder}/`)),
      );
    for (const other of strangers) {
      expect(wrongImports([plant(`${room}/a.ts`, `${other}/b.ts`)])).toHaveLength(1);
    }
    expect(strangers.length).toBeGreaterThan(0);
  });

  test("has a folder of tests for each of its rooms and no other", () => {
    expect(testsOfNoRoom(all)).toEqual([]);
    expect(testsOfNoRoom([plant("tests/app/loans/loan.test.ts")])).toEqual(["tests/app/loans"]);
  });

  test("lets tests know the side that they are for", () => {
    expect(wrongTestImports(all)).toEqual([]);
    for (const [from, to] of [
      ["tests/venue/spot/a.test.ts", "src/lib/format.ts"],
      ["tests/browser/spot/a.test.ts", "src/features/spot/coins-screen.tsx"],
      ["tests/sw/a.test.ts", "src/storage/keys.ts"],
    ] as const)
      expect(wrongTestImports([plant(from, to)])).toEqual([`${from} → ${to}`]);
  });

  test.each([
    ["an import", 'import { a } from "../market/b.ts";'],
    ["one in other quotes", "import { a } from '../market/b.ts';"],
    ["one over several lines", 'import {\n  a,\n} from\n  "../market/b.ts";'],
    ["one for its effects", 'import "../market/b.ts";'],
    ["an import of types", 'import type { A } from "../market/b.ts";'],
    ["a type in place", 'type A = import("../market/b.ts").A;'],
    ["something passed on", 'export { a } from "../market/b.ts";'],
    ["everything passed on", 'export * from "../market/b.ts";'],
    ["a late import", 'const a = await import("../market/b.ts");'],
    ["a late import in other quotes", "const a = await import(`../market/b.ts`);"],
    ["a worker", 'new Worker(new URL("../market/b.ts", import.meta.url));'],
  ])("reads %s", (_, text) => {
    expect(sourceFile("src/features/home/a.ts", text).imports).toEqual([
      "src/features/market/b.ts",
    ]);
  });

  test("reads what a style sheet takes of another, and nothing from a text or a comment", () => {
    const sheet = '@import "../b.css";\n.row { composes: cell from "../../ui/c.module.css"; }';
    expect(sourceFile("src/features/home/a.css", sheet).imports.toSorted()).toEqual([
      "src/features/b.css",
      "src/ui/c.module.css",
    ]);
    const text = 'const text = `import a from "./b.ts"`;\n// import a from "./c.ts";';
    expect(sourceFile("src/features/home/a.ts", text).imports).toEqual([]);
  });

  test("has no folder too full to read through", () => {
    expect(crowdedFolders(code)).toEqual([]);
    const many = Array.from({ length: mostFiles + 1 }, (_, at) => plant(`src/lib/file-${at}.ts`));
    expect(crowdedFolders(many)).toEqual([`src/lib: ${mostFiles + 1}`]);
  });

  test("has no circle of files", () => {
    expect(circles(all)).toEqual([]);
    const [a, b, c] = ["src/lib/a.ts", "src/lib/b.ts", "src/lib/c.ts"] as const;
    expect(circles([plant(a, b), plant(b, c), plant(c, a)])).toEqual([`${a} ↔ ${b} ↔ ${c}`]);
    expect(circles([plant(a, b, c), plant(b, c), plant(c)])).toEqual([]);
  });

  test("has no file that nobody imports", () => {
    expect(unused(code)).toEqual([]);
    expect(unused([plant("src/lib/alone.ts")])).toEqual(["src/lib/alone.ts"]);
  });
});

describe("habits", () => {
  test.each(habits.map((habit) => [habit.title, habit] as const))("%s", (_, habit) => {
    expect(broken(habit, all)).toEqual([]);
    const [path, text] = habit.planted;
    expect(broken(habit, [{ path, text }])).toEqual([path]);
    // An exception that is none any more goes.
    const { except = {}, ...everywhere } = habit;
    const breaking = broken(everywhere, all);
    expect(Object.keys(except).filter((one) => !breaking.includes(one))).toEqual([]);
  });

  test("the blind functions are those that decide about money", () => {
    for (const path of [
      "protocol/rules/seconds-settlement.ts",
      "protocol/proof/simulated-day/day-path.ts",
      "venue/seconds/orders/settlement.ts",
      "venue/seconds/orders/settle-orders.ts",
      "venue/seconds/prices/index-samples.ts",
      "venue/feed/market-source.ts",
    ]) {
      expect(code.filter((file) => isBlind(file.path)).map((file) => file.path)).toContain(path);
    }
  });

  test("each class that a component names is in its style sheet", () => {
    expect(missingClasses(planned)).toEqual([]);
    const sheet = { ...plant("src/ui/a.module.css"), text: ".row > .cell { color: red }" };
    const text = `import styles from "./a.module.css";\nuse(styles.row, styles.cell, styles.head);`;
    expect(missingClasses([sheet, { ...plant("src/ui/a.tsx"), text }])).toEqual([
      "src/ui/a.tsx: head",
    ]);
  });

  test("no two files of tests that may share a venue open the same account", () => {
    const openedTwice = (files: readonly SourceFile[]): string[] => {
      const opened = files.flatMap(({ path, text }) =>
        [...text.matchAll(/(?:\.user|\bregister)\([^)"]*"([^"]+@[^"]+)"/g)].map(
          ([, account]) => [account, path] as const,
        ),
      );
      expect(opened.length).toBeGreaterThan(1);
      return [...Map.groupBy(opened, ([account = ""]) => account)]
        .filter(([, places]) => new Set(places.map(([, path]) => path)).size > 1)
        .map(([account]) => account);
    };
    const sharing = all.filter(
      ({ path, text }) =>
        path.startsWith("tests/browser/") &&
        /new PhoneStage\((?![^;]*\b(?:settings|isVenueOwn):)/.test(text),
    );
    expect(openedTwice(sharing)).toEqual([]);
    const planted = ["a", "b"].map((path) => ({
      ...plant(path),
      text: 'await stage.user("ada@example.org")',
    }));
    expect(openedTwice(planted)).toEqual(["ada@example.org"]);
  });

  test("a wrong type fails the lint, which reads every folder with TypeScript", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: { lint: string };
    };
    const words = scripts.lint.split(" ").slice(1);
    const folders = new Set(code.map(({ path }) => path.split("/")[0] ?? ""));
    expect([...folders].filter((name) => !words.includes(name))).toEqual([]);
    expect(words).toContain("*.config.ts");
    expect(readdirSync(root).filter((name) => /(?<!\.config)\.tsx?$/.test(name))).toEqual([]);

    const folder = temporaryDirectory();
    writeFileSync(join(folder, "tsconfig.json"), `{ "compilerOptions": { "strict": true } }`);
    writeFileSync(join(folder, "wrong.ts"), `export const width: number = "wide";\n`);
    const flags = words.filter((word) => word.startsWith("-"));
    const lint = spawnSync("npx", ["oxlint", ...flags, folder], { cwd: root, encoding: "utf8" });
    expect(lint).toMatchObject({ status: 1, stdout: expect.stringContaining("TS2322") });
  });

  test("each test file asserts", () => {
    const silent = code.filter(
      ({ path, text }) => /\.test\.tsx?$/.test(path) && !/\bexpect[.(]|\bassert\w*[.(]/.test(text),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});

test("each room has a page of at most twenty lines", () => {
  const rooms = ["src", "src/features", "venue", "protocol", "tests"].flatMap((house) =>
    readdirSync(house, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "features")
      .map(({ name }) => `${house}/${name}`),
  );
  const lines = new Map(
    [...rooms, "scripts", "sw", "venue"].map((room) => {
      const page = `${room}/README.md`;
      return [room, existsSync(page) ? readFileSync(page, "utf8").split("\n").length : Infinity];
    }),
  );
  expect([...lines].filter(([, count]) => count > 21).map(([room]) => room)).toEqual([]);
  expect(lines.size).toBeGreaterThan(50);
});

describe("words", () => {
  test("a message of the screens uses none that is retired", () => {
    expect(retiredMessages(readFileSync("src/locales/en-US.po", "utf8"))).toEqual([]);
    expect(retiredMessages('msgid "{told} was kept"\n\nmsgid "Begin anew"')).toEqual([
      "anew: Begin anew",
    ]);
  });

  test("each has one meaning: those that had two, or none that is standard, are gone", () => {
    const served = readdirSync("public")
      .filter((name) => name.endsWith(".js"))
      .map((name) => sourceFile(`public/${name}`, readFileSync(`public/${name}`, "utf8")));
    expect(served).not.toEqual([]);
    const found = [...code, ...served]
      .filter(({ path }) => path !== "tests/tidy/words.ts")
      .flatMap(retiredWords);
    expect(found).toEqual([]);
    const planted = { ...plant("src/lib/kept-draft.ts"), text: "const isTold = 1; // anew" };
    expect(retiredWords(planted)).toEqual([
      "src/lib/kept-draft.ts: its name says kept",
      "src/lib/kept-draft.ts: isTold",
      "src/lib/kept-draft.ts: a comment says anew",
    ]);
    const titled = {
      ...plant("tests/app/lib/draft.test.ts"),
      text: 'test.each([1])("is read anew", () => {}); call("told");',
    };
    expect(retiredWords(titled)).toEqual(["tests/app/lib/draft.test.ts: a title says anew"]);
    const given = {
      ...plant("venue/upload/rows.ts"),
      text: "interface Tables { picture_claim: 1 }",
    };
    expect(retiredWords(given)).toEqual([]);
    expect(retiredWords({ ...given, path: "venue/upload/other.ts" })).toHaveLength(1);
  });
});

/** Code that no other imports, that no tool starts and no text names. */
function unused(files: readonly SourceFile[]): string[] {
  const started = [
    /^src\/(main|gallery\/gallery)\.tsx$/,
    /^src\/routes\//,
    /^sw\/sw\.ts$/,
    /^venue\/(operator\/desk\/page\/)?main\.ts$/,
    /^scripts\//,
    /^tests\/(.*\.test\.tsx?$|bench\/|harness\/)/,
    /-worker\.ts$/,
  ];
  const imported = new Set(files.flatMap((file) => file.imports));
  const texts = files.map((file) => file.text).join("\n");
  return files
    .map(({ path }) => path)
    .filter(
      (path) =>
        !imported.has(path) &&
        !started.some((pattern) => pattern.test(path)) &&
        !texts.includes(`${basename(path)}"`),
    );
}
