import * as v from "valibot";
import { timeMs } from "./endpoint.ts";
import { chainHead, hashText, publicKeyText, signatureText } from "./signed.ts";

/** All that the hash covers: which entry of its chain the venue called its newest, and when. */
export const headBody = v.object({
  format: v.literal("godwit-head-1"),
  public_key: publicKeyText,
  head: chainHead,
  /** Unix ms. */
  time: timeMs,
});

export const signedHead = v.object({
  ...headBody.entries,
  /** SHA-256 of the canonical JSON of all above. */
  hash: hashText,
  /** The venue's, over the 32 bytes of `hash`. */
  signature: signatureText,
});
export type HeadBody = v.InferOutput<typeof headBody>;
export type SignedHead = v.InferOutput<typeof signedHead>;

/** The fields that the hash of a signed head covers. */
export function headBodyOf(whole: SignedHead): HeadBody {
  const { hash: _hash, signature: _signature, ...body } = whole;
  return body;
}
