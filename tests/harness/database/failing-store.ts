import type { KyselyPlugin } from "kysely";
import type { Store, Transaction } from "../../../venue/store/store.ts";

/** A store of a process that may be killed. */
export interface DyingStore {
  store: Store;
  /** Whether it was. */
  isDead: () => boolean;
}

const killed = () => new Error("killed");

/** Of a process that is killed before its nth statement within commands, counted from 0: what it had begun is rolled back, and nothing of it follows. */
export function dyingAtStatement(store: Store, at: number): DyingStore {
  let statements = 0;
  let dead = false;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      dead ||= statements === at;
      statements += 1;
      if (dead) throw killed();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const command = (run: (tx: Transaction) => Promise<unknown>) => {
    if (dead) return Promise.reject(killed());
    return store.command((tx) => run({ ...tx, db: tx.db.withPlugin(plugin) }));
  };
  return {
    store: Object.create(store, { command: { value: command } }) as Store,
    isDead: () => dead,
  };
}

/** Of a process that is killed when its nth command is committed, counted from 0, before it hears of that. */
export function dyingAfterCommand(store: Store, at: number): DyingStore {
  let commands = 0;
  let dead = false;
  const command = async (run: (tx: Transaction) => Promise<unknown>) => {
    if (dead) throw killed();
    dead = commands === at;
    commands += 1;
    const answer = await store.command(run);
    if (dead) throw killed();
    return answer;
  };
  return {
    store: Object.create(store, { command: { value: command } }) as Store,
    isDead: () => dead,
  };
}
