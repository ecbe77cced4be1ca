import { contractRates, openParts } from "#protocol/rules/contracts/contract-open.ts";
import type { BookLevel } from "#protocol/rules/spot-fill.ts";
import type { Batch } from "../../matching/batches.ts";
import {
  type Maker,
  type MakerFill,
  matchMakers,
  type Print,
} from "../../matching/maker-matching.ts";
import { quotesOf, reachOf } from "../../matching/reach.ts";
import { readTaken } from "../../matching/consumed-rows.ts";
import { bookClosing, bookOpening } from "./post-fills.ts";
import { settleClose } from "#protocol/rules/contracts/contract-settlement.ts";
import { contractsShown } from "./contract-book.ts";
import { termsOfRow } from "../records/contract-market.ts";
import { noticeOrder } from "../records/contract-notices.ts";
import { readMakers } from "./due-rows.ts";
import { type FillEnd, writeFillEnd } from "./end-fill.ts";
import { restOf } from "../orders/end-order.ts";
import { wouldBeLiquidated } from "./fill-takers.ts";
import { exposureOf } from "../records/position-risk.ts";
import type { ContractOrderRow, HeldContractOrder, PositionRow } from "../records/rows.ts";
import { type OpenTurn, aheadOf, lockTouched } from "./market-lock.ts";

export interface Place {
  rank: bigint;
  id: number;
}

/** One side's resting orders, and how far a pass has come with them. */
export interface Resting {
  side: "buy" | "sell";
  after: Place | undefined;
  /** The fresh ones, the oldest first. */
  prints: readonly Print[];
}

/**
 * Fills resting orders from what the market showed, each at its own price (rules.md, 3).
 * @returns whether anything is left to fill and to fill it with, and from where to go on
 */
export async function fillMakers(
  turn: OpenTurn,
  batch: Batch,
  { side, after, prints }: Resting,
): Promise<{ isMore: boolean; after: Place | undefined }> {
  const {
    tx,
    code,
    market,
    snapshot: { book },
  } = turn;
  const none = { isMore: false, after: undefined };
  const [levels, top] =
    side === "buy"
      ? ([book.asks, { bid: 0, ask: book.asks[0]?.[0] ?? 0 }] as const)
      : ([book.bids, { bid: book.bids[0]?.[0] ?? 0, ask: 0 }] as const);
  const reach = reachOf(side, quotesOf(top), prints);
  if (reach === undefined) return none;
  const due = await readMakers(tx.db, {
    code,
    side,
    reach,
    ts: book.ts,
    ahead: aheadOf(turn),
    after,
    ...batch,
  });
  if (due.length === 0) return none;
  const { orders, positions } = await lockTouched(turn, due);
  const claimed = new Map(orders.map((order) => [order.id, order]));
  const inTurn = due
    .flatMap(({ id }) => claimed.get(id) ?? [])
    .filter((order) => order.purpose === "open" || positions.of(order)?.lock_reason === null);
  const shown = contractsShown(
    side,
    { ts: book.ts, levels, prints },
    await readTaken(tx.db, market.spec.symbol, book.ts),
    market.lotsPerContract,
  );
  const { fills, isDry } = matchMakers(
    side,
    inTurn.map((order) => makerOf(order, book.ts)),
    shown,
    [],
  );
  const byOrder = Map.groupBy(fills, ({ makerId }) => makerId);
  let hasRefused = false;
  for (const order of inTurn) {
    const own = byOrder.get(order.id);
    if (!own) continue;
    batch.begin(order.id);
    const fillEnd = await fillOne(turn, order, positions.of(order), own);
    hasRefused ||= !fillEnd.end.waits;
    const written = await writeFillEnd(turn, fillEnd);
    await noticeOrder(turn.tx, written.order, eventOf(written.order), turn.now);
    if (written.position) positions.put(written.position);
  }
  // What was meant for who got nothing is there for those behind.
  if (hasRefused) return { isMore: true, after };
  const last = due.at(-1);
  return { isMore: !isDry && due.length === batch.limit, after: last && placeOf(last) };
}

async function fillOne(
  turn: OpenTurn,
  order: HeldContractOrder,
  position: PositionRow | undefined,
  own: readonly MakerFill[],
): Promise<FillEnd> {
  const {
    market: { lotsPerContract },
  } = turn;
  const levels: BookLevel[] = own.map(({ lots, price }) => ({ lots, price: order.price ?? price }));
  const origins = own.map(({ price, lots, shown, trade }) => ({
    price,
    lots: lots * lotsPerContract,
    shown: shown * lotsPerContract,
    trade,
  }));
  const terms = termsOfRow(order);
  const end = { waits: true as const };
  if (order.purpose === "close") {
    if (!position)
      return { order, position, end: { waits: false, reason: "position_closed" }, isChanged: true };
    const closed = settleClose(exposureOf(position), levels, contractRates.maker, terms);
    return {
      ...(await bookClosing(turn, order, position, closed, { role: "maker", origins })),
      end,
      isChanged: true,
    };
  }
  const opening = {
    direction: order.direction,
    leverage: order.lever_rate,
    limit: order.price,
    volume: restOf(order),
    held: order.held,
  };
  const opened = openParts(opening, levels, contractRates.maker, terms);
  if (wouldBeLiquidated(turn, order, position, opened))
    return { order, position, end: { waits: false, reason: "margin" }, isChanged: true };
  return {
    ...(await bookOpening(turn, order, position, opened, { role: "maker", origins })),
    end,
    isChanged: true,
  };
}

function eventOf(order: HeldContractOrder): "filled" | "partly" | "ended" {
  if (restOf(order) === 0n) return "filled";
  return order.finished_at === null ? "partly" : "ended";
}

function makerOf(order: HeldContractOrder, ts: number): Maker {
  // Since a time that a clock set back has yet to come to: it began to rest a moment ago.
  return {
    id: order.id,
    price: order.price ?? 0n,
    lots: restOf(order),
    restsAt: Math.min(order.seen_at ?? 0, ts - 1),
  };
}

function placeOf({ direction, price, id }: ContractOrderRow): Place {
  return { rank: direction === "buy" ? -(price ?? 0n) : (price ?? 0n), id };
}
