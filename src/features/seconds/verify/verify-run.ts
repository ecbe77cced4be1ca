import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { checkReceipt, type CheckStep } from "#protocol/proof/receipt-check.ts";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";

/** Checks a receipt on this device; undefined where the browser has no cryptography, as on an unencrypted page. */
export async function verifyReceipt(file: ReceiptFile): Promise<readonly CheckStep[] | undefined> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  return subtle && checkReceipt(file, webCryptoDeps(subtle));
}
