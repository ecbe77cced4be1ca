import { createHash } from "node:crypto";
import { canonicalJson, type Receipt, type ReceiptBody } from "#protocol/api/receipt.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { Transaction } from "../../store/store.ts";
import { lockHead, moveHead } from "./chain-rows.ts";
import { insertReceipt } from "./receipt-rows.ts";

/** All of a receipt but its place in the chain. */
export type ReceiptFacts = Omit<ReceiptBody, "seq" | "prev_hash">;

/**
 * Numbers, hashes and signs the receipt of a settlement and puts it at the end of the chain. Locks the
 * chain until the commit, so it comes last in the transaction. A second receipt of one order is an error.
 */
export type AppendReceipt = (tx: Transaction, facts: ReceiptFacts) => Promise<Receipt>;

export function createReceiptWriter({
  receiptKey,
  clock,
}: Pick<VenueDeps, "receiptKey" | "clock">): AppendReceipt {
  return async ({ db }, facts) => {
    const head = await lockHead(db, "receipt");
    const body: ReceiptBody = { ...facts, seq: head.seq + 1, prev_hash: head.hash };
    const text = canonicalJson(body);
    const hash = createHash("sha256").update(text).digest("hex");
    const signature = receiptKey.sign(hash);
    const settled_at = clock.now();
    const { seq, prev_hash } = body;
    await insertReceipt(db, {
      seq,
      order_id: Number(body.order_id),
      hash,
      prev_hash,
      signature,
      body: text,
      settled_at,
    });
    await moveHead(db, "receipt", { seq, hash });
    return { ...body, hash, signature, settle_time: settled_at };
  };
}
