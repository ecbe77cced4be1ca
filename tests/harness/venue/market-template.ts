import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulator } from "../../../venue/feed/simulator/create-simulator.ts";

const variable = "MARKET_TEMPLATE";

/** Vitest calls this once before all tests. */
export async function setup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "godwit-market-"));
  await writeFile(join(folder, "seed"), randomBytes(16).toString("hex"));
  process.env[variable] = folder;
}

export async function teardown(): Promise<void> {
  await rm(process.env[variable] ?? "", { recursive: true, force: true });
}

/**
 * One market serves all venues of a test run. Puts into a venue's empty folder the two days of it that a start would
 * make, which is more than half of its work; the first who asks makes them, and who asks meanwhile goes without.
 * @returns the seed of the market; undefined outside of a test run
 */
export async function bringMarket(dataDir: string): Promise<string | undefined> {
  const folder = process.env[variable];
  if (folder === undefined) return undefined;
  const seed = await readFile(join(folder, "seed"), "utf8");
  const made = join(folder, "rollups");
  if (existsSync(made) || (await makeFirst(seed, made)))
    await cp(made, join(dataDir, "rollups"), { recursive: true });
  return seed;
}

/** Whether it was made here: nobody else had begun to. */
async function makeFirst(seed: string, made: string): Promise<boolean> {
  const making = `${made}.new`;
  const isFirst = await mkdir(making).then(
    () => true,
    () => false,
  );
  if (!isFirst) return false;
  const source = createSimulator({ master: seed, rollupDir: making });
  await source.start(Date.now());
  await source.close();
  await rename(making, made);
  return true;
}
