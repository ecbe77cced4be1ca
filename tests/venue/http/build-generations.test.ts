import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BuildGenerations } from "../../../venue/http/files/build-generations.ts";
import { StaticFiles } from "../../../venue/http/files/static-files.ts";

const day = 24 * 3600_000;
const start = 1_790_000_000_000;

let root: string;
let appDir: string;
let dir: string;
let generations: BuildGenerations;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "godwit-"));
  [appDir, dir] = [join(root, "dist"), join(root, "data/generations")];
  generations = new BuildGenerations({ appDir, dir });
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** Puts a build in the place of the one before. */
async function deploy(name: string, size = 10): Promise<string> {
  const id = Buffer.from(name).toString("hex").padEnd(12, "0");
  await rm(appDir, { recursive: true, force: true });
  await mkdir(join(appDir, "assets"), { recursive: true });
  await mkdir(join(appDir, "builds/meta"), { recursive: true });
  await writeFile(join(appDir, "assets", `${name}.js`), name.padEnd(size, " "));
  await writeFile(join(appDir, "assets", `${name}.js.map`), "{}");
  await writeFile(join(appDir, "shell.html"), `<p>${name}`);
  await writeFile(join(appDir, "builds/latest.json"), JSON.stringify({ id }));
  await writeFile(
    join(appDir, "builds/meta", `${id}.json`),
    JSON.stringify({ id, changes: [name] }),
  );
  return id;
}

/** What a venue does that is started on a build. */
async function serve(name: string, now: number, size?: number): Promise<string> {
  const id = await deploy(name, size);
  generations = new BuildGenerations({ appDir, dir, most: 1000 });
  await generations.take(now);
  return id;
}

async function ask(path: string): Promise<{ status: number; text: string; cache: string | null }> {
  const answer = await new StaticFiles(appDir, null, generations).answer(
    new Request(`http://x${path}`, { headers: { accept: "*/*" } }),
  );
  return {
    status: answer.status,
    text: (await answer.text()).trim(),
    cache: answer.headers.get("cache-control"),
  };
}

test("an old tab's part is served after a deploy, for good; what no build had is a real 404", async () => {
  const first = await serve("a", start);
  await serve("b", start + 1);
  expect(await ask("/assets/a.js")).toEqual({
    status: 200,
    text: "a",
    cache: "public, max-age=31536000, immutable",
  });
  expect(await ask(`/builds/meta/${first}.json`)).toMatchObject({ status: 200, cache: "no-cache" });
  for (const path of [
    "/assets/c.js",
    "/assets/a.js.map",
    "/assets/../../../b.js",
    "/assets/%2e%2e/builds/latest.json.js",
  ])
    expect(await ask(path)).toMatchObject({ status: 404, text: "Not found" });
});

test("three builds stay however old, more of them for a week after they were served last", async () => {
  for (const [index, name] of ["a", "b", "c", "d", "e"].entries())
    await serve(name, start + index * day);
  expect((await readdir(dir)).length).toBe(5);
  await generations.take(start + 10 * day - 1);
  expect((await ask("/assets/c.js")).status).toBe(200);
  await generations.take(start + 30 * day);
  expect(
    await Promise.all(
      ["a", "b", "c", "d", "e"].map(async (name) => (await ask(`/assets/${name}.js`)).status),
    ),
  ).toEqual([404, 404, 200, 200, 200]);
  // A rollback makes an old build the newest.
  await serve("c", start + 31 * day);
  await serve("f", start + 50 * day);
  expect((await ask("/assets/c.js")).status).toBe(200);
  expect((await ask("/assets/d.js")).status).toBe(404);
});

test("the disk is bounded, and what is served now is kept all the same", async () => {
  for (const name of ["a", "b", "c"]) await serve(name, start + name.charCodeAt(0), 400);
  expect(
    await Promise.all(
      ["a", "b", "c"].map(async (name) => (await ask(`/assets/${name}.js`)).status),
    ),
  ).toEqual([404, 200, 200]);
  await serve("d", start + 1000, 4000);
  expect((await readdir(dir)).length).toBe(1);
});

test("a build put in another's place while the venue runs is taken once it stands", async () => {
  await serve("a", start);
  const next = await deploy("b");
  await generations.take(start + 60_000);
  expect(await readdir(dir)).not.toContain(next);
  await generations.take(start + 120_000);
  expect(await readdir(dir)).toContain(next);
  expect((await ask("/assets/a.js")).status).toBe(200);
});

test("without a build there is nothing to keep, and nothing fails", async () => {
  await generations.take(start);
  expect((await ask("/assets/a.js")).status).toBe(404);
});
