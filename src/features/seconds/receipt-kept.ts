import * as v from "valibot";
import { receiptFile, type ReceiptFile } from "#protocol/receipt.ts";
import { keep, readKept } from "../../storage/device-store.ts";

/** The session’s end forgets all keys that begin so (shell/session-effects.ts). */
const receiptsPrefix = "receipts:";

const keyOf = (userId: string, orderId: string) => `${receiptsPrefix}${userId}:${orderId}`;

/** A receipt with its evidence as this device has it; undefined where it has none that can be read. */
export async function readReceiptFile(userId: string, orderId: string): Promise<ReceiptFile | undefined> {
  const kept = v.safeParse(receiptFile, await readKept(keyOf(userId, orderId)));
  return kept.success && kept.output.receipt.order_id === orderId ? kept.output : undefined;
}

export function keepReceiptFile(userId: string, file: ReceiptFile): Promise<void> {
  return keep(keyOf(userId, file.receipt.order_id), file);
}
