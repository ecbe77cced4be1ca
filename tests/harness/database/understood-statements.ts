import { type KyselyPlugin, PostgresQueryCompiler, type RootOperationNode } from "kysely";
import { Client } from "pg";
import type { Db } from "../../../venue/store/schema.ts";
import type { Store } from "../../../venue/store/store.ts";

/** Statements that PostgreSQL was asked about in this process, and those that it is yet to be asked about. */
const asked = new Set<string>();
const waiting = new Set<string>();
/** In a statement that is SQLite's own: PostgreSQL has another in its place. */
const sqliteOnly = /\b(pragma|sqlite)_/;
/** A fixed query is the same one at each call, and is compiled here once. */
const compiled = new WeakSet<RootOperationNode>();
const compiler = new PostgresQueryCompiler();

const plugin: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    if (compiled.has(node)) return node;
    compiled.add(node);
    const { sql } = compiler.compileQuery(node, queryId);
    if (!asked.has(sql) && !sqliteOnly.test(sql)) waiting.add(sql);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

/** An SQLite store whose statements are noted as PostgreSQL would get them. */
export function notingStatements(store: Store): Store {
  const noted = (db: Db): Db => db.withPlugin(plugin);
  return {
    ...store,
    command: (run) => store.command((tx) => run({ ...tx, db: noted(tx.db) })),
    read: (run) => store.read((db) => run(noted(db))),
    readOne: (run) => store.readOne((db) => run(noted(db))),
  };
}

/**
 * Has PostgreSQL prepare each statement that was noted: its tables, columns and types are looked up, nothing runs.
 * @throws Error naming those that it does not understand
 */
export async function expectUnderstood(databaseUrl: string): Promise<void> {
  if (waiting.size === 0) return;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const faults: string[] = [];
  try {
    for (const sql of waiting) {
      waiting.delete(sql);
      asked.add(sql);
      try {
        await client.query(`prepare noted as ${sql}`);
        await client.query("deallocate noted");
      } catch (error) {
        faults.push(`${(error as Error).message}: ${sql}`);
      }
    }
  } finally {
    await client.end();
  }
  if (faults.length > 0) throw new Error(`PostgreSQL does not understand\n${faults.join("\n")}`);
}
