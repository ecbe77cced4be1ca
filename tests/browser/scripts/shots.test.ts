/** Every route has its pictures, and drawing one works. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { builtApp } from "../../harness/browser/built-app.ts";
import { everyRoute } from "../../harness/browser/device.ts";
import { screenName, screens } from "../../harness/browser/screens.ts";
import { root } from "../../harness/root.ts";

const run = promisify(execFile);

async function routesOfTheTree(): Promise<string[]> {
  const tree = await readFile(join(root, "src/routeTree.gen.ts"), "utf8");
  const paths = /fullPaths:([^]*?)\n {2}\w/.exec(tree)?.[1] ?? "";
  return [...paths.matchAll(/'([^']+)'/g)].map(([, path = ""]) => path);
}

test("every route has a screen to draw, and one to open without a network", async () => {
  const routes = await routesOfTheTree();
  expect(routes.length).toBeGreaterThan(15);
  const drawn = new Set(screens.map(({ route }) => route));
  expect([...drawn].filter((route) => route !== "/*").toSorted()).toEqual(routes.toSorted());
  const opened = new Set(everyRoute.map((path) => path.split("?")[0]));
  expect(routes.filter((route) => !opened.has(route.replace(/(.)\/$/, "$1")))).toEqual([]);
});

test("no two screens have one name", () => {
  const names = screens.map(screenName);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("npm run shots draws a visitor's screen and a user's", async () => {
  const folder = await mkdtemp(join(tmpdir(), "godwit-shots-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const words = ["login-visitor", "history-empty", "--theme", "dark", "--out", folder];
  const { stdout } = await run(process.execPath, ["scripts/shots.ts", ...words], {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, ".cache/compiled"),
      BUILT_APP: await builtApp(),
    },
  });
  expect(stdout).toContain("holds 2 pictures");
  const files = (await readdir(folder)).toSorted();
  expect(files).toEqual(["history-empty-dark-en-US.png", "login-visitor-dark-en-US.png"]);
  for (const file of files) {
    const picture = await readFile(join(folder, file));
    const [width, height] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
    expect([width, height]).toEqual([780, 1688]);
    // A blank page is a few kB.
    expect(picture.length).toBeGreaterThan(15_000);
  }
});
