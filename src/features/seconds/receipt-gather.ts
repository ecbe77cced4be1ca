import type { ReceiptFile } from "#protocol/receipt.ts";
import { secondsProofEndpoints as proofs } from "#protocol/seconds-proof.ts";
import { call } from "../../api/call.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { keepReceiptFile, readReceiptFile } from "./receipt-kept.ts";
import { dayEnd, isPublished, missingOf } from "./receipt-missing.ts";

const notThere = 300014;
const noMarket = 300018;
const quiet = { quiet: true, handles: [notThere, noMarket] } as const;

export interface GatherOptions {
  userId: string;
  orderId: string;
  /** Asked before anything is kept: whoever left meanwhile leaves nothing behind. */
  isStillHere: () => boolean;
}

/**
 * The receipt of a contract with all that is published to check it by: what the device kept, completed from
 * the venue as far as it answers, and kept again. Fails only where there is no receipt at all.
 */
export async function gatherReceipt({
  userId,
  orderId,
  isStillHere,
}: GatherOptions): Promise<ReceiptFile> {
  const kept = await readReceiptFile(userId, orderId);
  if (kept && !isPublished(missingOf(kept), venueNow())) return kept;
  const file = await complete(kept ?? (await fetchReceipt(orderId)));
  if (isStillHere()) await keepReceiptFile(userId, file);
  return file;
}

async function fetchReceipt(orderId: string): Promise<ReceiptFile> {
  const [receipt, key] = await Promise.all([
    call(proofs.secondReceipt, { id: orderId }, quiet),
    call(proofs.secondKey, {}, quiet),
  ]);
  return {
    format: "godwit-receipt-1",
    receipt,
    public_key: key.public_key,
    ticks: [],
    chain: [],
    days: [],
  };
}

async function complete(file: ReceiptFile): Promise<ReceiptFile> {
  const { symbol, seq } = file.receipt;
  const { minutes, days, chain } = missingOf(file);
  const now = venueNow();
  const [lines, revealed, links] = await Promise.all([
    settled(
      minutes
        .filter((minute) => now >= (minute + 60) * 1000)
        .map((minute) => call(proofs.secondTicks, { symbol, minute }, quiet)),
    ),
    settled(
      days
        .filter((date) => now >= dayEnd(date))
        .map((date) => call(proofs.secondDay, { symbol, date }, quiet)),
    ),
    settled(
      chain ? [call(proofs.secondChain, { from: Math.max(1, seq - 1), size: 3 }, quiet)] : [],
    ),
  ]);
  return {
    ...file,
    ticks: [...file.ticks, ...lines].toSorted((a, b) => a.minute - b.minute),
    days: [...file.days, ...revealed].toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    chain: links[0] ?? file.chain,
  };
}

/** The answers that came; what did not is asked for another time. */
async function settled<T>(calls: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(calls);
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}
