import type { KyselyPlugin } from "kysely";
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
