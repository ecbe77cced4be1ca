import { callbackify } from "node:util";
import { Kysely, PostgresDialect } from "kysely";
import { DatabaseError, Pool, types } from "pg";
import * as codes from "#protocol/wire/error-codes.ts";
import { exactNumber, integersByName } from "./integers.ts";
import { runMigrations } from "./migrate.ts";
import { findPoolBetween, PreparingClient } from "./preparing-client.ts";
import { Refusal } from "./refusal.ts";
import { retryTransient, Transient } from "./retry.ts";
import type { Tables } from "./schema.ts";
import { type Log, OutcomeUnknown, type Store, type Transaction } from "./store.ts";
import { expiring, openTx, singleRead } from "./transaction.ts";

export interface PostgresStoreOptions {
  databaseUrl: string;
  log: Log;
  random: () => number;
  poolSize: number;
  /** No single statement may hold up the venue longer than this. */
  statementTimeoutMs: number;
}

const int8 = 20;
const int4 = 23;
const int2 = 21;

/** The shared store: one transaction per command, row locks, any number of venue processes. */
export function openPostgresStore(options: PostgresStoreOptions): Store {
  const { log, random } = options;
  const pool = new Pool({
    connectionString: options.databaseUrl,
    max: options.poolSize,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: options.statementTimeoutMs,
    types: { getTypeParser: exactParser },
    Client: PreparingClient,
    verify: callbackify(findPoolBetween),
  });
  // A connection that breaks, idle or lent out, emits `error`; unheard it would end the process.
  pool.on("error", (error) => log("warn", "database connection lost", { error }));
  pool.on("connect", (client) => {
    client.on("error", (error) => log("warn", "database connection lost", { error }));
  });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [integersByName],
  });

  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  async function attempt<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    let isCommitting = false;
    let isRepeatable = false;
    try {
      const done = await db.transaction().execute(async (connection) => {
        const opened = openTx(connection);
        try {
          const value = await run(opened.tx);
          isRepeatable = opened.isRepeatable;
          isCommitting = true;
          return { value, opened };
        } finally {
          opened.end();
        }
      });
      done.opened.announce(log);
      return done.value;
    } catch (error) {
      if (isConflict(error)) throw new Transient(error);
      // To a COMMIT only the server's own word says no; whatever else went wrong, it may have come through.
      const inCommit = isCommitting && (isConnectionLoss(error) || !isServerWord(error));
      if (!inCommit && !isConnectionLoss(error)) throw error;
      // Lost before COMMIT was sent, nothing was written. Lost in it, only a stored answer can tell.
      if (inCommit && !isRepeatable) throw new OutcomeUnknown({ cause: error });
      throw new Transient(error, { inCommit });
    }
  }

  /** Keeps count of what `close` must wait for, and takes nothing after it. */
  function admit<T>(start: () => Promise<T>): Promise<T> {
    if (closing !== undefined) return Promise.reject(new Refusal(codes.busy));
    const work = retryTransient(random, start);
    running.add(work);
    const forget = () => void running.delete(work);
    work.then(forget, forget);
    return work;
  }

  async function shut(): Promise<void> {
    await Promise.allSettled(running);
    await db.destroy();
    // Kysely ends the pool only if it was ever used.
    if (!pool.ended) await pool.end();
  }

  return {
    engine: "postgres",
    command: (run) => admit(() => attempt(run)),
    read: (run) =>
      admit(async () => {
        const snapshot = db
          .transaction()
          .setIsolationLevel("repeatable read")
          .setAccessMode("read only");
        try {
          return await snapshot.execute(async (connection) => {
            const { db: guarded, end } = expiring(connection);
            return await run(guarded).finally(end);
          });
        } catch (error) {
          throw readFault(error);
        }
      }),
    readOne: (run) =>
      admit(() =>
        run(singleRead(db)).catch((error: unknown) => {
          throw readFault(error);
        }),
      ),
    migrate: (migrations) => runMigrations(db, migrations),
    async ping() {
      await pool.query("select 1");
    },
    close: () => (closing ??= shut()),
  };
}

/** The pool's own parsers: `pg`'s are global, and other users of `pg` in the process keep theirs. */
function exactParser(oid: number, format?: "text" | "binary"): (text: string) => unknown {
  if (oid === int8) return BigInt;
  if (oid === int4 || oid === int2) return (text) => exactNumber(BigInt(text));
  return format === "binary" ? types.getTypeParser(oid, "binary") : types.getTypeParser(oid);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

/** Of a read, which may be repeated whatever became of it. */
function readFault(error: unknown): unknown {
  return isConflict(error) || isConnectionLoss(error) ? new Transient(error) : error;
}

/** Serialization failure or deadlock: PostgreSQL rolled back and says "again". */
function isConflict(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error));
}

/** An error that PostgreSQL itself reported, by its SQLSTATE. */
function isServerWord(error: unknown): boolean {
  return error instanceof DatabaseError && error.code !== undefined;
}

const lossCodes = [
  ..."ECONNRESET ECONNREFUSED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN".split(" "),
  // admin shutdown, crash shutdown, cannot connect now, too many connections, idle too long
  ..."57P01 57P02 57P03 53300 25P03".split(" "),
];

function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error);
  if (lossCodes.includes(code) || code.startsWith("08")) return true;
  // `pg` gives these no code.
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Postgres connection has been discarded)/.test(
      error.message,
    )
  );
}
