import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDatabase,
  type SqliteStatement,
} from "kysely";
import { exactNumber, isNumberByName } from "./integers.ts";
import type { Db, Tables } from "./schema.ts";

/** One connection: `raw` for the transaction verbs, `db` for the queries. */
export interface SqliteConnection {
  readonly raw: DatabaseSync;
  readonly db: Db;
}

/** Most prepared statements per connection; queries with lists of many lengths would otherwise add up. */
const maxStatements = 500;

/** Another process holds the write lock (the operator's command line): wait this long before `BUSY`. */
const busyTimeoutMs = 200;

/** Opens a SQLite file, durable at every commit, for one writer or for reading only. */
export function connectSqlite(
  path: string,
  use: "write" | "read",
  timeoutMs = busyTimeoutMs,
): SqliteConnection {
  const raw = new DatabaseSync(path, {
    readOnly: use === "read",
    timeout: timeoutMs,
    enableForeignKeyConstraints: true,
    allowExtension: false,
  });
  if (use === "write") raw.exec("pragma journal_mode = wal; pragma synchronous = full;");
  return { raw, db: new Kysely<Tables>({ dialect: new DirectSqlite(adapt(raw)) }) };
}

class DirectSqlite extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createAdapter(): SqliteAdapter {
    return new DirectAdapter(this.#database);
  }
}

/** Known to each query of the connection; it runs those that are compiled already. */
export class DirectAdapter extends SqliteAdapter {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super();
    this.#database = database;
  }

  /** Migrations run in a transaction, which Kysely does not do for SQLite: a killed one must not stay half done. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The rows of a compiled query, with integers as `integers.ts` says. Kysely's way to them costs more than SQLite's own work. */
  rows(sql: string, parameters: readonly unknown[]): unknown[] {
    const statement = this.#database.prepare(sql);
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return [];
  }

  /** Runs a compiled statement that answers no rows: how many it wrote, and the number of the last new one. */
  change(sql: string, parameters: readonly unknown[]): { count: number; lastId: number } {
    const { changes, lastInsertRowid } = this.#database.prepare(sql).run(parameters);
    return { count: Number(changes), lastId: exactNumber(BigInt(lastInsertRowid)) };
  }
}

function adapt(raw: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => raw.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const [oldest] = statements.keys();
      if (statements.size >= maxStatements && oldest !== undefined) statements.delete(oldest);
      const statement = adaptStatement(raw.prepare(sql));
      statements.set(sql, statement);
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  statement.setReadBigInts(true);
  const columns = statement.columns();
  const numbers = columns
    .filter(({ name, type }) => type?.toLowerCase() === "integer" || isNumberByName(name))
    .map(({ name }) => name);
  const convert = (row: Record<string, unknown>) => {
    for (const name of numbers) {
      const value = row[name];
      if (typeof value === "bigint") row[name] = exactNumber(value);
    }
  };
  return {
    reader: columns.length > 0,
    all(parameters) {
      const rows = statement.all(...parameters.map(toSqlite));
      if (numbers.length > 0) for (const row of rows) convert(row);
      return rows;
    },
    run: (parameters) => statement.run(...parameters.map(toSqlite)),
    *iterate(parameters) {
      for (const row of statement.iterate(...parameters.map(toSqlite))) {
        convert(row);
        yield row;
      }
    },
  };
}

/** node:sqlite binds every JS number as REAL; whole numbers must be INTEGER. */
function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value === "bigint" || typeof value === "string") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`cannot store a ${typeof value}`);
}
