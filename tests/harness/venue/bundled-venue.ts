import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { bundleVenue } from "../../../scripts/build/bundle-venue.ts";
import { root } from "../root.ts";

const variable = "BUNDLED_VENUE";
/** Far longer than a bundle takes. */
const mostMs = 60_000;

/** Vitest calls this once before all tests; one that watches files is started again after a change to the venue. */
export async function setup(): Promise<void> {
  await mkdir(join(root, ".cache"), { recursive: true });
  process.env[variable] = await mkdtemp(join(root, ".cache/venue-"));
}

export async function teardown(): Promise<void> {
  const folder = process.env[variable];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

/**
 * The file of a program of the venue. In a test run it is bundled, as `npm start` has it, and takes three fifths of the
 * work to start; elsewhere it is its source. The first who asks has the bundle made; who asks meanwhile waits for it.
 */
export async function programOf(source: "venue/main.ts" | "scripts/operator.ts"): Promise<string> {
  const folder = process.env[variable];
  if (folder === undefined) return source;
  const ready = join(folder, "ready");
  if (!existsSync(ready)) await bundleOnce(folder, ready);
  return join(ready, source === "venue/main.ts" ? "main.js" : "operator.js");
}

async function bundleOnce(folder: string, ready: string): Promise<void> {
  const making = join(folder, "making");
  const isFirst = await mkdir(making).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await bundleVenue(root, making, { hasPackages: true });
    await rename(making, ready);
    return;
  }
  for (let waited = 0; !existsSync(ready); waited += 50) {
    if (waited > mostMs) throw new Error("The venue was not bundled");
    await delay(50);
  }
}
