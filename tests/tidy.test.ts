/** The walls of the house (docs/house.md): a mistake that came twice becomes a row here. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const rooms = ["protocol", "src", "sw", "venue", "tests", "scripts"] as const;

interface SourceFile {
  path: string;
  text: string;
  /** Repository paths of the project's own files that it imports. */
  imports: string[];
}

const files: SourceFile[] = rooms.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .filter(
      (name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts") && name !== "routeTree.gen.ts",
    )
    .map((name) => readSource(join(room, name))),
);

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const targets = [...text.matchAll(/(?:from|import|import\()\s*"([^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  const imports = targets.flatMap((target) => {
    if (target.startsWith("#protocol/")) return [target.slice(1)];
    return target.startsWith(".") ? [normalize(join(dirname(path), target))] : [];
  });
  return { path, text, imports };
}

/** A style sheet that composes classes of another imports it. */
const sheets = readdirSync(join(root, "src/features"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".module.css"))
  .map((name) => readSource(join("src/features", name)));

const sources = (...folders: string[]) =>
  files.filter((file) => folders.some((folder) => file.path.startsWith(`${folder}/`)));
const offenders = (found: readonly SourceFile[], pattern: RegExp) =>
  found.filter((file) => pattern.test(file.text)).map((file) => file.path);

describe("direction", () => {
  test("protocol imports nothing of the project but itself", () => {
    expect(
      sources("protocol").flatMap((file) =>
        file.imports
          .filter((to) => !to.startsWith("protocol/"))
          .map((to) => `${file.path} → ${to}`),
      ),
    ).toEqual([]);
  });

  test("src, sw and venue never import one another, nor tests or scripts", () => {
    const allowed: Record<string, string[]> = {
      src: ["src", "protocol"],
      sw: ["sw", "protocol"],
      venue: ["venue", "protocol"],
    };
    const crossings = Object.entries(allowed).flatMap(([room, targets]) =>
      sources(room).flatMap((file) =>
        file.imports
          .filter((to) => !targets.includes(to.split("/")[0] ?? ""))
          .map((to) => `${file.path} → ${to}`),
      ),
    );
    expect(crossings).toEqual([]);
  });

  test("in the app imports run from routes to lib", () => {
    const layers = [
      ["lib"],
      ["storage"],
      ["api", "i18n", "ui"],
      ["features"],
      ["shell"],
      ["routes"],
    ];
    const rank = (path: string) =>
      layers.findIndex((names) => names.includes(path.split("/")[1] ?? ""));
    const upwards = sources("src")
      .filter((file) => rank(file.path) >= 0 && !file.path.includes("/gallery/"))
      .flatMap((file) =>
        file.imports
          .filter(
            (to) =>
              to.startsWith("src/") &&
              (rank(to) > rank(file.path) || /^src\/(main|startup|router)\./.test(to)),
          )
          .map((to) => `${file.path} → ${to}`),
      );
    expect(upwards).toEqual([]);
  });

  test("a word imports only words to its left", () => {
    const words = [
      "platform",
      "session",
      "picture",
      "account",
      "market",
      "wallet",
      "trading",
      "spot",
      "contracts",
      "seconds",
    ];
    const apart = ["spot", "contracts", "perpetual", "seconds"];
    const wrong = [...sources("src/features"), ...sheets, ...sources("venue")].flatMap((file) => {
      const at = file.path.startsWith("src/") ? 2 : 1;
      const word = file.path.split("/")[at] ?? "";
      if (!words.includes(word)) return [];
      return file.imports
        .filter((to) => {
          const other = to.split("/")[at] ?? "";
          if (
            !words.includes(other) ||
            other === word ||
            to.split("/")[0] !== file.path.split("/")[0]
          )
            return false;
          return (
            words.indexOf(other) > words.indexOf(word) ||
            (apart.includes(word) && apart.includes(other))
          );
        })
        .map((to) => `${file.path} → ${to}`);
    });
    expect(wrong).toEqual([]);
  });

  test("in the venue imports run from the words to the ledger and the store, and of the door only what a handler gets", () => {
    const neutral =
      /^venue\/(address-group|clock|deps|json-log|limits|settings|strict-json|wrong-setting)\.ts$/;
    const wiring = /^venue\/(main|venue|site|routes|migrations)\.ts$/;
    const below: Record<string, RegExp> = {
      store: /^$/,
      ledger: /^venue\/store\//,
      feed: /^venue\/store\//,
      http: /^venue\/(ledger|store)\//,
      matching: /^venue\/(feed|store)\//,
      review: /^venue\/store\//,
    };
    const ofWords = /^venue\/(feed|ledger|matching|review|store)\/|^venue\/http\/handler\.ts$/;
    const words =
      /^venue\/(platform|session|picture|account|market|wallet|spot|perpetual|seconds)\//;
    const wrong = sources("venue")
      .filter((file) => !neutral.test(file.path) && !wiring.test(file.path))
      .flatMap((file) => {
        const room = file.path.split("/")[1] ?? "";
        return (
          file.imports
            .filter(
              (to) =>
                !to.startsWith("protocol/") &&
                !neutral.test(to) &&
                !to.startsWith(`venue/${room}/`),
            )
            // The desk is a door of its own.
            .filter((to) => room !== "operator" || !to.startsWith("venue/http/"))
            .filter((to) =>
              below[room] ? !below[room].test(to) : !ofWords.test(to) && !words.test(to),
            )
            .map((to) => `${file.path} → ${to}`)
        );
      });
    expect(wrong).toEqual([]);
  });

  test("the parts of ui know no domain, no language and no calls", () => {
    const known = /^src\/(ui|lib)\//;
    expect(
      sources("src/ui").flatMap((file) =>
        file.imports.filter((to) => !known.test(to)).map((to) => `${file.path} → ${to}`),
      ),
    ).toEqual([]);
    expect(offenders(sources("src/ui"), /from "(@lingui|@tanstack|jotai|#protocol)/)).toEqual([]);
  });

  test("no file is left that nobody imports", () => {
    const entries = [
      /^src\/main\.tsx$/,
      /^src\/gallery\/gallery\.tsx$/,
      /^src\/routes\//,
      /^src\/routeTree\.gen\.ts$/,
      /^sw\/sw\.ts$/,
      /^venue\/main\.ts$/,
      /^scripts\//,
      /^tests\/.*\.test\.tsx?$/,
      /^tests\/bench\//,
      /^tests\/harness\//,
      /golden\.ts$/,
      /-worker\.ts$/,
    ];
    const imported = new Set(files.flatMap((file) => file.imports));
    const runBy = files.map((file) => file.text).join("\n");
    const unused = files.filter(
      (file) =>
        !imported.has(file.path) &&
        !entries.some((entry) => entry.test(file.path)) &&
        !runBy.includes(`${basename(file.path)}"`),
    );
    expect(unused.map((file) => file.path)).toEqual([]);
  });
});

describe("one way to do it", () => {
  test("the app calls the venue through api/http.ts alone", () => {
    const known = new Set([
      "src/api/http.ts",
      "src/api/config.ts",
      "src/api/early-reads.ts",
      "src/shell/served-build.ts",
      "src/shell/route-payload.ts",
      "src/features/platform/icons.ts",
    ]);
    expect(
      sources("src")
        .filter((file) => !known.has(file.path) && /(?<![.\w])fetch\(/.test(file.text))
        .map((file) => file.path),
    ).toEqual([]);
  });

  test("the venue has one clock and one source of chance, both passed in", () => {
    const venue = sources("venue").filter((file) => file.path !== "venue/main.ts");
    expect(offenders(venue, /Date\.now|new Date\(\)|Math\.random|performance\.now/)).toEqual([]);
  });

  test("SQL stands in rows, ledger and store", () => {
    const venue = sources("venue").filter(
      (file) => !/\/rows\.ts$|-rows\.ts$|migrations\.ts$|^venue\/(ledger|store)\//.test(file.path),
    );
    expect(
      offenders(venue, /from "kysely|\.selectFrom\(|\.insertInto\(|\.updateTable\(|\.deleteFrom\(/),
    ).toEqual([]);
  });

  test("no price, fill or settlement function can see a user", () => {
    const pure = files.filter((file) =>
      /^(protocol|venue)\/.*(fill-model|spot-fill|funding|mark-price|settlement|simulator\/|simulated-day\/|receipt-check|feed\/|seconds\/(settle|index-samples|rules|conf|engine|tick-l))/.test(
        file.path,
      ),
    );
    for (const one of [
      "protocol/seconds-settlement.ts",
      "protocol/simulated-day/day-path.ts",
      "venue/seconds/settlement.ts",
      "venue/seconds/settle-orders.ts",
      "venue/seconds/index-samples.ts",
      "venue/feed/market-source.ts",
    ]) {
      expect(pure.map(({ path }) => path)).toContain(one);
    }
    expect(offenders(pure, /user_?id|SessionUser/i)).toEqual([]);
  });

  test("money is not parsed as a float", () => {
    expect(
      offenders(sources("protocol", "venue/ledger", "venue/spot", "venue/wallet"), /parseFloat\(/),
    ).toEqual([]);
  });

  test("what React compiles holds no bigint literal, which the compiler turns into undefined", () => {
    expect(
      offenders(
        sources("src").filter((file) => /\.tsx$|\/use-[^/]+\.ts$/.test(file.path)),
        /(?<![\w"'`.])\d+n\b/,
      ),
    ).toEqual([]);
  });

  test("raw HTML and evaluated code have no place", () => {
    expect(
      offenders(
        sources("src", "sw", "venue", "protocol"),
        /dangerouslySetInnerHTML|\.innerHTML|\beval\(|new Function\(/,
      ),
    ).toEqual([]);
  });
});

describe("names and leftovers", () => {
  test("files are kebab-case and say what they hold", () => {
    const odd = files.filter(
      (file) =>
        !/^(__root|routeTree\.gen|[a-z0-9]+(-[a-z0-9]+)*(\.test)?)\.tsx?$/.test(
          file.path.split("/").at(-1) ?? "",
        ),
    );
    const vague = files.filter(
      (file) =>
        /\/(utils|helpers|common|types|index)\.tsx?$/.test(file.path) &&
        !/^src\/routes\/(withdraw\/)?index\.tsx$/.test(file.path),
    );
    expect([...odd, ...vague].map((file) => file.path)).toEqual([]);
  });

  test("no test is focused or skipped, no rule silenced, nothing put off", () => {
    const self = "tests/tidy.test.ts";
    expect(
      offenders(
        files.filter((file) => file.path !== self),
        /\b(describe|test|it)\.(only|skip|todo)\(|@ts-(ignore|nocheck|expect-error)|(oxlint|eslint|biome)-(disable|ignore)|\b(TODO|FIXME|XXX)\b/,
      ),
    ).toEqual([]);
  });

  test("each test file asserts", () => {
    expect(
      files
        .filter(
          (file) =>
            /\.test\.tsx?$/.test(file.path) && !/\bexpect[.(]|\bassert\w*[.(]/.test(file.text),
        )
        .map((file) => file.path),
    ).toEqual([]);
  });
});
