import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { DeviceSigned } from "#protocol/wire/device-signature.ts";

/** So many are read once only: a key belongs to one session. */
const mostRead = 10_000;
const read = new Map<string, KeyObject>();

/** Whether the text is a point of the curve P-256, as {@link isSignedByDevice} takes it. */
export function isDeviceKey(text: string): boolean {
  try {
    keyOf(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the device with this public key made the signature (ECDSA of P-256 with SHA-256, 64 bytes, base64url).
 * @param deviceKey 65 bytes of an uncompressed point, base64url
 */
export function isSignedByDevice(deviceKey: string, signed: DeviceSigned | undefined): boolean {
  if (!signed) return false;
  const key = { key: keyOf(deviceKey), dsaEncoding: "ieee-p1363" } as const;
  return verify("sha256", signed.bytes, key, Buffer.from(signed.signature, "base64url"));
}

/** @throws where it is no point of the curve */
function keyOf(text: string): KeyObject {
  const known = read.get(text);
  if (known) return known;
  const point = Buffer.from(text, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" };
  const key = createPublicKey({ key: jwk, format: "jwk" });
  if (read.size >= mostRead) read.clear();
  read.set(text, key);
  return key;
}
