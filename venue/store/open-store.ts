import { mkdirSync } from "node:fs";
import { openPostgresStore } from "./postgres-store.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import type { Log, Store } from "./store.ts";

export interface StoreOptions {
  /** Where the embedded database lives (made if missing), or `":memory:"`. Unused with `databaseUrl`. */
  dataDir: string;
  /** A PostgreSQL URL. Without it the embedded SQLite is used. */
  databaseUrl?: string | undefined;
  log: Log;
  /**
   * For a tool that works on the database while a venue runs: the data directory must be there and is not
   * locked, and a write waits longer for its turn.
   */
  beside?: boolean;
  /** Jitter of retries, 0 ≤ x < 1. */
  random: () => number;
  /** SQLite: most commands that share one fsync. */
  groupSize?: number;
  /** SQLite: below this much free disk, writes are refused. 0 turns the check off. */
  minFreeBytes?: number;
  /** SQLite in memory: what it begins with, as `DatabaseSync.serialize` gives it; without it, with nothing. */
  image?: Uint8Array;
  /** PostgreSQL: most connections. */
  poolSize?: number;
  /** PostgreSQL: longest statement. */
  statementTimeoutMs?: number;
}

/**
 * Opens the venue's database. Tables are made by `store.migrate`.
 * @throws Error naming the holder when another process has the data directory, or that there is none yet
 *   where it is opened beside a venue
 */
export function openStore(options: StoreOptions): Store {
  const { dataDir, databaseUrl, log, random } = options;
  if (databaseUrl !== undefined) {
    const { poolSize = 16, statementTimeoutMs = 10_000 } = options;
    return openPostgresStore({ databaseUrl, log, random, poolSize, statementTimeoutMs });
  }
  const { groupSize = 64, minFreeBytes = 200_000_000, beside = false, image } = options;
  if (dataDir !== ":memory:" && !beside) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return openSqliteStore({ dataDir, log, random, groupSize, minFreeBytes, beside, image });
}
