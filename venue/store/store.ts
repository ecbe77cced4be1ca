import type { Migration } from "kysely/migration";
import type { Db } from "./schema.ts";

/** Writes a line of the log. `facts` contain no secrets. */
export type Log = (
  level: "info" | "warn" | "error",
  event: string,
  facts?: Record<string, unknown>,
) => void;

/** The open transaction of one command. It refuses queries once the command is over. */
export interface Transaction {
  readonly db: Db;
  /** Runs only after the commit, e.g. to publish. An error that it throws is logged and changes no answer. */
  afterCommit(run: () => void): void;
  /**
   * Marks this command as one that stores its answer under a key: it may run again, so a connection lost
   * during COMMIT leads to a retry. `idempotent()` calls it.
   */
  repeatable(): void;
}

/**
 * One database, embedded (SQLite) or shared (PostgreSQL).
 *
 * A command awaits nothing but its own SQL: on SQLite up to 64 of them share one transaction, and all
 * wait for the slowest. A command never calls `command` or `read` of the store.
 */
export interface Store {
  readonly engine: "sqlite" | "postgres";
  /**
   * The one way to write. Resolves after the commit is durable; whatever `run` throws rolls back
   * this command alone and rejects. `run` may be called again (on PostgreSQL up to four times, on
   * SQLite where another command of its group failed), so its effects go through `tx` only. A failed
   * statement must not be caught: on PostgreSQL it has aborted the transaction.
   * @throws Refusal busy when the database stayed busy or unreachable and nothing was written
   * @throws OutcomeUnknown when the connection died during COMMIT, and the command has no key or no
   *   later attempt reached the database
   */
  command<T>(run: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Reads one consistent snapshot of what is committed; writing fails. */
  read<T>(run: (db: Db) => Promise<T>): Promise<T>;
  /** As `read` by a single `select`, which is a snapshot by itself and costs less. */
  readOne<T>(run: (db: Db) => Promise<T>): Promise<T>;
  /** Brings the tables up to date, all or nothing. Names sort in the order they run: `0001-ledger`. */
  migrate(migrations: Record<string, Migration>): Promise<void>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  /** Refuses new commands, finishes those under way and closes the database. */
  close(): Promise<void>;
}

/** The connection died while committing: the effect may or may not be there. Ask by id, never assume. */
export class OutcomeUnknown extends Error {
  constructor(options?: ErrorOptions) {
    super("the connection was lost during COMMIT", options);
    this.name = "OutcomeUnknown";
  }
}
