import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as codes from "#protocol/wire/error-codes.ts";
import { lockDirectory } from "./directory-lock.ts";
import { runMigrations } from "./migrate.ts";
import { Refusal } from "./refusal.ts";
import { retryTransient, Transient } from "./retry.ts";
import type { Db } from "./schema.ts";
import { connectSqlite, type SqliteConnection } from "./sqlite-connection.ts";
import type { Log, Store, Transaction } from "./store.ts";
import { expiring, type OpenTx, openTx, singleRead } from "./transaction.ts";

export interface SqliteStoreOptions {
  /** The data directory, which must exist, or `":memory:"`. */
  dataDir: string;
  log: Log;
  random: () => number;
  /** Most commands that share one fsync. */
  groupSize: number;
  /** Below this much free disk writes are refused with busy, so that reading goes on. */
  minFreeBytes: number;
  /** Opens what another process may hold, without its lock. */
  beside: boolean;
  /** In memory: what it begins with, as `DatabaseSync.serialize` gives it. */
  image: Uint8Array | undefined;
}

interface Job {
  run(tx: Transaction): Promise<unknown>;
  settle(outcome: Outcome): void;
}

type Outcome = { value: unknown } | { error: unknown };

interface Ended {
  job: Job;
  outcome: Outcome;
  open: OpenTx;
}

/**
 * Commands of a group between two turns of the event loop, some milliseconds. In a turn reads are answered and one new
 * connection is accepted: with a whole group to a turn, people who connect under load would wait for seconds.
 */
const jobsPerTurn = 4;

/**
 * After a group in which a command failed, the next ones have a savepoint before each command: so many of them. With a
 * savepoint SQLite copies each page that the command changes, a tenth of what an order costs; mostly nothing fails.
 */
const carefulGroups = 16;

/** How long a tool beside the venue waits for its turn to write: nobody waits for the tool. */
const patientMs = 5000;

/** Primary result codes of SQLite. */
const busy = 5;
const damaged = 11;
const full = 13;

/** The embedded store: one writing connection, one reading, both in this process. */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const { dataDir, log, random } = options;
  const inMemory = dataDir === ":memory:";
  const { beside } = options;
  const path = inMemory ? dataDir : join(dataDir, "venue.db");
  if (beside && !existsSync(path)) throw new Error(`there is no database in ${dataDir}`);
  const lock = inMemory || beside ? undefined : lockDirectory(dataDir, log);
  const writer = openWriter();
  const reader = inMemory ? undefined : connectSqlite(path, "read");

  const queue: Job[] = [];
  let pumping: Promise<void> | undefined;
  let lastRead: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;
  let carefulLeft = 0;

  function openWriter(): SqliteConnection {
    let opened: SqliteConnection | undefined;
    try {
      opened = connectSqlite(path, "write", beside ? patientMs : undefined);
      if (inMemory && options.image) opened.raw.deserialize(options.image);
      if (lock?.isTakenOver) refuseDamaged(opened);
      return opened;
    } catch (error) {
      opened?.raw.close();
      // The next start looks again.
      lock?.leave();
      throw error;
    }
  }

  async function pump(): Promise<void> {
    while (queue.length > 0) {
      // What other sockets have sent by now joins this group instead of waiting for it.
      await nextTurn();
      const group = queue.splice(0, options.groupSize);
      try {
        await retryTransient(random, () => runGroup(group));
      } catch (error) {
        for (const job of group) job.settle({ error: refuseIfFull(error) });
      }
    }
    pumping = undefined;
  }

  /** One transaction, one fsync. Answers no one before the commit; throws when it came to nothing. */
  async function runGroup(group: Job[]): Promise<void> {
    if (!inMemory) refuseWhenFull(dataDir, options.minFreeBytes);
    const isCareful = group.length > 1 && carefulLeft > 0;
    if (carefulLeft > 0) carefulLeft -= 1;
    const ended = await runTogether(group, isCareful);
    if (ended === undefined) {
      carefulLeft = carefulGroups;
      return runGroup(group);
    }
    for (const { job, outcome, open } of ended) {
      if ("value" in outcome) open.announce(log);
      job.settle(outcome);
    }
  }

  /** @returns undefined where a command of several failed without a savepoint, and nothing was written */
  async function runTogether(group: Job[], isCareful: boolean): Promise<Ended[] | undefined> {
    begin(writer);
    const ended: Ended[] = [];
    try {
      for (const job of group) {
        if (ended.length > 0 && ended.length % jobsPerTurn === 0) await nextTurn();
        const one = await runJob(job, isCareful);
        ended.push(one);
        if (isCareful || "value" in one.outcome) continue;
        undo(ended);
        return group.length === 1 ? ended : undefined;
      }
      writer.raw.exec("commit");
      return ended;
    } catch (error) {
      undo(ended);
      throw error;
    }
  }

  function undo(ended: readonly Ended[]): void {
    for (const { open } of ended) open.end();
    if (writer.raw.isTransaction) writer.raw.exec("rollback");
  }

  async function runJob(job: Job, hasSavepoint: boolean): Promise<Ended> {
    const open = openTx(writer.db);
    if (hasSavepoint) writer.raw.exec("savepoint command");
    try {
      const value = await job.run(open.tx);
      open.end();
      if (hasSavepoint) writer.raw.exec("release command");
      return { job, outcome: { value }, open };
    } catch (error) {
      open.end();
      // A full disk or an I/O error makes SQLite roll back everything: then the whole group failed.
      if (!writer.raw.isTransaction) throw error;
      if (hasSavepoint) writer.raw.exec("rollback to command; release command");
      return { job, outcome: { error: refuseIfFull(error) }, open };
    }
  }

  function enqueue<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    if (closing !== undefined) return Promise.reject(new Refusal(codes.busy));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let value: T | undefined;
    queue.push({
      run: async (tx) => {
        value = await run(tx);
      },
      settle(outcome) {
        if ("error" in outcome) reject(outcome.error);
        else resolve(value as T);
      },
    });
    pumping ??= pump();
    return promise;
  }

  async function readSnapshot<T>(on: SqliteConnection, run: (db: Db) => Promise<T>): Promise<T> {
    const { db, end } = expiring(on.db);
    on.raw.exec("begin");
    try {
      return await run(db);
    } finally {
      end();
      on.raw.exec("rollback");
    }
  }

  async function shut(): Promise<void> {
    await pumping;
    await lastRead;
    reader?.raw.close();
    writer.raw.close();
    lock?.release();
  }

  return {
    engine: "sqlite",
    command: enqueue,
    read(run) {
      // A database in memory has one connection, so its reads stand in line with the commands.
      if (reader === undefined) return enqueue((tx) => withoutWriting(writer, () => run(tx.db)));
      const result = lastRead.then(() => readSnapshot(reader, run));
      lastRead = result.catch(() => undefined);
      return result;
    },
    readOne(run) {
      if (reader === undefined) return enqueue((tx) => run(singleRead(tx.db)));
      const result = lastRead.then(() => run(singleRead(reader.db)));
      lastRead = result.catch(() => undefined);
      return result;
    },
    migrate: (migrations) => runMigrations(writer.db, migrations),
    async ping() {
      (reader ?? writer).raw.exec("select 1");
    },
    close: () => (closing ??= shut()),
  };
}

function begin(writer: SqliteConnection): void {
  try {
    writer.raw.exec("begin immediate");
  } catch (error) {
    if (resultCode(error) === busy) throw new Transient(error);
    throw error;
  }
}

function resultCode(error: unknown): number {
  const isSqlite = error instanceof Error && "errcode" in error;
  return isSqlite && typeof error.errcode === "number" ? error.errcode & 0xff : 0;
}

function refuseIfFull(error: unknown): unknown {
  return resultCode(error) === full ? new Refusal(codes.busy, undefined, { cause: error }) : error;
}

async function withoutWriting<T>(writer: SqliteConnection, run: () => Promise<T>): Promise<T> {
  writer.raw.exec("pragma query_only = on");
  try {
    return await run();
  } finally {
    writer.raw.exec("pragma query_only = off");
  }
}

function refuseWhenFull(dataDir: string, minFreeBytes: number): void {
  if (minFreeBytes === 0) return;
  const disk = statfsSync(dataDir);
  if (disk.bavail * disk.bsize >= minFreeBytes) return;
  const cause = new Error(`less than ${minFreeBytes / 1e6} MB are free on the disk of DATA_DIR`);
  throw new Refusal(codes.busy, undefined, { cause });
}

/**
 * What a process that died left behind is looked through before it is used: power that went, or a disk that fails,
 * may have damaged pages that no query of the start reads. The whole file is read, once, after such an end alone.
 * @throws Error with SQLite's code for a damaged database
 */
function refuseDamaged({ raw }: SqliteConnection): void {
  const [found] = Object.values(raw.prepare("pragma quick_check(1)").get() ?? {});
  if (found !== "ok")
    throw Object.assign(new Error(`the database is damaged: ${String(found)}`), {
      errcode: damaged,
    });
}
