import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { checkReceipt, type CheckStep } from "#protocol/proof/receipt-check.ts";
import type { EvidenceFile } from "#protocol/api/evidence-file.ts";
import { checkEvidence, type EvidenceState } from "#protocol/proof/evidence-check.ts";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";

/** Checks a receipt on this device; undefined where the browser has no cryptography, as on an unencrypted page. */
export async function verifyReceipt(file: ReceiptFile): Promise<readonly CheckStep[] | undefined> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  return subtle && checkReceipt(file, webCryptoDeps(subtle));
}

/** What a finding of this device shows; undefined where the browser has no cryptography. */
export async function judgeEvidence(file: EvidenceFile): Promise<EvidenceState | undefined> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  return subtle && checkEvidence(file, webCryptoDeps(subtle));
}
