import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject } from "node:crypto";
import type { RandomBytes } from "../../lib/clock.ts";

const nonceBytes = 12;
const tagBytes = 16;

/**
 * A secret that must be read again, as it is stored: encrypted with the server key and bound to its owner, so
 * that the database alone gives nothing away and a row moved to another owner cannot be opened. AES-256-GCM.
 */
export function sealSecret(
  serverKey: KeyObject,
  secret: Uint8Array,
  { owner, random }: { owner: string; random: RandomBytes },
): string {
  const nonce = random(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", sealKey(serverKey), nonce).setAAD(
    Buffer.from(owner),
  );
  const body = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64url");
}

/** The secret of `owner`, or `undefined` where it was sealed with another key, for another owner, or was changed. */
export function openSecret(
  serverKey: KeyObject,
  sealed: string,
  owner: string,
): Uint8Array | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length <= nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(
    "aes-256-gcm",
    sealKey(serverKey),
    bytes.subarray(0, nonceBytes),
    { authTagLength: tagBytes },
  )
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
      decipher.final(),
    ]);
  } catch {
    return undefined;
  }
}

/** A key of its own: the server key itself makes tokens. */
function sealKey(serverKey: KeyObject): Buffer {
  return Buffer.from(hkdfSync("sha256", serverKey, "", "godwit sealed secrets", 32));
}
