/** SQL of the epochs of the venue. */
import * as v from "valibot";
import { type Epoch, epochBody, epochBodyOf } from "#protocol/api/epoch.ts";
import { canonicalJson } from "#protocol/api/receipt.ts";
import type { Db } from "../../store/schema.ts";

declare module "../../store/schema.ts" {
  interface Tables {
    second_epoch: {
      /** Its number in the chain of receipts. */
      seq: number;
      /** Its number in the chain of published minutes. */
      tick_seq: number;
      hash: string;
      prev_hash: string;
      signature: string;
      /** The canonical text that the hash covers. */
      body: string;
      opened_at: number;
    };
  }
}

export async function insertEpoch(db: Db, epoch: Epoch, tick_seq: number): Promise<void> {
  const { seq, hash, prev_hash, signature, opened_time: opened_at } = epoch;
  const body = canonicalJson(epochBodyOf(epoch));
  await db
    .insertInto("second_epoch")
    .values({ seq, tick_seq, hash, prev_hash, signature, body, opened_at })
    .execute();
}

/** Every epoch but the first, oldest first: a venue that never lost anything has none. */
export async function readEpochs(db: Db): Promise<Epoch[]> {
  const rows = await db
    .selectFrom("second_epoch")
    .select(["body", "hash", "signature"])
    .orderBy("seq")
    .execute();
  return rows.map(({ body, hash, signature }) => ({
    ...v.parse(epochBody, JSON.parse(body)),
    hash,
    signature,
  }));
}

/** The hash of an epoch by its number in one of the chains. */
export async function readEpochHash(
  db: Db,
  chain: "seq" | "tick_seq",
  number: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("second_epoch")
    .select("hash")
    .where(chain, "=", number)
    .executeTakeFirst();
  return row?.hash;
}
