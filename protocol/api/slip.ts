/**
 * The slip of a seconds contract: what the venue signs at the moment it takes the contract in. Who holds it can show
 * what was agreed, whatever the receipt says afterwards.
 */
import * as v from "valibot";
import { amountText } from "../wire/amount.ts";
import { figure, idText, nameText, timeMs } from "./endpoint.ts";
import { dayCommits } from "./receipt.ts";
import { chainHead, hashText, publicKeyText, signatureText } from "./signed.ts";

/** All that the hash covers. What a receipt has too is called as there. */
export const slipBody = v.object({
  format: v.literal("godwit-slip-1"),
  /** The venue, by its public key. */
  public_key: publicKeyText,
  user_id: idText,
  order_id: idText,
  client_order_id: nameText(64),
  symbol: nameText(32),
  direction: v.picklist(["up", "down"]),
  currency: nameText(24),
  stake: amountText,
  odds: amountText,
  time: figure,
  /** When the device sent it, as the request said, Unix ms; null where it did not say. */
  sent_time: v.nullable(timeMs),
  accept_time: timeMs,
  t0: timeMs,
  t1: timeMs,
  source: nameText(32),
  day_commits: dayCommits,
  /** The venue's last receipt at that moment: the contract's own comes after it. */
  head: chainHead,
  /** The newest one that the device knew, as the request said; null where it did not say. */
  seen: v.nullable(chainHead),
});

export const slip = v.object({
  ...slipBody.entries,
  /** SHA-256 of the canonical JSON of all above. */
  hash: hashText,
  /** The venue's, over the 32 bytes of `hash`. */
  signature: signatureText,
});
export type SlipBody = v.InferOutput<typeof slipBody>;
export type Slip = v.InferOutput<typeof slip>;

/** The fields that the hash of a slip covers. */
export function slipBodyOf(whole: Slip): SlipBody {
  const { hash: _hash, signature: _signature, ...body } = whole;
  return body;
}
