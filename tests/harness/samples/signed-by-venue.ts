/**
 * What a venue would write that changed its mind: hashed and signed again with its own key. And the receipt of
 * docs/receipt.md, which that key signed.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { type Epoch, type EpochBody, epochBodyOf } from "#protocol/api/epoch.ts";
import { type OrderSlip, orderSlipBodyOf } from "#protocol/api/order-slip.ts";
import { leafHash, merkleRoot } from "#protocol/proof/merkle.ts";
import {
  bodyOf,
  canonicalJson,
  lineText,
  type Receipt,
  rootText,
  type TickLine,
} from "#protocol/api/receipt.ts";
import { type ReceiptFile, receiptFile } from "#protocol/api/receipt-file.ts";
import { headBodyOf, type SignedHead } from "#protocol/api/signed-head.ts";
import { type Slip, slipBodyOf } from "#protocol/api/slip.ts";
import { toHex } from "#protocol/wire/byte-encoding.ts";
import { receiptKeyOf } from "../../../venue/keys/receipt-key.ts";
import { root } from "../root.ts";

/** Of every venue in memory. */
export const own = receiptKeyOf("07".repeat(32));
export const stranger = receiptKeyOf("08".repeat(32));

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const sha256Bytes = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** The third receipt of its venue, of a simulated market, with its slip and all that proves it. */
export function sampleReceipt(): ReceiptFile & { slip: Slip } {
  const text = readFileSync(`${root}/docs/vectors/receipt.json`, "utf8");
  const { slip, ...file } = v.parse(receiptFile, JSON.parse(text));
  if (!slip) throw new Error("the vector has no slip");
  return { ...file, slip };
}

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

/** The slip of a coin order, but for what is changed. */
export function signedOrderSlip(change: Partial<OrderSlip> = {}, key = own): OrderSlip {
  const changed: OrderSlip = {
    format: "godwit-order-slip-1",
    public_key: own.publicKey,
    user_id: "1",
    market: "coin",
    order_id: "77",
    client_order_id: "device-77",
    terms: { symbol: "btcusdt" },
    sent_time: null,
    accept_time: 1_707_494_370_000,
    head: { seq: 0, hash: "0".repeat(64) },
    seen: null,
    hash: "",
    signature: "",
    ...change,
  };
  const hash = sha256(canonicalJson(orderSlipBodyOf(changed)));
  return { ...changed, hash, signature: key.sign(hash) };
}

/** That the newest entry of the chain was this one at a time, Unix ms. */
export function signedHead(seq: number, hash: string, time: number, key = own): SignedHead {
  const body = {
    format: "godwit-head-1" as const,
    public_key: own.publicKey,
    head: { seq, hash },
    time,
    hash: "",
    signature: "",
  };
  const signed = sha256(canonicalJson(headBodyOf(body)));
  return { ...body, hash: signed, signature: key.sign(signed) };
}

/** @param hash that it states; its own where none is given */
export function signedEpoch(body: EpochBody, key = own, hash?: string): Epoch {
  const signed = hash ?? sha256(canonicalJson(epochBodyOf({ ...body, hash: "", signature: "" })));
  return { ...body, hash: signed, signature: key.sign(signed) };
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
  const only = toHex(await merkleRoot(sha256Bytes, [leaf]));
  const forged = { ...line, root: only, lines: 1, leaf: 0, path: [] };
  const hash = sha256(rootText(forged));
  return { ...forged, hash, signature: own.sign(hash) };
}
