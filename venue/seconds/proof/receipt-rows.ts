/** SQL of the receipts of settled seconds contracts. */
import * as v from "valibot";
import { type Receipt, receiptBody } from "#protocol/api/receipt.ts";
import type { Db } from "../../store/schema.ts";

interface ReceiptTable {
  /** Number in the chain, from 1 without a gap. */
  seq: number;
  order_id: number;
  hash: string;
  prev_hash: string;
  signature: string;
  /** The canonical text that the hash covers. */
  body: string;
  settled_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    second_receipt: ReceiptTable;
  }
}

export async function insertReceipt(db: Db, row: ReceiptTable): Promise<void> {
  await db.insertInto("second_receipt").values(row).execute();
}

/** The receipt of an order; undefined while it runs. Whose order it is, the caller has to look at. */
export async function readReceipt(db: Db, orderId: number): Promise<Receipt | undefined> {
  const row = await db
    .selectFrom("second_receipt")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...v.parse(receiptBody, JSON.parse(row.body)),
    hash: row.hash,
    signature: row.signature,
    settle_time: row.settled_at,
  };
}

export async function readReceiptHash(db: Db, seq: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("second_receipt")
    .select("hash")
    .where("seq", "=", seq)
    .executeTakeFirst();
  return row?.hash;
}
