import { minorToLots, type Side } from "#protocol/rules/spot-fill.ts";
import { aheadMs } from "../../feed/market-source.ts";
import { lockAccounts } from "../../ledger/accounts.ts";
import type { Batch } from "../../matching/batches.ts";
import {
  type Maker,
  type MakerFill,
  matchMakers,
  type Print,
} from "../../matching/maker-matching.ts";
import type { Snapshot } from "../../matching/market-view.ts";
import { quotesOf, reachOf } from "../../matching/reach.ts";
import { readTaken } from "../../matching/consumed-rows.ts";
import type { Transaction } from "../../store/store.ts";
import { lockMakers, moveCursor, type Place, placeOf } from "./due-rows.ts";
import { fillableOf, fillOrder, scalesOf } from "./fill-order.ts";
import type { Pass } from "./fill-takers.ts";
import { accountsOf } from "../rules/postings.ts";
import type { HeldOrder } from "../records/rows.ts";
import { settle, type OrderEnd } from "../rules/settlement.ts";

/** One side's resting orders, and how far a pass has come with them. */
export interface Resting {
  side: Side;
  after: Place | undefined;
  snapshot: Snapshot;
  /** Those that nobody has used up, the oldest first. */
  prints: readonly Print[];
}

/**
 * Fills resting orders from what the market showed, each at its own price.
 * @returns the place to go on from, undefined where nothing is left to fill or to fill it with; and the
 *   time up to which trades are used up, undefined where none was used
 */
export async function fillMakers(
  tx: Transaction,
  pass: Pass,
  batch: Batch,
  resting: Resting,
): Promise<{ after: Place | undefined; printedAt: number | undefined }> {
  const {
    side,
    after,
    snapshot: { book },
    prints,
  } = resting;
  const none = { after: undefined, printedAt: undefined };
  const [levels, top] =
    side === "buy"
      ? ([book.asks, { bid: 0, ask: book.asks[0]?.[0] ?? 0 }] as const)
      : ([book.bids, { bid: book.bids[0]?.[0] ?? 0, ask: 0 }] as const);
  const reach = reachOf(side, quotesOf(top), prints);
  if (reach === undefined) return none;
  const { symbol, now } = pass;
  const orders = await lockMakers(tx.db, {
    symbol,
    side,
    reach,
    ts: book.ts,
    ahead: now + aheadMs,
    after,
    ...batch,
  });
  if (orders.length === 0) return none;
  const makers = orders.map((order) => makerOf(order, book.ts));
  const { fills, isDry } = matchMakers(
    side,
    makers,
    { ts: book.ts, levels, prints },
    await readTaken(tx.db, symbol, book.ts),
  );
  const byOrder = Map.groupBy(fills, ({ makerId }) => makerId);
  const filled = orders.filter(({ id }) => byOrder.has(id));
  await lockAccounts(tx, accountsOf(filled));
  for (const order of filled) {
    batch.begin(order.id);
    await fillOne(tx, pass, order, {
      fills: byOrder.get(order.id) ?? [],
      snapshot: resting.snapshot,
    });
  }
  const printedAt = fills.some(({ trade }) => trade !== null)
    ? (prints.at(-1)?.ts ?? 0) + 1
    : undefined;
  if (printedAt !== undefined) await moveCursor(tx.db, symbol, printedAt);
  const last = orders.at(-1);
  return {
    after: isDry || orders.length < batch.limit || !last ? undefined : placeOf(last),
    printedAt,
  };
}

async function fillOne(
  tx: Transaction,
  { bus, now }: Pass,
  order: HeldOrder,
  { fills, snapshot }: { fills: readonly MakerFill[]; snapshot: Snapshot },
): Promise<void> {
  const settled = settle(
    fillableOf(order),
    fills.map(({ lots, price }) => ({ lots, price: order.price ?? price })),
    "maker",
  );
  const isWhole = order.amount === order.filled_amount + settled.amount;
  const end: OrderEnd = { state: isWhole ? "filled" : "partial-filled", reason: null };
  await fillOrder(tx, bus, order, {
    outcome: { ...settled, ...end },
    origins: fills,
    role: "maker",
    snapshot,
    now,
  });
}

function makerOf(order: HeldOrder, ts: number): Maker {
  const { id, price, amount, filled_amount, seen_at } = order;
  return {
    id,
    price: price ?? 0n,
    lots: minorToLots((amount ?? 0n) - filled_amount, scalesOf(order)),
    // Since a time that a clock set back has yet to come to: it began to rest a moment ago.
    restsAt: Math.min(seen_at ?? 0, ts - 1),
  };
}
