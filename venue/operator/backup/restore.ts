import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Epoch } from "#protocol/api/epoch.ts";
import { readHeadsFile } from "../../heads/heads-file.ts";
import { findLoss, type Heads } from "../../heads/heads.ts";
import type { Settings } from "../../settings/settings.ts";
import { fillPostgres } from "../../store/copy-database.ts";
import { lockDirectory } from "../../store/directory-lock.ts";
import { openStore } from "../../store/open-store.ts";
import type { Log, Store } from "../../store/store.ts";
import { withScratchDatabase } from "../../store/scratch-database.ts";
import { readRanMigrations } from "../lookups/migration-rows.ts";
import { databaseNames, keyNames, type Manifest, unpackBackup } from "./backup-file.ts";
import { type BackupChecked, checkBackup, type Upgrade } from "./check-backup.ts";
import { WrongBackup } from "./wrong-backup.ts";

interface Given {
  settings: Settings;
  upgrade: Upgrade;
  log: Log;
}

export interface Restored {
  manifest: Manifest;
  checked: BackupChecked;
  /** What the exchange had written down and the backup lacks was given up by this entry of its chain. */
  epoch: Epoch | undefined;
  /** Where what was there before is; null where nothing was. */
  before: string | null;
}

/** What goes into the place of what is lost, once the backup was checked. */
export type AcceptLoss = (place: {
  store: Store;
  /** Where the keys and `heads.json` are. */
  dataDir: string;
  /** Nobody knows what was written after the backup. */
  isUnknown: boolean;
}) => Promise<Epoch | undefined>;

/** Unpacks and checks a backup in a scratch folder, and a scratch database of PostgreSQL, and removes both. */
export async function tryBackup(
  { settings, upgrade, log }: Given,
  file: string,
): Promise<{ manifest: Manifest; checked: BackupChecked }> {
  const folder = await mkdtemp(join(tmpdir(), "godwit-drill-"));
  try {
    const manifest = await unpackBackup(resolve(file), folder);
    const check = async (databaseUrl: string | undefined) => {
      const store = openScratch({ dataDir: folder, databaseUrl, log });
      try {
        return await checkBackup({ store, folder, upgrade }, manifest);
      } finally {
        await store.close();
      }
    };
    if (manifest.engine === "sqlite") return { manifest, checked: await check(undefined) };
    if (settings.databaseUrl === null)
      throw new WrongBackup(
        "It is of a PostgreSQL database: set DATABASE_URL to a server on which it may be tried.",
      );
    const checked = await withScratchDatabase(settings.databaseUrl, async (scratch) => {
      await fillPostgres(scratch, join(folder, databaseNames.postgres));
      return check(scratch);
    });
    return { manifest, checked };
  } finally {
    await remove(folder);
  }
}

/**
 * Puts a backup in the place of a venue's database and keys, after it was checked. What was there before is moved
 * aside and not removed.
 * @param wanted `isComplete`: nothing happened after the backup, says the operator, who gives a reason otherwise
 * @throws WrongBackup, and nothing is changed but an empty PostgreSQL database, which has the refused copy in it then
 */
export async function restoreBackup(
  { settings, upgrade, log }: Given,
  wanted: { file: string; isComplete: boolean; hasReason: boolean; now: number },
  acceptLoss: AcceptLoss,
): Promise<Restored> {
  const { dataDir, databaseUrl } = settings;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = takeLock(dataDir, log);
  try {
    const folder = await mkdtemp(join(dataDir, "restoring-"));
    try {
      const manifest = await unpackBackup(resolve(wanted.file), folder);
      if ((manifest.engine === "postgres") !== (databaseUrl !== null))
        throw new WrongBackup(
          manifest.engine === "postgres"
            ? "It is of a PostgreSQL database: set DATABASE_URL to an empty one."
            : "It is of an embedded database: unset DATABASE_URL.",
        );
      if (databaseUrl !== null) await fillEmpty(databaseUrl, folder);
      const known = readHeadsFile(dataDir);
      if (known) await copyFile(join(dataDir, "heads.json"), join(folder, "heads.json"));
      const store = openScratch({ dataDir: folder, databaseUrl: databaseUrl ?? undefined, log });
      let checked: BackupChecked;
      let epoch: Epoch | undefined;
      try {
        checked = await checkBackup({ store, folder, upgrade }, manifest);
        const isUnknown = known === undefined && !wanted.isComplete;
        await askForReason(store, known, { isUnknown, hasReason: wanted.hasReason });
        epoch = wanted.hasReason
          ? await acceptLoss({ store, dataDir: folder, isUnknown })
          : undefined;
      } finally {
        await store.close();
      }
      const before = await takePlace(dataDir, folder, {
        isEmbedded: databaseUrl === null,
        now: wanted.now,
      });
      return { manifest, checked, epoch, before };
    } finally {
      await remove(folder);
    }
  } finally {
    lock.release();
  }
}

function takeLock(dataDir: string, log: Log): { release: () => void } {
  try {
    return lockDirectory(dataDir, log);
  } catch (cause) {
    throw new WrongBackup(
      `Stop the venue first: ${cause instanceof Error ? cause.message : String(cause)}.`,
      { cause },
    );
  }
}

/** @throws WrongBackup where something is lost, and the operator has not said why */
async function askForReason(
  store: Store,
  known: Heads | undefined,
  { isUnknown, hasReason }: { isUnknown: boolean; hasReason: boolean },
): Promise<void> {
  if (hasReason) return;
  if (isUnknown)
    throw new WrongBackup(
      'heads.json is not there, so that nobody knows what this exchange had written after the backup. Say why with --reason "…", which every user is shown; or --complete, if the venue wrote nothing after it.',
    );
  const loss = known && (await store.read((db) => findLoss(db, known)));
  if (loss !== undefined)
    throw new WrongBackup(
      `The backup is older than this exchange: ${loss}. What is missing is lost; say why with --reason "…", which every user is shown.`,
    );
}

/** @throws WrongBackup where the database has tables already */
async function fillEmpty(databaseUrl: string, folder: string): Promise<void> {
  const store = openScratch({ dataDir: "", databaseUrl, log: () => undefined });
  let ran: readonly string[];
  try {
    ran = await store.read(readRanMigrations);
  } finally {
    await store.close();
  }
  if (ran.length > 0)
    throw new WrongBackup(
      "The database of DATABASE_URL is not empty: make an empty one, and name that.",
    );
  await fillPostgres(databaseUrl, join(folder, databaseNames.postgres));
}

/** Moves aside what is there, and what came out of the backup into its place. */
async function takePlace(
  dataDir: string,
  folder: string,
  { isEmbedded, now }: { isEmbedded: boolean; now: number },
): Promise<string | null> {
  const database = databaseNames.sqlite;
  const ofDatabase = isEmbedded ? [database, `${database}-wal`, `${database}-shm`] : [];
  const ofKeys = keyNames.filter((name) => existsSync(join(folder, name)));
  const replaced = [...ofDatabase, ...ofKeys, "heads.json"].filter((name) =>
    existsSync(join(dataDir, name)),
  );
  const before = join(
    dataDir,
    `before-restore-${new Date(now).toISOString().replaceAll(":", "-")}`,
  );
  if (replaced.length > 0) await mkdir(before, { mode: 0o700 });
  for (const name of replaced) await rename(join(dataDir, name), join(before, name));
  for (const name of [...ofDatabase, ...ofKeys, "heads.json"])
    if (existsSync(join(folder, name))) await rename(join(folder, name), join(dataDir, name));
  return replaced.length > 0 ? before : null;
}

function openScratch({
  dataDir,
  databaseUrl,
  log,
}: {
  dataDir: string;
  databaseUrl: string | undefined;
  log: Log;
}): Store {
  return openStore({
    dataDir,
    databaseUrl,
    log,
    // Nobody else waits for this connection, so that tries again need not be spread.
    random: () => 0.5,
    beside: true,
    poolSize: 2,
    statementTimeoutMs: 3_600_000,
  });
}

/** A file that was being unpacked when the backup turned out to be damaged may still be written. */
function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
