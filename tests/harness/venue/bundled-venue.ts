import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { bundleVenue } from "../../../scripts/build/bundle-venue.ts";
import { root } from "../root.ts";

const variable = "BUNDLED_VENUE";

/** Vitest calls this once before all tests; one that watches files is started again after a change to the venue. */
export async function setup(): Promise<void> {
  await mkdir(join(root, ".cache"), { recursive: true });
  const folder = await mkdtemp(join(root, ".cache/venue-"));
  await bundleVenue(root, folder, { hasPackages: true });
  process.env[variable] = folder;
}

export async function teardown(): Promise<void> {
  const folder = process.env[variable];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

/**
 * The file of a program of the venue. In a test run it is bundled, as `npm start` has it, and takes three fifths of the
 * work to start; elsewhere it is its source.
 */
export function programOf(source: "venue/main.ts" | "scripts/operator.ts"): string {
  const folder = process.env[variable];
  return folder === undefined
    ? source
    : join(folder, source === "venue/main.ts" ? "main.js" : "operator.js");
}
