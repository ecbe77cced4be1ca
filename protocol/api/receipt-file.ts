import * as v from "valibot";
import { nameText, timeMs } from "./endpoint.ts";
import { epoch } from "./epoch.ts";
import { quoteLine } from "./quote-line.ts";
import { chainLink, dayReveal, receipt, tickLine } from "./receipt.ts";
import { publicKeyText } from "./signed.ts";
import { slip } from "./slip.ts";

/** What is handed on to check a receipt anywhere: `npm run verify -- RECEIPT.json` reads this. */
export const receiptFile = v.object({
  format: v.literal("godwit-receipt-1"),
  receipt,
  /** The venue's public key, as it gave it. */
  public_key: publicKeyText,
  /** Lines of the minutes in which the samples lie, as far as they are published. */
  ticks: v.pipe(v.array(tickLine), v.maxLength(4)),
  /** The receipts around it in the chain. */
  chain: v.pipe(v.array(chainLink), v.maxLength(10)),
  /** What the venue signed when it took the contract in, if the device has it. */
  slip: v.optional(slip),
  /** The epochs between which it stands, where the venue's database was ever put back to an older state. */
  epochs: v.optional(v.pipe(v.array(epoch), v.maxLength(4))),
  /** What the venue received of a real market in the seconds of its samples, as far as it is published. */
  quotes: v.optional(v.pipe(v.array(quoteLine), v.maxLength(6))),
  /** What the venue refused to give when it was asked for it, past the time by which it is due. */
  withheld: v.optional(
    v.pipe(
      v.array(
        v.object({
          part: v.picklist(["minute", "day", "entry"]),
          /** The minute, Unix s, the date, or the receipt's number in the chain. */
          name: nameText(16),
          /** When it was asked for, Unix ms of the venue. */
          time: timeMs,
        }),
      ),
      v.maxLength(6),
    ),
  ),
  /** The simulated days of its samples, as far as they are over. */
  days: v.pipe(v.array(dayReveal), v.maxLength(2)),
});
export type ReceiptFile = v.InferOutput<typeof receiptFile>;
