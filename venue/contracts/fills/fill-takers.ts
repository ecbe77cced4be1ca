import { addTo, settleClose } from "#protocol/rules/contracts/contract-settlement.ts";
import { contractRates, openFrom } from "#protocol/rules/contracts/contract-open.ts";
import { mustLiquidate } from "#protocol/rules/contracts/contract-risk.ts";
import type { ContractTerms } from "#protocol/rules/contracts/contract-worth.ts";
import { type BookLevel, walkLevels, type WalkEnd } from "#protocol/rules/spot-fill.ts";
import type { Batch } from "../../matching/batches.ts";
import type { TakenBy } from "../../matching/fill-model.ts";
import { readTaken } from "../../matching/consumed-rows.ts";
import { bookClosing, bookOpening } from "./post-fills.ts";
import { contractsLeft } from "./contract-book.ts";
import { termsOfRow } from "../records/contract-market.ts";
import { noticeOrder } from "../records/contract-notices.ts";
import { readTakers } from "./due-rows.ts";
import { type FillEnd, writeFillEnd } from "./end-fill.ts";
import { restOf } from "../orders/end-order.ts";
import type { Origin } from "./fill-rows.ts";
import { exposureOf } from "../records/position-risk.ts";
import { openReversed } from "../positions/reverse-position.ts";
import type { HeldContractOrder, PositionRow } from "../records/rows.ts";
import {
  type OpenTurn,
  type Turn,
  aheadOf,
  lockTouched,
  isOpenTurn,
  openMarketOf,
} from "./market-lock.ts";

/** A market order that met no fresh snapshot for so long is ended: another price is not what was asked for. */
const timeoutMs = 10_000;

/**
 * Gives the oldest orders that have yet to meet a book their look at it. Without one those are ended whose
 * patience is over, and their positions are as they were.
 * @returns whether there may be more
 */
export async function fillTakers(turn: Turn, batch: Batch): Promise<boolean> {
  const { tx, code, now, snapshot } = turn;
  const due = await readTakers(tx.db, {
    code,
    ts: snapshot?.book.ts,
    actingSince: turn.actingSince,
    expired: now - timeoutMs,
    ahead: aheadOf(turn),
    ...batch,
  });
  if (due.length === 0) return false;
  const { orders, positions } = await lockTouched(turn, due);
  const taken = isOpenTurn(turn)
    ? await readTaken(tx.db, turn.market.spec.symbol, turn.snapshot.book.ts)
    : [];
  let isReversed = false;
  for (const order of orders.filter(({ seen_at }) => seen_at === null)) {
    batch.begin(order.id);
    const position = positions.of(order);
    const fillEnd =
      isOpenTurn(turn) && !isExpired(order, now)
        ? await look(turn, order, position, taken)
        : halted(order, position);
    const after = await writeFillEnd(turn, fillEnd);
    if (after.order.reason === "halted") await noticeOrder(tx, after.order, "ended", now);
    if (after.position) positions.put(after.position);
    if (
      after.order.source !== "reverse" ||
      after.order.purpose !== "close" ||
      restOf(after.order) > 0n
    )
      continue;
    await openReversed(turn, after.order, openMarketOf(turn));
    isReversed = true;
  }
  return isReversed || orders.length === batch.limit;
}

/** Also cancels an order accepted in the future: the clock was set back, and when it gets there the price is another. */
function isExpired({ order_type, accepted_at }: HeldContractOrder, now: number): boolean {
  return (
    order_type === "market" && (now - accepted_at > timeoutMs || accepted_at > aheadOf({ now }))
  );
}

function halted(order: HeldContractOrder, position: PositionRow | undefined): FillEnd {
  return { order, position, end: { waits: false, reason: "halted" }, isChanged: true };
}

async function look(
  turn: OpenTurn,
  order: HeldContractOrder,
  position: PositionRow | undefined,
  taken: TakenBy[],
): Promise<FillEnd> {
  const offered = offeredTo(turn, order, taken);
  const seen = { ...order, seen_at: turn.snapshot.book.ts };
  if (order.purpose === "close") {
    if (!position || position.id !== order.position_id)
      return {
        order: seen,
        position: undefined,
        end: { waits: false, reason: "position_closed" },
        isChanged: true,
      };
    return closeTaker(turn, seen, position, { offered, taken });
  }
  return openTaker(turn, seen, position, { offered, taken });
}

/** Contracts that are left for an order, best first. */
export function offeredTo(
  { snapshot: { book }, market }: OpenTurn,
  { direction }: Pick<HeldContractOrder, "direction">,
  taken: readonly TakenBy[],
): BookLevel[] {
  return contractsLeft(
    direction,
    { ts: book.ts, levels: direction === "buy" ? book.asks : book.bids },
    taken,
    market.lotsPerContract,
  );
}

interface Offered {
  offered: readonly BookLevel[];
  /** What this venue took of the market, added to as it takes more. */
  taken: TakenBy[];
}

async function openTaker(
  turn: OpenTurn,
  order: HeldContractOrder,
  position: PositionRow | undefined,
  { offered, taken }: Offered,
): Promise<FillEnd> {
  const terms = termsOfRow(order);
  const opening = {
    direction: order.direction,
    leverage: order.lever_rate,
    limit: order.price,
    volume: restOf(order),
    held: order.held,
  };
  const opened = openFrom(opening, offered, contractRates.taker, terms);
  const end = endOf(order, opened.end);
  if (opened.volume === 0n) return { order, position, end, isChanged: !end.waits };
  if (wouldBeLiquidated(turn, order, position, opened))
    return { order, position, end: { waits: false, reason: "margin" }, isChanged: true };
  const origins = originsOf(turn, order, opened.parts, taken);
  return {
    ...(await bookOpening(turn, order, position, opened, { role: "taker", origins })),
    end,
    isChanged: true,
  };
}

/** Whether what an order would open were liquidated by the mark price of the moment: then nothing is opened. */
export function wouldBeLiquidated(
  { prices: { mark } }: Turn,
  order: HeldContractOrder,
  position: PositionRow | undefined,
  opened: { volume: bigint; cost: bigint; margin: bigint },
): boolean {
  const exposure = position
    ? exposureOf(position)
    : { direction: order.direction, volume: 0n, cost: 0n, margin: 0n };
  return (
    mark !== null &&
    mustLiquidate(addTo(exposure, opened), mark, termsOfRow(order), contractRates.taker)
  );
}

async function closeTaker(
  turn: OpenTurn,
  order: HeldContractOrder,
  position: PositionRow,
  { offered, taken }: Offered,
): Promise<FillEnd> {
  if (position.lock_reason !== null) {
    const end =
      order.price === null
        ? { waits: false as const, reason: position.lock_reason }
        : { waits: true as const };
    return { order, position, end, isChanged: !end.waits };
  }
  const { fills, end: walked } = walkContracts(
    { side: order.direction, limit: order.price, volume: restOf(order) },
    offered,
    termsOfRow(order),
  );
  const end = endOf(order, walked);
  if (fills.length === 0) return { order, position, end, isChanged: !end.waits };
  const closed = settleClose(exposureOf(position), fills, contractRates.taker, termsOfRow(order));
  const origins = originsOf(turn, order, closed.parts, taken);
  return {
    ...(await bookClosing(turn, order, position, closed, { role: "taker", origins })),
    end,
    isChanged: true,
  };
}

/** Walks a book in contracts as any taker does. */
export function walkContracts(
  { side, limit, volume }: { side: "buy" | "sell"; limit: bigint | null; volume: bigint },
  offered: readonly BookLevel[],
  { price }: ContractTerms,
): { fills: BookLevel[]; end: WalkEnd } {
  // Scales matter to budgets alone.
  return walkLevels(
    { side, lots: volume, budget: null, ...(limit !== null && { limit }) },
    offered,
    { price, amount: 0, base: 0, quote: 0 },
  );
}

/** What is not filled now of a limit order rests; of a market order it never will be. */
function endOf({ order_type }: HeldContractOrder, end: WalkEnd): FillEnd["end"] {
  if (order_type === "limit" || end === "done") return { waits: true };
  return { waits: false, reason: end };
}

/** Where the contracts of these parts were, and notes that they are taken. */
export function originsOf(
  { snapshot: { book }, market: { lotsPerContract } }: OpenTurn,
  { direction: side }: Pick<HeldContractOrder, "direction">,
  parts: readonly { price: bigint; volume: bigint }[],
  taken: TakenBy[],
): Origin[] {
  const shown = new Map(
    (side === "buy" ? book.asks : book.bids).map(([price, lots]) => [BigInt(price), BigInt(lots)]),
  );
  return parts.map(({ price, volume }) => {
    const lots = volume * lotsPerContract;
    taken.push({ side, lots, at: book.ts, trade: null });
    return { price, lots, shown: shown.get(price) ?? 0n, trade: null };
  });
}
