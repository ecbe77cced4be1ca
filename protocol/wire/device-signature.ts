/**
 * Request signature v2, beside the four headers of v1 (signature.ts): ECDSA over P-256 with SHA-256, by a key that
 * its device cannot give away. It covers method, path, query and content, and the nonce, time and user of v1. A
 * session that began with such a key is not served without it: its token alone opens nothing.
 */
import { toBase64url } from "./byte-encoding.ts";
import type { SignedHeaders } from "./signature.ts";

/** `platBase` names it where the venue takes these signatures. */
export const deviceSignatureVersion = "v2";

/** The content's hash and the signature, base64url, with a dot between them. */
export const deviceSignatureHeader = "x-sig2";

/** How WebCrypto makes the key, and how it signs with it. */
export const deviceKeyAlgorithm = { name: "ECDSA", namedCurve: "P-256" } as const;
export const deviceSigning = { name: "ECDSA", hash: "SHA-256" } as const;

/** What a device signs of a call. */
export interface DeviceCall {
  method: "GET" | "POST" | "STREAM";
  /** The endpoint's path, without the prefix of a base address. */
  path: string;
  query: URLSearchParams;
  /** SHA-256 of the content, base64url: of the body as it is sent; of an upload, of its file. */
  content: string;
}

/** SHA-256 of nothing, which is the content of every GET. */
export const noContent = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU";

/** What a device signs to have its user's own topics on the stream. */
export const streamCall: DeviceCall = {
  method: "STREAM",
  path: "/api/ws",
  query: new URLSearchParams(),
  content: noContent,
};

/** What a device claims to have signed. */
export interface DeviceSigned {
  bytes: Uint8Array;
  /** 64 bytes, base64url. */
  signature: string;
}

/** The bytes that are signed. The order of a query's fields does not matter. */
export function signedBytes(
  call: DeviceCall,
  { nonce, timestamp, userid }: Pick<SignedHeaders, "nonce" | "timestamp" | "userid">,
): Uint8Array<ArrayBuffer> {
  const query = new URLSearchParams(call.query);
  query.sort();
  const lines = ["v2", call.method, call.path, query, timestamp, nonce, call.content, userid];
  return new TextEncoder().encode(lines.join("\n"));
}

/** The header's value. @param sign answers r and s of ECDSA as 64 bytes, the form of WebCrypto */
export async function signAsDevice(
  call: DeviceCall,
  headers: SignedHeaders,
  sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>,
): Promise<string> {
  const signature = await sign(signedBytes(call, headers));
  return `${call.content}.${toBase64url(new Uint8Array(signature))}`;
}

/** The parts of the header's value; undefined where it is not of its form. */
export function readDeviceSignature(
  value: string | null | undefined,
): { content: string; signature: string } | undefined {
  const [, content, signature] = /^([\w-]{43})\.([\w-]{86})$/.exec(value ?? "") ?? [];
  return content !== undefined && signature !== undefined ? { content, signature } : undefined;
}
