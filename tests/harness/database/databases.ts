import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeEach, describe, inject, onTestFinished } from "vitest";
import { migrations } from "../../../venue/migrations.ts";
import { openStore, type StoreOptions } from "../../../venue/store/open-store.ts";
import type { Store } from "../../../venue/store/store.ts";
import { times } from "../trials.ts";
import { databaseName, onServer, withDatabase } from "./postgres.ts";
import { expectUnderstood, notingStatements } from "./understood-statements.ts";

export interface OpenOptions extends Partial<Omit<StoreOptions, "databaseUrl" | "dataDir">> {
  /** SQLite in a real file with its second connection for reads, rather than in memory. */
  file?: boolean;
}

/** A migrated store of this test alone, closed and removed when the test ends. */
export type Open = (options?: OpenOptions) => Promise<Store>;

/**
 * A test on PostgreSQL takes four times as long as on SQLite: `npm test` runs each eighth of a suite, the first among
 * them, and has PostgreSQL prepare whatever the others sent to SQLite.
 */
const sampled = times(8, 1);

type Suite = (open: Open, engine: Store["engine"]) => void;

/**
 * Runs the same tests on SQLite and, where there is one, on PostgreSQL: there a sample in `npm test`, all of them in
 * `npm run prove`. Without one they are listed as skipped, with the reason in their name.
 */
export function describeDatabases(name: string, suite: Suite): void {
  describeBoth(name, suite, sampled);
}

/** As {@link describeDatabases}, but all of them in `npm test` as well: what is tried is the ledger or the store itself. */
export function describeDatabasesWhole(name: string, suite: Suite): void {
  describeBoth(name, suite, 1);
}

function describeBoth(name: string, suite: Suite, each: number): void {
  const url = inject("postgresUrl") ?? null;
  describe(`${name} (SQLite)`, () => {
    if (url === null || each === 1) return suite(openTestSqlite, "sqlite");
    suite(async (options) => notingStatements(await openTestSqlite(options)), "sqlite");
    afterAll(() => expectUnderstood(inject("postgresTables")));
  });
  const why = url === null ? ": not run, no PostgreSQL" : "";
  describe.runIf(url !== null)(`${name} (PostgreSQL${why})`, () => {
    let before = 0;
    beforeEach(({ skip }) => {
      const isTried = before % each === 0;
      before += 1;
      if (!isTried) skip("on PostgreSQL by `npm run prove`");
    });
    suite((options) => openTestPostgres(url ?? "", options), "postgres");
  });
}

/** Options every test store has: a silent log and no randomness unless the test brings its own. */
const quiet = { log: () => undefined, random: () => 0.5, minFreeBytes: 0 };

export async function openTestSqlite({
  file = false,
  ...options
}: OpenOptions = {}): Promise<Store> {
  if (!file) {
    migrated ??= migratedImage();
    const image = await migrated;
    const store = openStore({ ...quiet, ...options, dataDir: ":memory:", image });
    onTestFinished(() => store.close());
    return store;
  }
  const store = openStore({ ...quiet, ...options, dataDir: temporaryDirectory() });
  onTestFinished(() => store.close());
  await store.migrate(migrations);
  return store;
}

/** To make the tables takes four times as long as all else of a venue in memory: they are made once. */
let migrated: Promise<Uint8Array> | undefined;

async function migratedImage(): Promise<Uint8Array> {
  const dataDir = mkdtempSync(join(tmpdir(), "godwit-"));
  try {
    const store = openStore({ ...quiet, dataDir });
    await store.migrate(migrations);
    await store.close();
    const file = new DatabaseSync(join(dataDir, "venue.db"));
    // A database in memory has no log of its own.
    file.exec("pragma journal_mode = delete");
    const image = file.serialize();
    file.close();
    return image;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A directory that lasts as long as the test. */
export function temporaryDirectory(): string {
  const dir = mkdtempSync(join(tmpdir(), "godwit-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function openTestPostgres(serverUrl: string, options: OpenOptions = {}): Promise<Store> {
  const databaseUrl = await temporaryDatabase(serverUrl);
  const store = openStore({ ...quiet, ...options, dataDir: "", databaseUrl });
  onTestFinished(() => store.close());
  return store;
}

/** A fresh, migrated database on the test server, dropped when the test ends. */
export async function temporaryDatabase(serverUrl: string): Promise<string> {
  const name = databaseName();
  await onServer(serverUrl, `create database ${name} template ${inject("postgresTemplate")}`);
  onTestFinished(() => onServer(serverUrl, `drop database ${name} with (force)`));
  return withDatabase(serverUrl, name);
}
