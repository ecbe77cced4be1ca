/** Holds README and docs to the house: every path, link, command and setting that they name is there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { allocatorLimit, nodeWords } from "../scripts/build/start-words.ts";
import { defaultLimits } from "../venue/settings/limits.ts";
import { defaultSettings } from "../venue/settings/settings.ts";
import { helpText } from "../venue/operator/commands/parse-command.ts";

const root = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const lines = (text: string) => text.trimEnd().split("\n").length;

const rooms = ["protocol", "src", "sw", "venue", "scripts", "tests"];
const words = ["src/features", "venue"].flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`),
);
const parts = readdirSync(join(root, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `src/${name}`)
  .filter((folder) => !/\/(routes|locales|styles|gallery)$/.test(folder));

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...rooms.flatMap((folder) => below(folder)),
  ...below("docs"),
];

function below(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
}

test("docs/trust.md says what the app says", () => {
  const said = read("src/locales/en-US.po").replaceAll('"\n"', "");
  const statements = read("docs/trust.md")
    .split("\n")
    .flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
  expect(statements.length).toBeGreaterThan(6);
  expect(statements.filter((statement) => !said.includes(`msgid "${statement}"`))).toEqual([]);
});

describe("pages", () => {
  test("README fits on two screens, a room's page on one", () => {
    expect(lines(read("README.md"))).toBeLessThanOrEqual(70);
    const long = pages.filter(
      (page) => page !== "README.md" && page.endsWith("/README.md") && lines(read(page)) > 20,
    );
    expect(long).toEqual([]);
  });

  test("every room of the app and every room at the top has one", () => {
    const wanted = [...rooms, ...parts, ...words.filter((folder) => folder.startsWith("src/"))];
    expect(wanted.filter((folder) => !existsSync(join(root, folder, "README.md")))).toEqual([]);
  });
});

describe("what they name is there", () => {
  test.each(pages)("%s: links", (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(
      ([, target = ""]) => join(dirname(page), target),
    );
    expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });

  // The record of what was decided cites other repositories, and what is still to be built.
  const ours = pages.filter((page) => !page.startsWith("docs/design/"));

  test.each(ours)("%s: files and folders", (page) => {
    const [text = ""] = read(page).split("## Examples to follow");
    const named = [
      ...text.matchAll(/`((?:src|sw|venue|protocol|scripts|tests|docs|public)\/[^`\s<{*…]*)`/g),
    ].map(([, path = ""]) => path);
    // A room's page may also name its own files.
    const isThere = (path: string) =>
      [root, join(root, dirname(page))].some((from) => existsSync(join(from, path)));
    const missing = named.filter((path) => !isThere(path.replace(/ .*$/, "")));
    expect(missing).toEqual([]);
  });

  test("commands", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const known = new Set([...Object.keys(scripts), "ci"]);
    const missing = ours.flatMap((page) =>
      [...read(page).matchAll(/npm run ([\w-]+)/g)]
        .filter(([, name = ""]) => !known.has(name))
        .map(([command]) => `${page}: ${command}`),
    );
    expect(missing).toEqual([]);
  });

  test("the operator's command line is described as its own help has it", () => {
    expect(read("docs/commands.md")).toContain(`\n\`\`\`text\n${helpText}\n\`\`\`\n`);
  });

  test("settings", () => {
    const readers = ["venue/settings", "venue/main.ts"]
      .flatMap((path) =>
        path.endsWith(".ts")
          ? [path]
          : readdirSync(join(root, path), { recursive: true, encoding: "utf8" }).map((name) =>
              join(path, name),
            ),
      )
      .filter((path) => path.endsWith(".ts"))
      .map(read)
      .join("\n");
    const named = [...read("docs/settings.md").matchAll(/`([A-Z][A-Z_]{3,})`/g)].map(
      ([, name = ""]) => name,
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !readers.includes(name))).toEqual([]);
  });

  test("however a venue is started, Node gets the same words, and the allocator of a server the same limit", () => {
    const [image, unit] = [read("deploy/Dockerfile"), read("deploy/godwit.service")];
    const command = JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? "[]") as string[];
    expect(command.slice(1, -1)).toEqual(nodeWords);
    expect(/^ExecStart=.*godwit-node (.*) venue/m.exec(unit)?.[1]?.split(" ")).toEqual(nodeWords);
    const limitOf = (text: string) => /\bMALLOC_MMAP_THRESHOLD_=\d+/.exec(text)?.[0];
    const limits = Object.entries(allocatorLimit).map((entry) => entry.join("="));
    expect([limitOf(image), limitOf(unit)]).toEqual([...limits, ...limits]);
  });

  test("each proxy in front ends a connection that has nothing to do before the venue does", () => {
    const seconds = {
      "deploy/Caddyfile": /keepalive (\d+)s/,
      "deploy/nginx.conf": /keepalive_timeout (\d+)s/,
      "deploy/haproxy.cfg": /pool-purge-delay (\d+)s/,
    };
    for (const [file, word] of Object.entries(seconds)) {
      const [, sec] = word.exec(read(file)) ?? [];
      expect(Number(sec) * 1000, file).toBeLessThan(defaultLimits.keepAliveMs);
    }
  });

  test("README's address is where the venue opens by default", () => {
    const { host, port } = defaultSettings;
    expect(host).toBe("127.0.0.1");
    expect(read("README.md")).toContain(`http://localhost:${port}\n`);
  });

  test("each page is reached from README or from a page that is", () => {
    const reached = new Set(["README.md"]);
    for (const page of reached) {
      for (const [, target = ""] of read(page).matchAll(
        /\]\((?!https?:|#)([^)#\s]+\.md)[^)]*\)/g,
      )) {
        reached.add(relative(root, resolve(root, dirname(page), target)));
      }
    }
    expect(pages.filter((page) => page.startsWith("docs/") && !reached.has(page))).toEqual([]);
  });
});
