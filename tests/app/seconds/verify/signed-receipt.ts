import { fromHex, toBase64url, toHex } from "#protocol/wire/byte-encoding.ts";
import { leafHash } from "#protocol/proof/merkle.ts";
import {
  bodyOf,
  canonicalJson,
  lineText,
  noHash,
  rootText,
  type Receipt,
  type ReceiptBody,
  type TickLine,
} from "#protocol/api/receipt.ts";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import {
  payoutMinor,
  resultOf,
  windowOf,
  windowPrice,
} from "#protocol/rules/seconds-settlement.ts";
import { formatAmount, parseAmount } from "#protocol/wire/amount.ts";
import { t0, t1 } from "../seconds-orders.ts";

const samples0 = ["60000.1100", "60000.1300", "60000.2000", "59999.9000", "60000.1500"];
const samples1 = ["60002.4000", "60002.5000", "60002.6000", "60002.5000", "60003.9000"];

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const hashOf = async (text: string) => toHex(await sha256(new TextEncoder().encode(text)));

/** A venue's key, and signed files. */
export async function venueKey() {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const publicKey = toBase64url(
    new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)),
  );
  const sign = async (hash: string) =>
    toBase64url(
      new Uint8Array(
        await crypto.subtle.sign(
          { name: "ECDSA", hash: "SHA-256" },
          pair.privateKey,
          fromHex(hash) ?? new Uint8Array(),
        ),
      ),
    );
  return { publicKey, sign };
}

type Key = Awaited<ReturnType<typeof venueKey>>;

/** The first receipt of a venue with a real market, signed, with the minutes of its samples. */
export async function signedReceipt(
  key: Key,
  facts: Partial<ReceiptBody> = {},
): Promise<ReceiptFile> {
  const given = {
    direction: "up",
    stake: "100.00",
    odds: "0.95",
    samples0,
    samples1,
    price_precision: 2,
    ...facts,
  } as const;
  const [entry, exit] = [windowPrice(given.samples0, 2), windowPrice(given.samples1, 2)];
  const result = resultOf(given.direction, entry, exit, 2);
  const body: ReceiptBody = {
    seq: 1,
    order_id: "9001",
    symbol: "btcusdt",
    currency: "USDT",
    time: 30,
    accept_time: t0 - 5750,
    t0,
    t1,
    method: "tm5-v1",
    source: "htx",
    day_commits: [],
    prev_hash: noHash,
    entry,
    exit,
    result,
    payout: formatAmount(payoutMinor(result, parseAmount(given.stake, 2) ?? 0n, given.odds), 2),
    ...given,
  };
  const hash = await hashOf(canonicalJson(body));
  const receipt: Receipt = {
    ...body,
    hash,
    signature: await key.sign(hash),
    settle_time: t1 + 1200,
  };
  return {
    format: "godwit-receipt-1",
    receipt,
    public_key: key.publicKey,
    ticks: await ticksOf(key, receipt),
    chain: [{ seq: 1, hash, prev_hash: noHash, signature: receipt.signature }],
    days: [],
  };
}

/** The same file with a changed receipt, hashed and signed again where `signs` is given. */
export async function altered(
  file: ReceiptFile,
  facts: Partial<ReceiptBody>,
  signs?: Key,
): Promise<ReceiptFile> {
  const receipt: Receipt = { ...file.receipt, ...facts };
  if (signs) {
    receipt.hash = await hashOf(canonicalJson(bodyOf(receipt)));
    receipt.signature = await signs.sign(receipt.hash);
  }
  return { ...file, receipt, chain: [] };
}

async function ticksOf(key: Key, receipt: Receipt): Promise<TickLine[]> {
  const seconds = new Map([
    ...windowOf(receipt.t0).map((second, at) => [second, receipt.samples0[at] ?? null] as const),
    ...windowOf(receipt.t1).map((second, at) => [second, receipt.samples1[at] ?? null] as const),
  ]);
  const minutes = [...new Set([...seconds.keys()].map((second) => second - (second % 60)))];
  return Promise.all(
    minutes.map(async (minute) => {
      const line = {
        symbol: receipt.symbol,
        minute,
        samples: Array.from({ length: 60 }, (_, at) => seconds.get(minute + at) ?? null),
      };
      const head = {
        minute,
        source: receipt.source,
        lines: 1,
        root: toHex(await leafHash(sha256, lineText(line))),
        prev_hash: noHash,
      };
      const hash = await hashOf(rootText(head));
      return { ...line, ...head, hash, signature: await key.sign(hash), leaf: 0, path: [] };
    }),
  );
}
