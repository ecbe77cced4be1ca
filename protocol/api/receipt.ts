/**
 * The receipt of a settled seconds contract and what is published to check it by: the tick log, the chain
 * of receipts and the simulated day. What a field means stands here; how it is checked in `receipt-check.ts`.
 */
import * as v from "valibot";
import { amountText, decimalText, priceText } from "../wire/amount.ts";
import { figure, idText, nameText, timeMs } from "./endpoint.ts";
import { hashText, signatureText } from "./signed.ts";
import { settlementMethod, windowSec } from "../rules/seconds-settlement.ts";

/** What comes before the first receipt of a venue. */
export const noHash = "0".repeat(64);

const samples = v.pipe(v.array(v.nullable(priceText)), v.length(windowSec));

/** Commitments to simulated days, as they were published before them; empty where the market is not simulated. */
export const dayCommits = v.pipe(
  v.array(v.object({ date: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)), commit: hashText })),
  v.maxLength(2),
);

/** All that the hash covers. Names and order follow rules.md, 5, with what a check needs besides. */
export const receiptBody = v.object({
  /** Its number in the venue's chain of receipts, from 1. */
  seq: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  order_id: idText,
  symbol: nameText(32),
  /** Decimals of the market's prices; samples have two more, entry and exit one more. */
  price_precision: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15)),
  direction: v.picklist(["up", "down"]),
  currency: nameText(24),
  stake: amountText,
  odds: amountText,
  /** Seconds from t0 to t1. */
  time: figure,
  /** When the venue took it, and the two moments that follow from that; Unix ms. */
  accept_time: timeMs,
  t0: timeMs,
  t1: timeMs,
  /** The index at the five seconds to t0 and to t1, oldest first; null where there was no sample. */
  samples0: samples,
  samples1: samples,
  entry: v.nullable(decimalText),
  exit: v.nullable(decimalText),
  result: v.picklist(["win", "lose", "draw", "void"]),
  payout: amountText,
  method: v.literal(settlementMethod),
  source: nameText(32),
  /** Those of the days of t0 and t1. */
  day_commits: dayCommits,
  /** `hash` of the receipt before it, `noHash` for the first. */
  prev_hash: hashText,
});

export const receipt = v.object({
  ...receiptBody.entries,
  /** SHA-256 of the canonical JSON of all above. */
  hash: hashText,
  /** The venue's, over the 32 bytes of `hash`. */
  signature: signatureText,
  settle_time: timeMs,
});

export type ReceiptBody = v.InferOutput<typeof receiptBody>;
export type Receipt = v.InferOutput<typeof receipt>;

/**
 * A minute of the published tick log. Its leaves are the lines of all markets with seconds contracts, sorted
 * by symbol; its tree is that of RFC 6962 over SHA-256.
 */
const minuteRoot = {
  /** Its first second, Unix s, a multiple of 60. */
  minute: figure,
  source: nameText(32),
  /** Lines under the root. */
  lines: figure,
  root: hashText,
  /** `hash` of the minute published before it, `noHash` for the first. */
  prev_hash: hashText,
  /** SHA-256 of `minute|source|lines|root|prev_hash`. */
  hash: hashText,
  /** The venue's, over the 32 bytes of `hash`. */
  signature: signatureText,
};
export const tickRoot = v.object(minuteRoot);
export type TickRoot = v.InferOutput<typeof tickRoot>;

/** One market's line of a minute with the path to its root. */
export const tickLine = v.object({
  ...minuteRoot,
  symbol: nameText(32),
  /** The index at its 60 seconds, null where there was none. */
  samples: v.pipe(v.array(v.nullable(priceText)), v.length(60)),
  /** Place of the line among the leaves, from 0. */
  leaf: figure,
  /** Siblings from the leaf up (RFC 6962, 2.1.1). */
  path: v.pipe(v.array(hashText), v.maxLength(32)),
});
export type TickLine = v.InferOutput<typeof tickLine>;

/** One component of a simulated day: the market, the symbol's group or its own (docs/simulator.md). */
const dayPart = v.object({
  name: nameText(32),
  /** The 16 bytes whose keystream is the component's day. */
  seed: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  /** Levels and volatility as the shortest decimal that reads back to the same double. */
  open: nameText(32),
  close: nameText(32),
  volatility: nameText(32),
  /** `second:size` of each jump, with a semicolon between two; empty where there was none. */
  jumps: v.pipe(v.string(), v.maxLength(96)),
});
export type DayPart = v.InferOutput<typeof dayPart>;

/** What a simulated day was made of, published after it (docs/simulator.md). */
export const dayReveal = v.object({
  /** Name and version of the model. */
  model: nameText(32),
  date: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)),
  symbol: nameText(32),
  /** The market, the symbol's group, its own. */
  parts: v.pipe(v.array(dayPart), v.length(3)),
});
export type DayReveal = v.InferOutput<typeof dayReveal>;

/** A receipt in the chain without what is its owner's own. */
export const chainLink = v.object({
  seq: figure,
  hash: hashText,
  prev_hash: hashText,
  signature: signatureText,
});
export type ChainLink = v.InferOutput<typeof chainLink>;

/**
 * The text that is hashed: JSON without spaces, keys of each object in the order of the code units, numbers
 * as whole decimals (RFC 8785 for the values that stand in a receipt).
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value)
      .filter(([, held]) => held !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonicalJson(held)}`).join(",")}}`;
  }
  if (typeof value === "number" && !Number.isSafeInteger(value))
    throw new RangeError(`not a whole number: ${value}`);
  return JSON.stringify(value);
}

/** The fields that the hash of a receipt covers. */
export function bodyOf(whole: Receipt): ReceiptBody {
  const { hash: _hash, signature: _signature, settle_time: _settled, ...body } = whole;
  return body;
}

/** The text of a market's line in the tick log: a leaf is SHA-256 of a zero byte and it. */
export function lineText({
  symbol,
  minute,
  samples: values,
}: Pick<TickLine, "symbol" | "minute" | "samples">): string {
  return `${symbol}|${minute}|${values.map((value) => value ?? "").join(",")}`;
}

/** The text whose SHA-256 is the hash of a published minute. */
export function rootText({
  minute,
  source,
  lines,
  root,
  prev_hash,
}: Omit<TickRoot, "hash" | "signature">): string {
  return [minute, source, lines, root, prev_hash].join("|");
}
