import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const variable = "STARTED_BEFORE";

/** Vitest calls this once before all tests. */
export async function setup(): Promise<void> {
  process.env[variable] = await mkdtemp(join(tmpdir(), "godwit-before-"));
}

export async function teardown(): Promise<void> {
  await rm(process.env[variable] ?? "", { recursive: true, force: true });
}

/**
 * Fills a venue's empty folder as a venue leaves it that was started and stopped once: with a database, keys, and the
 * last two days of a market, all of which take a first start more than half of its work. All venues of a test run that
 * begin with it have one market. The first who asks has it made; who asks meanwhile, or outside of a test run, begins
 * with nothing.
 */
export async function fillAsStartedBefore(
  dataDir: string,
  startAndStop: (dataDir: string) => Promise<void>,
): Promise<void> {
  const folder = process.env[variable];
  if (folder === undefined) return;
  const ready = join(folder, "ready");
  const making = join(folder, "making");
  if (!existsSync(ready)) {
    const isFirst = await mkdir(making).then(
      () => true,
      () => false,
    );
    if (!isFirst) return;
    await startAndStop(making);
    await rename(making, ready);
  }
  await cp(ready, dataDir, { recursive: true });
}
