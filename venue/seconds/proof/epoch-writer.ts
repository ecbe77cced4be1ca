import { createHash } from "node:crypto";
import { type Epoch, type EpochBody } from "#protocol/api/epoch.ts";
import { canonicalJson } from "#protocol/api/receipt.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { Transaction } from "../../store/store.ts";
import { type ChainHead, lockHead, moveHead } from "./chain-rows.ts";
import { insertEpoch } from "./epoch-rows.ts";

/** Where nobody knows what was lost, the numbers of so many receipts and minutes are left out. */
const unknownStretch = 1_000_000;

export interface LostHeads {
  receipt: ChainHead;
  tick: ChainHead;
}

/**
 * Numbers, hashes and signs an epoch, and puts it behind what was lost in both chains, so that no number is used
 * twice. Locks both chains until the commit.
 * @param facts.lost what the venue had written; undefined where nobody knows
 */
export async function openEpoch(
  { db }: Transaction,
  receiptKey: VenueDeps["receiptKey"],
  {
    lost,
    ...facts
  }: { lost: LostHeads | undefined } & Pick<
    EpochBody,
    "opened_time" | "reason" | "restored_time" | "lost_time"
  >,
): Promise<Epoch> {
  const [tick, restored] = [await lockHead(db, "tick"), await lockHead(db, "receipt")];
  const last = (found: ChainHead, known: ChainHead | undefined): ChainHead =>
    known === undefined
      ? { ...found, seq: found.seq + unknownStretch }
      : known.seq >= found.seq
        ? known
        : found;
  const before = last(restored, lost?.receipt);
  const body: EpochBody = {
    format: "godwit-epoch-1",
    public_key: receiptKey.publicKey,
    seq: before.seq + 1,
    prev_hash: before.hash,
    restored,
    lost: lost ? before : null,
    ...facts,
  };
  const hash = createHash("sha256").update(canonicalJson(body)).digest("hex");
  const epoch = { ...body, hash, signature: receiptKey.sign(hash) };
  const tickSeq = last(tick, lost?.tick).seq + 1;
  await insertEpoch(db, epoch, tickSeq);
  await moveHead(db, "tick", { seq: tickSeq, hash });
  await moveHead(db, "receipt", { seq: epoch.seq, hash });
  return epoch;
}
