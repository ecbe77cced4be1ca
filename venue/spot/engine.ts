import type { MarketScales, Side } from "#protocol/spot-fill.ts";
import type { VenueDeps } from "../deps.ts";
import { aheadMs, type Book } from "../feed/market-source.ts";
import { SourceUnavailable } from "../feed/source-unavailable.ts";
import { lockAccounts } from "../ledger/accounts.ts";
import { releaseHold } from "../ledger/holds.ts";
import { post } from "../ledger/post.ts";
import type { Transaction } from "../store/store.ts";
import { announce } from "./announce.ts";
import { overlayAt } from "./fill-model.ts";
import { type MarketSettlement, settleMarket } from "./market-settlement.ts";
import { accountsOf, filling, releasing } from "./postings.ts";
import { claimDue, readDueIds, readDueSymbols, readTaken } from "./due-rows.ts";
import { type HeldOrder, insertFills, statesOf, updateOrder } from "./rows.ts";

export interface SpotEngine {
  /** One pass over what is due now. Calls during a pass join it; what fails is logged and due again next time. */
  tick(): Promise<void>;
}

export type EngineDeps = Pick<VenueDeps, "store" | "source" | "clock" | "log" | "bus">;

/** A snapshot older than this fills nothing. */
const freshMs = 3000;
/** A market order that met no fresh snapshot for so long is ended: another price is not what was asked for. */
const patienceMs = 10_000;
/** Orders in one transaction: many share one fsync and one look at the book, none holds the venue up. */
const batchSize = 32;

/** A snapshot and the source that vouches for it. */
interface Snapshot {
  book: Book;
  source: string;
}

/**
 * Fills market orders, oldest first, on the first fresh snapshot made after they were accepted. Twice,
 * late, after a restart or in several processes at once: each order is filled once, from one snapshot.
 */
export function createSpotEngine({ store, source, clock, log, bus }: EngineDeps): SpotEngine {
  let running: Promise<void> | undefined;

  async function pass(): Promise<void> {
    for (const symbol of await store.read(readDueSymbols)) {
      try {
        await passSymbol(symbol);
      } catch (error) {
        log("error", "spot orders not filled", { symbol, error });
      }
    }
  }

  async function passSymbol(symbol: string): Promise<void> {
    for (let isMore = true; isMore;) {
      // Anew for each batch: a long queue must not be filled from what the book was when its first was.
      const now = clock.now();
      const snapshot = await readSnapshot(symbol, now);
      const until = Math.max(snapshot?.book.ts ?? 0, now - patienceMs);
      const ids = await store.read((db) => readDueIds(db, { symbol, until, ahead: now + aheadMs, limit: batchSize }));
      if (ids.length === 0) return;
      isMore = await fillTogether(ids, snapshot);
    }
  }

  /** @returns whether there may be more to do */
  async function fillTogether(ids: readonly number[], snapshot: Snapshot | undefined): Promise<boolean> {
    try {
      const isOurTurn = await store.command((tx) => fillOrders(tx, ids, snapshot));
      return isOurTurn && ids.length === batchSize;
    } catch (error) {
      log("error", "spot batch failed, going on one by one", { error });
    }
    for (const id of ids) {
      try {
        await store.command((tx) => fillOrders(tx, [id], snapshot));
      } catch (error) {
        log("error", "spot order not filled", { order: id, error });
      }
    }
    return false;
  }

  /**
   * @returns false where another process has the oldest of them: then it is that one's turn with the symbol;
   *   also where the snapshot went stale while the database was waited for
   */
  async function fillOrders(tx: Transaction, ids: readonly number[], snapshot: Snapshot | undefined): Promise<boolean> {
    const now = clock.now();
    if (snapshot && !isFresh(snapshot.book, now)) return false;
    const orders = await claimDue(tx.db, ids);
    if (orders.length === 0 || orders[0]?.id !== ids[0]) return false;
    await lockAccounts(tx, accountsOf(orders));
    const overlays = new Map<Side, Map<bigint, bigint>>();
    for (const order of orders) {
      // Accepted ahead of now: the clock was set back, and when it comes by again the price is another.
      if (!snapshot || now - order.accepted_at > patienceMs || order.accepted_at - now > aheadMs) {
        await finish(tx, { ...order, ...statesOf("canceled"), reason: "halted" }, now);
        continue;
      }
      const overlay = overlays.get(order.side) ?? overlayAt(await readTaken(tx.db, order.symbol, order.side, snapshot.book.ts), snapshot.book.ts);
      overlays.set(order.side, overlay);
      await fillOne(tx, order, snapshot, overlay, now);
    }
    return true;
  }

  async function fillOne(tx: Transaction, order: HeldOrder, snapshot: Snapshot, overlay: Map<bigint, bigint>, now: number): Promise<void> {
    const { book } = snapshot;
    const settled = settleMarket(
      { side: order.side, amount: order.amount === null ? null : order.amount - order.filled_amount, held: order.held, scales: scalesOf(order) },
      order.side === "buy" ? book.asks : book.bids, overlay,
    );
    for (const { price, lots } of settled.fills) overlay.set(price, (overlay.get(price) ?? 0n) + lots);
    if (settled.fills.length > 0) await post(tx, filling(order, settled, now));
    await insertFills(tx.db, fillRows(order, settled, snapshot, now));
    await finish(tx, {
      ...order, ...statesOf(settled.state), reason: settled.reason,
      filled_amount: order.filled_amount + settled.amount, filled_value: order.filled_value + settled.value,
      fee: order.fee + settled.fee, fills: order.fills + settled.fills.length,
      held: order.held - (order.side === "buy" ? settled.value : settled.amount),
    }, now);
  }

  /** Ends an order and gives back what is still held for it. The order is claimed, so nobody else can change its hold. */
  async function finish(tx: Transaction, order: HeldOrder, now: number): Promise<void> {
    if (order.held > 0n) await releaseHold(tx, releasing(order, now));
    const ended = { ...order, held: 0n, updated_at: now, finished_at: now };
    await updateOrder(tx.db, ended);
    announce(tx, bus, ended);
  }

  async function readSnapshot(symbol: string, now: number): Promise<Snapshot | undefined> {
    const health = source.health();
    if (health.state !== "live" || source.spec(symbol)?.state !== "online") return undefined;
    try {
      const book = await source.depth(symbol);
      return isFresh(book, now) ? { book, source: health.source } : undefined;
    } catch (error) {
      if (error instanceof SourceUnavailable) return undefined;
      throw error;
    }
  }

  return {
    tick: () => (running ??= pass().finally(() => (running = undefined))),
  };
}

/** Neither too old nor of a time that a clock set back has yet to reach. */
function isFresh({ ts }: Book, now: number): boolean {
  return now - ts <= freshMs && ts - now <= aheadMs;
}

function scalesOf(order: HeldOrder): MarketScales {
  return { price: order.price_precision, amount: order.amount_precision, base: order.base_scale, quote: order.quote_scale };
}

function topOf(levels: Book["asks"]): bigint | null {
  const best = levels[0];
  return best ? BigInt(best[0]) : null;
}

function fillRows(order: HeldOrder, settled: MarketSettlement, { book, source }: Snapshot, now: number) {
  return settled.fills.map((fill, at) => ({
    order_id: order.id, seq: order.fills + at + 1, user_id: order.user_id, symbol: order.symbol, side: order.side,
    ...fill, role: "taker" as const, source, source_version: BigInt(book.version), snapshot_at: book.ts, created_at: now,
    level_price: fill.price, best_bid: topOf(book.bids), best_ask: topOf(book.asks), shown: null, market_trade: null,
  }));
}
