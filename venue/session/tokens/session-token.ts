import { createHash, createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { signatureOf, type SignedHeaders } from "#protocol/wire/signature.ts";

/**
 * A session's token, made from the server key and never stored: the database alone opens no session.
 * 256 bits, base64url.
 */
export function tokenOf(serverKey: KeyObject, sessionId: string, userId: string | number): string {
  return createHmac("sha256", serverKey).update(`v1:${sessionId}:${userId}`).digest("base64url");
}

/** True where the headers were signed with this token; takes as long for a near miss as for a far one. */
export function isSignedWith(headers: SignedHeaders, token: string): boolean {
  const expected = signatureOf(headers.nonce, headers.timestamp, headers.userid, token);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(headers.sign));
}

/** Tells sessions apart and opens none: what logs and lists have of them. */
export function sessionRef(sessionId: string): string {
  return createHash("sha256").update(sessionId).digest("hex").slice(0, 12);
}

/** What is stored of a code or another short secret: of no use without the server key. */
export function keyedHash(serverKey: KeyObject, ...parts: string[]): string {
  return createHmac("sha256", serverKey).update(JSON.stringify(parts)).digest("hex");
}
