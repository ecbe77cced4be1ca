import type { Migration } from "kysely/migration";
import type { Db } from "./schema.ts";

/** Where the store tells what an operator should know. `facts` hold no secrets. */
export type Log = (
  level: "info" | "warn" | "error",
  event: string,
  facts?: Record<string, unknown>,
) => void;

/** The open transaction of one command. It refuses queries once the command is over. */
export interface Transaction {
  readonly db: Db;
  /** Runs after the commit and only then: publish, notify. What it throws is logged, not told. */
  afterCommit(run: () => void): void;
  /**
   * Says that this command stores its answer under a key, so that running it again is harmless and a
   * connection lost during COMMIT may be answered by a retry. `idempotent()` calls it.
   */
  repeatable(): void;
}

/**
 * One database, embedded (SQLite) or shared (PostgreSQL), behind one door.
 *
 * A command awaits nothing but its own SQL: on SQLite up to 64 of them share one transaction, and all
 * wait for the slowest. A command never calls `command` or `read` of the store.
 */
export interface Store {
  readonly engine: "sqlite" | "postgres";
  /**
   * The one way to write. Resolves after the commit is durable; whatever `run` throws rolls back this
   * command alone and rejects. On PostgreSQL `run` may be called up to four times, so its effects go through
   * `tx` only, and a failed statement must not be swallowed: it has spoilt the transaction.
   * @throws Refusal 100006 when the database stayed busy or unreachable and nothing was written
   * @throws OutcomeUnknown when the connection died during COMMIT, and the command has no key or no later
   *   try reached the database
   */
  command<T>(run: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Reads one consistent snapshot of what is committed; writing fails. */
  read<T>(run: (db: Db) => Promise<T>): Promise<T>;
  /** Brings the tables up to date, all or nothing. Names sort in the order they run: `0001-ledger`. */
  migrate(migrations: Record<string, Migration>): Promise<void>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  /** Takes no more commands, finishes those it has, lets go of the data directory. */
  close(): Promise<void>;
}

/** The connection died while committing: the effect may or may not be there. Ask by id, never assume. */
export class OutcomeUnknown extends Error {
  constructor(options?: ErrorOptions) {
    super("the connection was lost during COMMIT", options);
    this.name = "OutcomeUnknown";
  }
}
