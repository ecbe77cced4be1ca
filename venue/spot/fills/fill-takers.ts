import type { Side } from "#protocol/rules/spot-fill.ts";
import { aheadMs } from "../../feed/market-source.ts";
import { lockAccounts } from "../../ledger/accounts.ts";
import type { Batch } from "../../matching/batches.ts";
import { missingLots, type TakenBy } from "../../matching/fill-model.ts";
import type { Snapshot } from "../../matching/market-view.ts";
import { rangeOf, type Traded } from "../../matching/reach.ts";
import { readTaken } from "../../matching/consumed-rows.ts";
import type { NotifyBus } from "../../deps/notify-bus.ts";
import type { Transaction } from "../../store/store.ts";
import { noticeOrder } from "../records/order-notices.ts";
import { announce } from "../records/wire.ts";
import { lockStops, lockTakers } from "./due-rows.ts";
import { fillableOf, fillOrder, finishOrder } from "./fill-order.ts";
import { accountsOf } from "../rules/postings.ts";
import { type HeldOrder, statesOf, updateOrder } from "../records/rows.ts";
import type { OrderEnd } from "../rules/settlement.ts";
import { triggerTime } from "../rules/stops.ts";
import { settleTaker } from "../rules/taker-settlement.ts";

/** An order that wants the market at once and met no fresh snapshot for so long is ended: another price is not what was asked for. */
const timeoutMs = 10_000;

export interface Pass {
  symbol: string;
  bus: NotifyBus;
  /** Unix ms. */
  now: number;
  /** What was there before this, Unix ms, waits: the market stood still and owners have their minute. */
  actingSince: number | undefined;
}

/**
 * Lets the stops go that trades have reached. They meet the book as if they were accepted at the time of
 * that trade, in this pass or the next.
 * @param after the highest id looked at so far in this pass
 * @returns the highest id looked at, undefined where there are no more
 */
export async function triggerStops(
  tx: Transaction,
  { symbol, bus, now, actingSince = 0 }: Pass,
  batch: Batch,
  { traded, after }: { traded: readonly Traded[]; after: number },
): Promise<number | undefined> {
  const range = rangeOf(traded);
  if (!range) return undefined;
  const stops = await lockStops(tx.db, {
    symbol,
    ...range,
    after,
    acceptedAfter: actingSince,
    ...batch,
  });
  for (const order of stops) {
    batch.begin(order.id);
    // Accepted ahead of now: the clock was set back, and what is traded now is news to its owner.
    const acceptedAt = order.accepted_at - now > aheadMs ? 0 : order.accepted_at;
    const triggeredAt = triggerTime(
      { operator: order.operator, stopPrice: order.stop_price ?? 0n, acceptedAt },
      traded,
    );
    if (triggeredAt === null) continue;
    const triggered = {
      ...order,
      ...statesOf("submitted"),
      trigger_at: triggeredAt,
      updated_at: now,
    };
    await updateOrder(tx.db, triggered);
    announce(tx, bus, triggered);
    await noticeOrder(tx, triggered, "triggered", now);
  }
  return stops.length === batch.limit ? stops.at(-1)?.id : undefined;
}

/**
 * Gives the oldest orders that wait for a book their look at it. Without one those are ended whose
 * patience is over.
 * @returns whether there may be more
 */
export async function fillTakers(
  tx: Transaction,
  pass: Pass,
  batch: Batch,
  snapshot: Snapshot | undefined,
): Promise<boolean> {
  const { symbol, bus, now, actingSince } = pass;
  const orders = await lockTakers(tx.db, {
    symbol,
    actingSince,
    ts: snapshot?.book.ts,
    expired: now - timeoutMs,
    ahead: now + aheadMs,
    ...batch,
  });
  if (orders.length === 0) return false;
  await lockAccounts(tx, accountsOf(orders));
  let taken: TakenBy[] | undefined;
  const missing = new Map<Side, bigint>();
  for (const order of orders) {
    batch.begin(order.id);
    if (!snapshot || isExpired(order, now)) {
      await finishOrder(tx, bus, { ...order, ...statesOf("canceled"), reason: "halted" }, now);
      await noticeOrder(tx, order, "ended", now);
      continue;
    }
    const { side } = order;
    taken ??= await readTaken(tx.db, symbol, snapshot.book.ts);
    const before =
      missing.get(side) ??
      missingLots(
        taken.filter((one) => one.side === side),
        snapshot.book.ts,
      );
    const lots = await fillOne(tx, pass, order, { snapshot, missing: before });
    missing.set(side, before + lots);
  }
  return orders.length === batch.limit;
}

/** Answers the lots that it took. */
async function fillOne(
  tx: Transaction,
  { bus, now }: Pass,
  order: HeldOrder,
  { snapshot, missing }: { snapshot: Snapshot; missing: bigint },
): Promise<bigint> {
  const levels = order.side === "buy" ? snapshot.book.asks : snapshot.book.bids;
  const looked = settleTaker({ ...fillableOf(order), tif: order.tif }, { levels, missing });
  const outcome = { ...looked, state: sinceFirst(order, looked.state) };
  const shown = new Map(
    outcome.fills.length > 0 ? levels.map(([price, lots]) => [BigInt(price), BigInt(lots)]) : [],
  );
  const origins = outcome.fills.map(({ price }) => ({
    price,
    shown: shown.get(price) ?? 0n,
    trade: null,
  }));
  await fillOrder(tx, bus, order, { outcome, origins, role: "taker", snapshot, now });
  return outcome.fills.reduce((sum, { lots }) => sum + lots, 0n);
}

/** The state of an order that was filled in part before it met this book: after a standstill. */
function sinceFirst({ filled_amount }: HeldOrder, state: OrderEnd["state"]): OrderEnd["state"] {
  if (filled_amount === 0n) return state;
  if (state === "submitted") return "partial-filled";
  return state === "canceled" ? "partial-canceled" : state;
}

/** Also cancels an order accepted in the future: the clock was set back, and when it gets there the price is another. */
function isExpired({ tif, trigger_at, accepted_at }: HeldOrder, now: number): boolean {
  const since = trigger_at ?? accepted_at;
  return (tif === "ioc" || tif === "fok") && (now - since > timeoutMs || since - now > aheadMs);
}
