/** What a venue would write that changed its mind: hashed and signed again with its own key. */
import { createHash } from "node:crypto";
import { leafHash, merkleRoot } from "#protocol/proof/merkle.ts";
import {
  bodyOf,
  canonicalJson,
  lineText,
  type Receipt,
  rootText,
  type TickLine,
} from "#protocol/api/receipt.ts";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import { type Slip, slipBodyOf } from "#protocol/api/slip.ts";
import { toHex } from "#protocol/wire/byte-encoding.ts";
import { receiptKeyOf } from "../../../venue/keys/receipt-key.ts";

/** Of every venue in memory. */
export const own = receiptKeyOf("07".repeat(32));
export const stranger = receiptKeyOf("08".repeat(32));

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const sha256Bytes = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

export function signedReceipt(receipt: Receipt, change: Partial<Receipt>, key = own): Receipt {
  const changed = { ...receipt, ...change };
  const hash = sha256(canonicalJson(bodyOf(changed)));
  return { ...changed, hash, signature: key.sign(hash) };
}

export function signedSlip(slip: Slip, change: Partial<Slip>, key = own): Slip {
  const changed = { ...slip, ...change };
  const hash = sha256(canonicalJson(slipBodyOf(changed)));
  return { ...changed, hash, signature: key.sign(hash) };
}

/** The file with a changed receipt that its own chain agrees with. */
export function liedFile(
  whole: ReceiptFile,
  change: Partial<Receipt>,
  more: Partial<ReceiptFile> = {},
): ReceiptFile {
  const receipt = signedReceipt(whole.receipt, change);
  return { ...whole, receipt, chain: whole.chain.filter(({ seq }) => seq < receipt.seq), ...more };
}

/** A minute that has only this line, signed by the venue. */
export async function minuteOf(line: TickLine): Promise<TickLine> {
  const leaf = await leafHash(sha256Bytes, lineText(line));
  const root = toHex(await merkleRoot(sha256Bytes, [leaf]));
  const forged = { ...line, root, lines: 1, leaf: 0, path: [] };
  const hash = sha256(rootText(forged));
  return { ...forged, hash, signature: own.sign(hash) };
}
