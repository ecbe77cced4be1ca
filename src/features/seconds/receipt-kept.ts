import * as v from "valibot";
import { receiptFile, type ReceiptFile } from "#protocol/receipt.ts";
import { forget, keep, keptKeys, readKept } from "../../storage/device-store.ts";

/** The session’s end forgets all keys that begin so (shell/session-effects.ts). */
const receiptsPrefix = "receipts:";

/** The newest of each user; the venue has all of them. */
const mostKept = 200;

const keyOf = (userId: string, orderId: string) => `${receiptsPrefix}${userId}:${orderId}`;

/** A receipt with its evidence as this device has it; undefined where it has none that can be read. */
export async function readReceiptFile(
  userId: string,
  orderId: string,
): Promise<ReceiptFile | undefined> {
  const kept = v.safeParse(receiptFile, await readKept(keyOf(userId, orderId)));
  return kept.success && kept.output.receipt.order_id === orderId ? kept.output : undefined;
}

export async function keepReceiptFile(userId: string, file: ReceiptFile): Promise<void> {
  await keep(keyOf(userId, file.receipt.order_id), file);
  const prefix = keyOf(userId, "");
  const orderIds = (await keptKeys(prefix)).map((key) => key.slice(prefix.length));
  if (orderIds.length <= mostKept) return;
  // Ids are numbers that rise; a shorter one is the older.
  const oldest = orderIds
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, orderIds.length - mostKept);
  await Promise.all(oldest.map((orderId) => forget(keyOf(userId, orderId))));
}
