/**
 * What a device saves when a venue contradicts itself or withholds something: two signed statements that cannot both
 * be true, or one of them and what the venue answered when it was asked. Anybody can check it.
 */
import * as v from "valibot";
import { nameText, timeMs } from "./endpoint.ts";
import { epoch } from "./epoch.ts";
import { receipt, tickRoot } from "./receipt.ts";
import { hashText, publicKeyText } from "./signed.ts";
import { orderSlip } from "./order-slip.ts";
import { signedHead } from "./signed-head.ts";
import { slip } from "./slip.ts";

/** Something that the venue signed. */
export const statement = v.variant("kind", [
  v.object({ kind: v.literal("head"), body: signedHead }),
  v.object({ kind: v.literal("slip"), body: slip }),
  v.object({ kind: v.literal("order-slip"), body: orderSlip }),
  v.object({ kind: v.literal("receipt"), body: receipt }),
  v.object({ kind: v.literal("minute"), body: tickRoot }),
]);
export type Statement = v.InferOutput<typeof statement>;

/** A statement, and when this device first had it, Unix ms of the device. */
const seen = v.object({ time: timeMs, statement });

export const evidenceFile = v.object({
  format: v.literal("godwit-evidence-1"),
  public_key: publicKeyText,
  first: seen,
  /** What contradicts the first. */
  second: v.nullable(seen),
  /** Or what the venue was asked for, past the time by which it is due, and what it answered. */
  asked: v.nullable(
    v.object({
      /** The receipt of the slip's contract, the entry of the chain that the head names, or the contract itself. */
      part: v.picklist(["receipt", "entry", "order"]),
      time: timeMs,
      /** The hash it gave; null where it gave none. */
      answer: v.nullable(hashText),
      /** What of the contract was asked for and is otherwise in the slip: its name and value, as the device sent it. */
      wanted: v.optional(
        v.object({ name: nameText(32), value: v.pipe(v.string(), v.maxLength(200)) }),
      ),
    }),
  ),
  /** The times the venue was put back to an older state, as it declared them. */
  epochs: v.pipe(v.array(epoch), v.maxLength(10)),
});
export type EvidenceFile = v.InferOutput<typeof evidenceFile>;
