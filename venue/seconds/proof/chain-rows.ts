/** SQL of the heads of the two chains: receipts, and published minutes. */
import { isPostgres } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";

declare module "../../store/schema.ts" {
  interface Tables {
    second_chain: { name: ChainName; seq: number; hash: string };
  }
}

export type ChainName = "receipt" | "tick";

/** The number and the hash of the last one; 0 and `noHash` before the first. */
export interface ChainHead {
  seq: number;
  hash: string;
}

/** The head, for this transaction alone until it commits. Lock it last, since all other additions wait for it. */
export async function lockHead(db: Db, name: ChainName): Promise<ChainHead> {
  return db
    .selectFrom("second_chain")
    .select(["seq", "hash"])
    .where("name", "=", name)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

/** The head as it is now, without its lock: what comes next may be on its way. */
export async function readHead(db: Db, name: ChainName): Promise<ChainHead> {
  return db
    .selectFrom("second_chain")
    .select(["seq", "hash"])
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
}

export async function moveHead(db: Db, name: ChainName, { seq, hash }: ChainHead): Promise<void> {
  await db.updateTable("second_chain").set({ seq, hash }).where("name", "=", name).execute();
}
