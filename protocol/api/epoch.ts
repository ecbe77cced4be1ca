/**
 * An epoch of a venue: its database was put back to an older state, and it goes on from there. The venue signs what
 * is lost, as an entry of its chain of receipts, so that nobody has to take a lost receipt for a forged one.
 */
import * as v from "valibot";
import { timeMs } from "./endpoint.ts";
import { chainHead, hashText, publicKeyText, signatureText } from "./signed.ts";

/** All that the hash covers. */
export const epochBody = v.object({
  format: v.literal("godwit-epoch-1"),
  /** The venue, by its public key. */
  public_key: publicKeyText,
  /** Its number in the chain of receipts, after the last that was lost. */
  seq: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** `hash` of the last receipt that was lost; of the last one left where nobody knows what was lost. */
  prev_hash: hashText,
  /** When the operator accepted the loss, Unix ms, and why. */
  opened_time: timeMs,
  reason: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
  /** The last receipt that the database still has, and the last that had been signed; null where nobody knows. */
  restored: chainHead,
  lost: v.nullable(chainHead),
  /** Between these two everything is lost, Unix ms; null where nobody knows. */
  restored_time: v.nullable(timeMs),
  lost_time: v.nullable(timeMs),
});

export const epoch = v.object({
  ...epochBody.entries,
  /** SHA-256 of the canonical JSON of all above. */
  hash: hashText,
  /** The venue's, over the 32 bytes of `hash`. */
  signature: signatureText,
});
export type EpochBody = v.InferOutput<typeof epochBody>;
export type Epoch = v.InferOutput<typeof epoch>;

/** The fields that the hash of an epoch covers. */
export function epochBodyOf(whole: Epoch): EpochBody {
  const { hash: _hash, signature: _signature, ...body } = whole;
  return body;
}

/** Whether a receipt's number lies in the stretch that an epoch declares lost. */
export function isLostIn({ restored, seq: opened }: EpochBody, seq: number): boolean {
  return restored.seq < seq && seq < opened;
}
