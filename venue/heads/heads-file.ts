import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { VenueDeps } from "../deps/venue-deps.ts";
import { WrongSetting } from "../settings/wrong-setting.ts";
import { type Heads, headsSchema, readHeads } from "./heads.ts";

const fileName = "heads.json";

/**
 * The file in the data directory; undefined where there is none.
 * @throws WrongSetting where it holds something else
 */
export function readHeadsFile(dataDir: string): Heads | undefined {
  const path = join(dataDir, fileName);
  if (!existsSync(path)) return undefined;
  try {
    return v.parse(headsSchema, JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new WrongSetting(
      `The file ${path} is damaged: put a copy back, or remove it if the database is the newest there is.`,
      { cause },
    );
  }
}

/** Replaces the file completely or not at all, also at a power cut. */
async function writeHeadsFile(dataDir: string, heads: Heads): Promise<void> {
  const path = join(dataDir, fileName);
  // Processes that share a database may share the directory.
  const part = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(part, "w", 0o600);
    try {
      await file.writeFile(`${JSON.stringify(heads)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } finally {
    // On a full disk each try would leave a file.
    await rm(part, { force: true });
  }
  const folder = await open(dataDir, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** A part that another process is writing lives for moments. */
const deadAfterMs = 3_600_000;

/** Removes the parts that processes left which were killed as they wrote. One that cannot be removed does no harm. */
export async function removeDeadParts(dataDir: string, now: number): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(`${fileName}.`) || !name.endsWith(".new")) continue;
    const part = join(dataDir, name);
    try {
      if (now - (await stat(part)).mtimeMs > deadAfterMs) await rm(part);
    } catch {
      // It is gone already, or another's.
    }
  }
}

/** Writes down what is committed by now, where it is more than the last time. Never twice at once. */
export type WriteHeads = () => Promise<void>;

export function createHeadsWriter({
  store,
  settings,
  clock,
}: Pick<VenueDeps, "store" | "settings" | "clock">): WriteHeads {
  let written = "";
  return async () => {
    const found = await store.read(readHeads);
    const text = JSON.stringify([found.receipt, found.tick, found.block]);
    if (text === written) return;
    await writeHeadsFile(settings.dataDir, {
      format: "godwit-heads-1",
      written_at: clock.now(),
      ...found,
    });
    written = text;
  };
}
