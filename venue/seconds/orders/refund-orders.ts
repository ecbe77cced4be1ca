/** Ends running contracts of which nobody may ask what the market makes of them any more. */
import { lockAccounts } from "../../ledger/accounts.ts";
import { post } from "../../ledger/post.ts";
import type { Transaction } from "../../store/store.ts";
import type { AppendReceipt } from "../proof/receipt-writer.ts";
import { accountsOf, settling } from "../records/postings.ts";
import { type SecondOrderRow, updateOrder } from "../records/rows.ts";
import { receiptFactsOf } from "../records/wire.ts";
import { noSamples, outcomeOf } from "./settlement.ts";

/** Voids contracts as where samples are missing: the stake comes back, and the receipt says so. */
export async function refundOrders(
  tx: Transaction,
  orders: readonly SecondOrderRow[],
  { appendReceipt, now }: { appendReceipt: AppendReceipt; now: number },
): Promise<void> {
  await lockAccounts(tx, accountsOf(orders));
  const closed: SecondOrderRow[] = [];
  for (const order of orders) {
    const settled = {
      ...order,
      samples0: order.samples0 ?? JSON.stringify(noSamples),
      ...outcomeOf(order, order.open_price, noSamples),
      due_at: null,
      settled_at: now,
    };
    await post(tx, settling(settled, now));
    closed.push(settled);
  }
  for (const order of closed) {
    const { hash, settle_time: settled_at } = await appendReceipt(tx, receiptFactsOf(order));
    await updateOrder(tx.db, { ...order, receipt_hash: hash, settled_at });
  }
}
