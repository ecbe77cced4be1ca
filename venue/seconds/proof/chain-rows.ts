/** SQL of the two chains: receipts with the epochs between them, and published minutes. */
import type { ChainLink } from "#protocol/api/receipt.ts";
import { fixedQuery } from "../../store/fixed-query.ts";
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
  const [head] = await selectHead(db, { name });
  if (head === undefined) throw new Error(`there is no chain ${name}`);
  return head;
}

const selectHead = fixedQuery((db, { name }: { name: ChainName }) =>
  db.selectFrom("second_chain").select(["seq", "hash"]).where("name", "=", name).compile(),
);

export async function moveHead(db: Db, name: ChainName, { seq, hash }: ChainHead): Promise<void> {
  await db.updateTable("second_chain").set({ seq, hash }).where("name", "=", name).execute();
}

const link = ["seq", "hash", "prev_hash", "signature"] as const;

/** Entries of the chain of receipts by number without what is their owners' own, oldest first. */
export async function readLinks(db: Db, from: number, size: number): Promise<ChainLink[]> {
  return db
    .selectFrom("second_receipt")
    .select(link)
    .where("seq", ">=", from)
    .unionAll(db.selectFrom("second_epoch").select(link).where("seq", ">=", from))
    .orderBy("seq")
    .limit(size)
    .execute();
}

/** The newest entry of the chain of receipts. */
export async function readLastLink(db: Db): Promise<ChainLink | undefined> {
  const { seq } = await readHead(db, "receipt");
  return (await readLinks(db, seq, 1)).at(0);
}
