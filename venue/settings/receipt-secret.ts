import { createECDH } from "node:crypto";

const hexKey = /^[0-9a-f]{64}$/;

/** Whether the text (hex) is a number that P-256 takes as a private key. */
export function isReceiptSecret(secret: string): boolean {
  if (!hexKey.test(secret)) return false;
  try {
    createECDH("prime256v1").setPrivateKey(secret, "hex");
    return true;
  } catch {
    return false;
  }
}
