import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulator } from "../../../venue/feed/simulator/create-simulator.ts";

const variable = "MARKET_TEMPLATE";

/** Vitest calls this once before all tests. */
export async function setup(): Promise<void> {
  process.env[variable] = await mkdtemp(join(tmpdir(), "godwit-market-"));
}

export async function teardown(): Promise<void> {
  await rm(process.env[variable] ?? "", { recursive: true, force: true });
}

/**
 * Puts into a venue's empty folder the two days that its start would make of a seed, which is more than half of its
 * work. One market serves all venues of a test run: the first who asks makes it; who asks meanwhile, or outside of a
 * test run, has a market of their own.
 * @returns the seed of the market; undefined where there is none
 */
export async function bringMarket(dataDir: string): Promise<string | undefined> {
  const folder = process.env[variable];
  if (folder === undefined) return undefined;
  const ready = join(folder, "ready");
  if (!existsSync(ready) && !(await makeFirst(folder, ready))) return undefined;
  await cp(join(ready, "rollups"), join(dataDir, "rollups"), { recursive: true });
  return readFile(join(ready, "seed"), "utf8");
}

/** Whether it was made here: nobody else had begun to. */
async function makeFirst(folder: string, ready: string): Promise<boolean> {
  const making = join(folder, "making");
  const isFirst = await mkdir(making).then(
    () => true,
    () => false,
  );
  if (!isFirst) return false;
  const seed = randomBytes(16).toString("hex");
  const source = createSimulator({ master: seed, rollupDir: join(making, "rollups") });
  await source.start(Date.now());
  await source.close();
  await writeFile(join(making, "seed"), seed);
  await rename(making, ready);
  return true;
}
