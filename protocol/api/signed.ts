/** The forms of what a venue signs: hashes, signatures, its key, and places in its chain of receipts. */
import * as v from "valibot";

/** SHA-256 as lower-case hex. */
export const hashText = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** ECDSA P-256 over SHA-256, r and s of 32 bytes each, base64url without padding. */
export const signatureText = v.pipe(v.string(), v.regex(/^[\w-]{86}$/));
/** An uncompressed point of P-256 (65 bytes), base64url without padding. */
export const publicKeyText = v.pipe(v.string(), v.regex(/^[\w-]{87}$/));

/** The last entry of a chain: its number, 0 before the first, and its hash. */
export const chainHead = v.object({
  seq: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  hash: hashText,
});
export type ChainHead = v.InferOutput<typeof chainHead>;
