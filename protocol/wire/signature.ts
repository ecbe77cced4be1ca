/**
 * Request signature v1 of the specification: uppercase MD5 hex of nonce, timestamp, user id and token,
 * joined without separators. The fixed formats below are what keeps the join unambiguous. It proves the
 * session and freshness, not the body.
 */
import SparkMD5 from "spark-md5";

export const signatureHeaders = {
  nonce: "nonce",
  timestamp: "timestamp",
  userId: "userid",
  sign: "sign",
} as const;

export interface SignedHeaders {
  nonce: string;
  /** Unix seconds. */
  timestamp: string;
  userid: string;
  sign: string;
}

export const signedFormats = {
  nonce: /^[0-9a-f]{7}$/,
  timestamp: /^\d{10}$/,
  userid: /^\d{1,19}$/,
  sign: /^[0-9A-F]{32}$/,
} as const;

/** How far the signer's clock may be off, in seconds. */
const signatureWindow = { behind: 60, ahead: 30 } as const;

/** 7 hex characters cut from 8 random bytes. */
export function makeNonce(randomBytes: (length: number) => Uint8Array): string {
  return hexPrefix(randomBytes(8));
}

/** The first 7 hex characters of the given bytes. */
export function hexPrefix(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text.slice(0, 7);
}

export function signRequest(
  session: { id: string; token: string },
  nonce: string,
  timestampSec: number,
): SignedHeaders {
  const timestamp = String(timestampSec);
  return {
    nonce,
    timestamp,
    userid: session.id,
    sign: signatureOf(nonce, timestamp, session.id, session.token),
  };
}

/**
 * A log-out that reaches the venue later: signs the end of one session and nothing else. The `revoke:` before the
 * token keeps the signature of a call from being used as one, and the other way round.
 */
export function signRevocation(
  session: { id: string; token: string },
  nonce: string,
  timestampSec: number,
): SignedHeaders {
  return signRequest(
    { id: session.id, token: revocationToken(session.token) },
    nonce,
    timestampSec,
  );
}

/** What a revocation is signed with in the place of the session's token. */
export function revocationToken(token: string): string {
  return `revoke:${token}`;
}

export function signatureOf(
  nonce: string,
  timestamp: string,
  userId: string,
  token: string,
): string {
  return SparkMD5.hash(nonce + timestamp + userId + token).toUpperCase();
}

/** The four headers if all are there and of their fixed form, else `undefined`. */
export function readSignedHeaders(
  get: (name: string) => string | null | undefined,
): SignedHeaders | undefined {
  const headers = {
    nonce: get("nonce") ?? "",
    timestamp: get("timestamp") ?? "",
    userid: get("userid") ?? "",
    sign: get("sign") ?? "",
  };
  const valid =
    signedFormats.nonce.test(headers.nonce) &&
    signedFormats.timestamp.test(headers.timestamp) &&
    signedFormats.userid.test(headers.userid) &&
    signedFormats.sign.test(headers.sign);
  return valid ? headers : undefined;
}

export function withinWindow(timestampSec: number, nowSec: number): boolean {
  return (
    timestampSec >= nowSec - signatureWindow.behind &&
    timestampSec <= nowSec + signatureWindow.ahead
  );
}
