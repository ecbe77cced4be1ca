import * as v from "valibot";
import { chainHead } from "#protocol/api/signed.ts";
import { blockHashAt, readBlockHead } from "../ledger/blocks.ts";
import { readHead } from "../seconds/proof/chain-rows.ts";
import { readEpochHash } from "../seconds/proof/epoch-rows.ts";
import { readReceiptHash } from "../seconds/proof/receipt-rows.ts";
import { readRootHash } from "../seconds/proof/tick-log-rows.ts";
import { hasMarket } from "./opened-rows.ts";
import { readGivenIds } from "../store/given-ids.ts";
import type { Db } from "../store/schema.ts";

/** What the exchange has written down, as the file beside the database has it. */
export const headsSchema = v.object({
  format: v.literal("godwit-heads-1"),
  /** When the file was written, Unix ms. */
  written_at: v.pipe(v.number(), v.safeInteger()),
  /** The last entry of the chain of receipts, of the published minutes, and of the ledger's blocks. */
  receipt: chainHead,
  tick: chainHead,
  block: chainHead,
  /** The last numbers given to rows, by table or sequence. */
  ids: v.record(v.string(), v.pipe(v.number(), v.safeInteger())),
});
export type Heads = v.InferOutput<typeof headsSchema>;

/** What the database has. */
export async function readHeads(db: Db): Promise<Omit<Heads, "format" | "written_at">> {
  return {
    receipt: await readHead(db, "receipt"),
    tick: await readHead(db, "tick"),
    block: await readBlockHead(db),
    ids: await readGivenIds(db),
  };
}

const chains = ["receipt", "tick", "block"] as const;
const names = { receipt: "receipt", tick: "published minute", block: "block of the ledger" };

/** The hash of an entry by its number; an epoch stands in both chains of seconds contracts. */
const hashAt = {
  receipt: async (db: Db, seq: number) =>
    (await readReceiptHash(db, seq)) ?? readEpochHash(db, "seq", seq),
  tick: async (db: Db, seq: number) =>
    (await readRootHash(db, seq)) ?? readEpochHash(db, "tick_seq", seq),
  block: blockHashAt,
};

/** The first chain in which the database ends before the file, or goes another way; undefined where it has all. */
export async function findLoss(db: Db, known: Heads): Promise<string | undefined> {
  const found = await readHeads(db);
  for (const chain of chains) {
    const { seq, hash } = known[chain];
    if (seq === 0) continue;
    if (found[chain].seq < seq) return `it ends at ${names[chain]} ${found[chain].seq} of ${seq}`;
    if ((await hashAt[chain](db, seq)) !== hash) return `its ${names[chain]} ${seq} is another one`;
  }
  return undefined;
}

/** Whether no venue was ever opened on it: the first start writes which market it is for. */
export async function isBlank(db: Db): Promise<boolean> {
  const found = await readHeads(db);
  return !(await hasMarket(db)) && chains.every((chain) => found[chain].seq === 0);
}
