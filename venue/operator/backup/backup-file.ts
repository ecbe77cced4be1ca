/** The file of a backup: a packed folder with the database, the keys, and what stands in it. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { create, extract } from "tar";
import * as v from "valibot";
import { headsSchema } from "../../heads/heads.ts";
import { WrongBackup } from "./wrong-backup.ts";

const fileEntry = v.object({
  name: v.pipe(v.string(), v.regex(/^[a-z][a-zA-Z0-9._-]{0,100}$/)),
  bytes: v.pipe(v.number(), v.safeInteger()),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

export const manifestSchema = v.object({
  format: v.literal("godwit-backup-1"),
  /** Of the venue that made it. */
  version: v.string(),
  engine: v.picklist(["sqlite", "postgres"]),
  /** Unix ms. */
  made_at: v.pipe(v.number(), v.safeInteger()),
  /** The migrations of the database. */
  migrations: v.array(v.string()),
  /** What the exchange had written down; of PostgreSQL a moment before the dump. */
  heads: headsSchema,
  files: v.array(fileEntry),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;
type FileEntry = Manifest["files"][number];

const manifestName = "manifest.json";
/** What a backup may hold. Anything else in it was put there by somebody else. */
export const databaseNames = { sqlite: "venue.db", postgres: "venue.dump" } as const;
export const keyNames = ["server.key", "receipt.key", "push.key", "market.seed"] as const;
const known: ReadonlySet<string> = new Set([
  manifestName,
  ...Object.values(databaseNames),
  ...keyNames,
]);

/** Packs the files of a folder into a new file, which is whole or not there. */
export async function packBackup(
  folder: string,
  names: readonly string[],
  { file, facts }: { file: string; facts: Omit<Manifest, "files"> },
): Promise<Manifest> {
  const files: FileEntry[] = [];
  for (const name of names) files.push(await entryOf(folder, name));
  const manifest: Manifest = { ...facts, files };
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  const part = `${file}.part`;
  try {
    await create({ cwd: folder, file: part, gzip: { level: 3 }, portable: true, mode: 0o600 }, [
      manifestName,
      ...names,
    ]);
    await sync(part);
    await rename(part, file);
    await sync(dirname(file));
  } finally {
    await rm(part, { force: true });
  }
  return manifest;
}

/**
 * Unpacks a backup into an empty folder, and checks each file against what the backup says of it.
 * @throws WrongBackup where it is no backup, or damaged
 */
export async function unpackBackup(file: string, folder: string): Promise<Manifest> {
  const name = basename(file);
  const strange: string[] = [];
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      preserveOwner: false,
      filter(path, entry) {
        const isKnown = known.has(path) && "type" in entry && entry.type === "File";
        if (!isKnown) strange.push(path);
        return isKnown;
      },
    });
  } catch (cause) {
    throw new WrongBackup(`${name} is no backup, or is damaged: ${messageOf(cause)}.`, { cause });
  }
  if (strange.length > 0)
    throw new WrongBackup(`${name} holds what no backup holds: ${strange[0]}.`);
  const manifest = await readManifest(folder, name);
  for (const entry of manifest.files) {
    const found = await entryOf(folder, entry.name).catch(() => undefined);
    if (found?.sha256 !== entry.sha256)
      throw new WrongBackup(`${name} is damaged: ${entry.name} is not what was put into it.`);
  }
  return manifest;
}

async function readManifest(folder: string, name: string): Promise<Manifest> {
  try {
    return v.parse(manifestSchema, JSON.parse(await readFile(join(folder, manifestName), "utf8")));
  } catch (cause) {
    throw new WrongBackup(`${name} is no backup of a venue that this version can read.`, {
      cause,
    });
  }
}

async function entryOf(folder: string, name: string): Promise<FileEntry> {
  const path = join(folder, name);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return { name, bytes: (await stat(path)).size, sha256: hash.digest("hex") };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
