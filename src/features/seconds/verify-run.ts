import { webCryptoDoors } from "#protocol/check-doors.ts";
import { checkReceipt, type CheckStep } from "#protocol/receipt-check.ts";
import type { ReceiptFile } from "#protocol/receipt.ts";

/** Checks a receipt on this device; undefined where the browser has no cryptography, as on an unencrypted page. */
export async function verifyReceipt(file: ReceiptFile): Promise<readonly CheckStep[] | undefined> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  return subtle && checkReceipt(file, webCryptoDoors(subtle));
}
