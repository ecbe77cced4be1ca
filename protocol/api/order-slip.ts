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

/** What of a coin order a slip has as its terms. */
export const coinTerms = [
  "symbol",
  "side",
  "type",
  "tif",
  "price",
  "stop_price",
  "operator",
  "amount",
  "value",
  "replaces",
] as const;

/** What of a contract order a slip has as its terms. */
export const contractTerms = [
  "contract_code",
  "direction",
  "offset",
  "lever_rate",
  "volume",
  "order_type",
  "price",
  "trigger_by",
  "position_id",
  "replaces",
] as const;

/** The terms of an order of a market. @param order as the wire has it */
export function termsOf(
  market: OrderSlipBody["market"],
  order: Readonly<Record<string, unknown>>,
): OrderSlipBody["terms"] {
  const names = market === "coin" ? coinTerms : contractTerms;
  return v.parse(terms, Object.fromEntries(names.map((name) => [name, order[name] ?? null])));
}

/** What a request says besides the order: the slip repeats both. */
export const slipRequest = {
  /** When the device sends it, Unix ms, and the venue's newest receipt that it knows. */
  sent_time: v.optional(timeMs),
  seen: v.optional(chainHead),
};
