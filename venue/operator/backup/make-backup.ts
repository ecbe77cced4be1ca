import { copyFile, mkdtemp, rm, stat } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readHeads } from "../../heads/heads.ts";
import type { Settings } from "../../settings/settings.ts";
import { copySqlite, dumpPostgres } from "../../store/copy-database.ts";
import { openStore } from "../../store/open-store.ts";
import { readRanMigrations } from "../lookups/migration-rows.ts";
import { databaseNames, keyNames, type Manifest, packBackup } from "./backup-file.ts";
import { WrongBackup } from "./wrong-backup.ts";

export interface BackupMade {
  file: string;
  bytes: number;
  manifest: Manifest;
  /** Keys that stand in the environment and not in a file: the operator stores them elsewhere. */
  missingKeys: readonly string[];
}

interface Wanted {
  file: string;
  withKeys: boolean;
  /** Unix ms. */
  now: number;
}

/**
 * Copies the database and the keys of a venue into one file, while it runs.
 * @throws WrongBackup where the file is there already, or there is nothing to copy
 */
export async function makeBackup(
  settings: Pick<Settings, "dataDir" | "databaseUrl" | "version">,
  wanted: Wanted,
): Promise<BackupMade> {
  const file = resolve(wanted.file);
  if (existsSync(file)) throw new WrongBackup(`${file} is there already; name another file.`);
  const folder = await mkdtemp(join(dirname(file), ".backup-")).catch((cause: unknown) => {
    throw new WrongBackup(
      `${dirname(file)} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
      { cause },
    );
  });
  try {
    const facts = await copyDatabase(settings, folder);
    const keys: string[] = [];
    for (const name of wanted.withKeys ? keyNames : []) {
      const path = join(settings.dataDir, name);
      if (!existsSync(path)) continue;
      await copyFile(path, join(folder, name));
      keys.push(name);
    }
    const manifest = await packBackup(folder, [databaseNames[facts.engine], ...keys], {
      file,
      facts: {
        format: "godwit-backup-1",
        version: settings.version,
        made_at: wanted.now,
        ...facts,
        heads: { format: "godwit-heads-1", written_at: wanted.now, ...facts.heads },
      },
    });
    const missingKeys = keyNames.filter((name) => !keys.includes(name));
    return { file, bytes: (await stat(file)).size, manifest, missingKeys };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Copied = Pick<Manifest, "engine" | "migrations"> & {
  heads: Awaited<ReturnType<typeof readHeads>>;
};

async function copyDatabase(
  { dataDir, databaseUrl }: Pick<Settings, "dataDir" | "databaseUrl">,
  folder: string,
): Promise<Copied> {
  if (databaseUrl !== null) {
    // Read first: the dump has them all, and perhaps more.
    const facts = await readFacts("", databaseUrl);
    await dumpPostgres(databaseUrl, join(folder, databaseNames.postgres));
    return { engine: "postgres", ...facts };
  }
  const source = join(dataDir, databaseNames.sqlite);
  if (!existsSync(source))
    throw new WrongBackup(
      `There is no database in ${dataDir}; set DATA_DIR or DATABASE_URL as for the venue.`,
    );
  copySqlite(source, join(folder, databaseNames.sqlite));
  return { engine: "sqlite", ...(await readFacts(folder, undefined)) };
}

async function readFacts(dataDir: string, databaseUrl: string | undefined) {
  const store = openStore({
    dataDir,
    databaseUrl,
    log: () => undefined,
    // Nobody else waits for this connection, so that tries again need not be spread.
    random: () => 0.5,
    beside: true,
    poolSize: 1,
  });
  try {
    return await store.read(async (db) => ({
      heads: await readHeads(db),
      migrations: await readRanMigrations(db),
    }));
  } finally {
    await store.close();
  }
}
