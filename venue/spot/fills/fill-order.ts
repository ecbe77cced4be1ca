import { coinStatus } from "#protocol/api/spot.ts";
import type { MarketScales } from "#protocol/rules/spot-fill.ts";
import type { Book } from "../../feed/market-source.ts";
import { releaseHold } from "../../ledger/holds.ts";
import { post } from "../../ledger/post.ts";
import type { Snapshot } from "../../matching/market-view.ts";
import type { NotifyBus } from "../../deps/notify-bus.ts";
import type { Transaction } from "../../store/store.ts";
import { noticeOrder, type OrderEvent } from "../records/order-notices.ts";
import { announce } from "../records/wire.ts";
import { filling, releasing } from "../rules/postings.ts";
import {
  type HeldOrder,
  insertFills,
  type SpotFillRow,
  statesOf,
  updateOrder,
} from "../records/rows.ts";
import type { Fillable, Role, Settlement, OrderEnd } from "../rules/settlement.ts";

/** Where a fill's liquidity was: price in ticks, lots offered there, and the market's trade if it was one. */
export interface Origin {
  price: bigint;
  shown: bigint;
  trade: string | null;
}

export interface Filled {
  outcome: Settlement & OrderEnd;
  /** One for each fill. */
  origins: readonly Origin[];
  role: Role;
  snapshot: Snapshot;
  /** Unix ms. */
  now: number;
}

/** What a rule may know of an order. */
export function fillableOf(order: HeldOrder): Fillable {
  return {
    side: order.side,
    price: order.price,
    held: order.held,
    scales: scalesOf(order),
    amount: order.amount === null ? null : order.amount - order.filled_amount,
  };
}

export function scalesOf(order: HeldOrder): MarketScales {
  return {
    price: order.price_precision,
    amount: order.amount_precision,
    base: order.base_scale,
    quote: order.quote_scale,
  };
}

/** Books what a claimed order got, writes how it stands now, and gives back the rest if that is its end. */
export async function fillOrder(
  tx: Transaction,
  bus: NotifyBus,
  order: HeldOrder,
  filled: Filled,
): Promise<void> {
  const { outcome, snapshot, now } = filled;
  const isFilled = outcome.fills.length > 0;
  if (isFilled) await post(tx, filling(order, outcome, now));
  await insertFills(tx.db, fillRows(order, filled));
  const after: HeldOrder = {
    ...order,
    ...statesOf(outcome.state),
    reason: outcome.reason,
    filled_amount: order.filled_amount + outcome.amount,
    filled_value: order.filled_value + outcome.value,
    fee: order.fee + outcome.fee,
    fills: order.fills + outcome.fills.length,
    held: order.held - (order.side === "buy" ? outcome.value : outcome.amount),
    seen_at: order.seen_at ?? snapshot.book.ts,
    updated_at: isFilled ? now : order.updated_at,
  };
  if (after.status === coinStatus.completed) await finishOrder(tx, bus, after, now);
  else {
    await updateOrder(tx.db, after);
    if (isFilled) announce(tx, bus, after);
  }
  const event = eventOf(after, filled);
  if (event !== undefined) await noticeOrder(tx, after, event, now);
}

/** What its owner is notified of: nothing of an order sent a moment ago, since that screen waits for the answer. */
function eventOf(
  { trigger_at, status }: HeldOrder,
  { role, outcome }: Filled,
): OrderEvent | undefined {
  if (role === "taker" && trigger_at === null) return undefined;
  if (outcome.state === "filled") return "filled";
  if (status === coinStatus.completed) return "ended";
  return outcome.fills.length > 0 ? "partly" : undefined;
}

/** Ends a claimed order in the state it has, and gives back to the last unit what is still held for it. */
export async function finishOrder(
  tx: Transaction,
  bus: NotifyBus,
  order: HeldOrder,
  now: number,
): Promise<void> {
  if (order.held > 0n) await releaseHold(tx, releasing(order, now));
  const ended = { ...order, held: 0n, updated_at: now, finished_at: now };
  await updateOrder(tx.db, ended);
  announce(tx, bus, ended);
}

function fillRows(
  order: HeldOrder,
  { outcome, origins, role, snapshot: { book, source }, now }: Filled,
): SpotFillRow[] {
  return outcome.fills.map((fill, at) => ({
    order_id: order.id,
    seq: order.fills + at + 1,
    user_id: order.user_id,
    symbol: order.symbol,
    side: order.side,
    ...fill,
    role,
    source,
    source_version: BigInt(book.version),
    snapshot_at: book.ts,
    created_at: now,
    level_price: origins[at]?.price ?? fill.price,
    shown: origins[at]?.shown ?? null,
    market_trade: origins[at]?.trade ?? null,
    best_bid: bestOf(book.bids),
    best_ask: bestOf(book.asks),
  }));
}

function bestOf([best]: Book["bids"]): bigint | null {
  return best ? BigInt(best[0]) : null;
}
