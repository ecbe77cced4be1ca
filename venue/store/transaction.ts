import type { KyselyPlugin, QueryId } from "kysely";
import type { Db } from "./schema.ts";
import type { Log, Transaction } from "./store.ts";

/** A `Transaction` with what its owner needs to end it. */
export interface OpenTx {
  readonly tx: Transaction;
  readonly isRepeatable: boolean;
  /** From here on a query through `tx` throws: it would land in a neighbour's transaction. */
  end(): void;
  /** Runs what was left for after the commit. */
  announce(log: Log): void;
}

/** Wraps a connection that stands inside a transaction. */
export function openTx(connection: Db): OpenTx {
  const hooks: (() => void)[] = [];
  const { db, end } = expiring(connection);
  let isRepeatable = false;
  return {
    tx: {
      db,
      afterCommit: (run) => void hooks.push(run),
      repeatable: () => void (isRepeatable = true),
    },
    get isRepeatable() {
      return isRepeatable;
    },
    end,
    announce(log) {
      for (const run of hooks) {
        try {
          run();
        } catch (error) {
          log("error", "after-commit hook failed", { error });
        }
      }
    },
  };
}

/** The same connection until `end()` is called; then every query throws. */
export function expiring(connection: Db): { db: Db; end: () => void } {
  let isOver = false;
  const guard: KyselyPlugin = {
    transformQuery({ node }) {
      if (isOver) throw new Error("query on a transaction that is over: an await is missing");
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { db: connection.withPlugin(guard), end: () => void (isOver = true) };
}

/** The same connection for one `select`; any other query throws. */
export function singleRead(connection: Db): Db {
  let first: QueryId | undefined;
  const guard: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      first ??= queryId;
      if (queryId.queryId !== first.queryId || node.kind !== "SelectQueryNode")
        throw new Error("readOne takes a single select");
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return connection.withPlugin(guard);
}
