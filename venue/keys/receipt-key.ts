import { createECDH, createPrivateKey, sign } from "node:crypto";
import type { RandomBytes } from "../lib/clock.ts";
import { loadKeyFile } from "./key-file.ts";
import { isReceiptSecret } from "../settings/receipt-secret.ts";
import type { Settings } from "../settings/settings.ts";

/** The key that receipts and published minutes are signed with: ECDSA P-256 over SHA-256. */
export interface ReceiptKey {
  /** The public point, uncompressed, base64url. */
  readonly publicKey: string;
  /** Signs the 32 bytes of a hash (hex); r and s as base64url. */
  sign(hash: string): string;
}

/**
 * `RECEIPT_KEY`, or the file in the data directory, which is made at the first start and readable by its
 * owner only. Venues that share a database share the key.
 * @throws WrongSetting when the file holds something else, or cannot be made
 */
export function loadReceiptKey(
  settings: Pick<Settings, "receiptKey" | "dataDir">,
  random: RandomBytes,
): ReceiptKey {
  if (settings.receiptKey !== null) return receiptKeyOf(settings.receiptKey);
  return receiptKeyOf(
    loadKeyFile({
      dataDir: settings.dataDir,
      name: "receipt.key",
      random,
      make: () => makeVenueSecret(random),
      isSound: isReceiptSecret,
      ifLost: "restore it, or remove it and receipts are signed by another key from now on",
    }),
  );
}

/** A private key, hex. */
export function makeVenueSecret(random: RandomBytes): string {
  for (;;) {
    const secret = Buffer.from(random(32)).toString("hex");
    // One draw in 2^32 is no number below the order of the curve.
    if (isReceiptSecret(secret)) return secret;
  }
}

/** @throws where the number is not in the range of the curve */
export function receiptKeyOf(secret: string): ReceiptKey {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(secret, "hex");
  const point = curve.getPublicKey();
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const key = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: part(1),
      y: part(33),
      d: Buffer.from(secret, "hex").toString("base64url"),
    },
  });
  return {
    publicKey: point.toString("base64url"),
    sign: (hash) => flatOf(sign("sha256", Buffer.from(hash, "hex"), key)).toString("base64url"),
  };
}

/**
 * A DER signature as r and s of 32 bytes each (IEEE P1363). Node's own `dsaEncoding` gives the same and takes as long
 * as signing, which every order waits for.
 */
function flatOf(der: Uint8Array): Buffer {
  const flat = Buffer.alloc(64);
  const rLength = der[3] ?? 0;
  putRight(flat, 32, der.subarray(4, 4 + rLength));
  putRight(flat, 64, der.subarray(6 + rLength));
  return flat;
}

/** Writes a number so that it ends before `end`; a DER number has a zero in front where its first bit is set. */
function putRight(flat: Uint8Array, end: number, number: Uint8Array): void {
  const bytes = number.subarray(Math.max(0, number.length - 32));
  flat.set(bytes, end - bytes.length);
}
