/** One transaction's share of the contracts that go by one moment. */
import { lockAccounts } from "../../ledger/accounts.ts";
import { post } from "../../ledger/post.ts";
import type { NotifyBus } from "../../deps/notify-bus.ts";
import type { Batch } from "../../matching/batches.ts";
import type { Transaction } from "../../store/store.ts";
import { announce, noticeResult, noticeVoid, receiptFactsOf } from "../records/wire.ts";
import { accountsOf, settling } from "../records/postings.ts";
import type { AppendReceipt } from "../proof/receipt-writer.ts";
import { lockDue, type DueMoment, type SecondOrderRow, updateOrder } from "../records/rows.ts";
import { entryOf, outcomeOf } from "./settlement.ts";

/** What one moment of a market gives to the contracts that wait for it. */
export interface Window extends DueMoment {
  samples: readonly (string | null)[];
  /** The latest index, for those that go on running. */
  current: string | null;
}

export interface SettleDeps {
  tx: Transaction;
  bus: NotifyBus;
  appendReceipt: AppendReceipt;
  /** Unix ms. */
  now: number;
}

/**
 * Locks entry prices, or settles: each contract by the samples of its own moment and nothing else. Rows come
 * first, then accounts, and the head of the chain of receipts last, so that several processes never wait in a ring.
 * @returns how many contracts it took
 */
export async function settleBatch(deps: SettleDeps, window: Window, batch: Batch): Promise<number> {
  const orders = await lockDue(deps.tx.db, window, batch);
  const entry = window.entry === 1 ? entryOf(window.samples, window.price_precision) : undefined;
  if (entry !== undefined && entry.open_price !== null) {
    for (const order of orders) {
      batch.begin(order.id);
      const entered = { ...order, ...entry, due_at: order.t1_at };
      await updateOrder(deps.tx.db, entered);
      announce(deps.tx, deps.bus, "entry", entered, window.current);
    }
    return orders.length;
  }
  await close(
    deps,
    orders.map((order) => ({ ...order, ...entry })),
    window,
    batch,
  );
  return orders.length;
}

async function close(
  { tx, bus, appendReceipt, now }: SettleDeps,
  orders: readonly SecondOrderRow[],
  { samples }: Window,
  batch: Batch,
): Promise<void> {
  await lockAccounts(tx, accountsOf(orders));
  const closed: SecondOrderRow[] = [];
  for (const order of orders) {
    batch.begin(order.id);
    const settled = {
      ...order,
      ...outcomeOf(order, order.open_price, samples),
      due_at: null,
      settled_at: now,
    };
    await post(tx, settling(settled, now));
    await (settled.result === "void" ? noticeVoid : noticeResult)(tx, settled, now);
    closed.push(settled);
  }
  for (const order of closed) {
    batch.begin(order.id);
    const { hash, settle_time: settled_at } = await appendReceipt(tx, receiptFactsOf(order));
    const receipted = { ...order, receipt_hash: hash, settled_at };
    await updateOrder(tx.db, receipted);
    announce(tx, bus, "settled", receipted, null);
  }
}
