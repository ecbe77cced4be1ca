/**
 * The slip of a coin or contract order: what the venue signs at the moment it takes the order in. Who holds it can
 * show what was ordered, whatever is said of the order afterwards.
 */
import * as v from "valibot";
import { idText, nameText, timeMs } from "./endpoint.ts";
import { chainHead, hashText, publicKeyText, signatureText } from "./signed.ts";

/** What of an order never changes, in the words of the order itself; null where it has none. */
const terms = v.record(
  nameText(32),
  v.nullable(v.union([v.pipe(v.string(), v.maxLength(64)), v.pipe(v.number(), v.safeInteger())])),
);

/** All that the hash covers. */
export const orderSlipBody = v.object({
  format: v.literal("godwit-order-slip-1"),
  /** The venue, by its public key. */
  public_key: publicKeyText,
  user_id: idText,
  market: v.picklist(["coin", "contract"]),
  order_id: idText,
  client_order_id: nameText(64),
  terms,
  /** When the device sent it, as the request said, Unix ms; null where it did not say. */
  sent_time: v.nullable(timeMs),
  accept_time: timeMs,
  /** The venue's last receipt at that moment. */
  head: chainHead,
  /** The newest one that the device knew, as the request said; null where it did not say. */
  seen: v.nullable(chainHead),
});

export const orderSlip = v.object({
  ...orderSlipBody.entries,
  /** SHA-256 of the canonical JSON of all above. */
  hash: hashText,
  /** The venue's, over the 32 bytes of `hash`. */
  signature: signatureText,
});
export type OrderSlipBody = v.InferOutput<typeof orderSlipBody>;
export type OrderSlip = v.InferOutput<typeof orderSlip>;

/** The fields that the hash of a slip covers. */
export function orderSlipBodyOf(whole: OrderSlip): OrderSlipBody {
  const { hash: _hash, signature: _signature, ...body } = whole;
  return body;
}
