import * as codes from "#protocol/wire/error-codes.ts";
import { profitAt } from "#protocol/rules/contracts/contract-worth.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { lockOpen, type OfUser } from "../records/lock-position.ts";
import { termsOfRow } from "../records/contract-market.ts";
import { endClosing } from "../orders/end-order.ts";
import { copiedTerms, opposite, requireTurn } from "../orders/place-order.ts";
import { checkLimit } from "../rules/price-rules.ts";
import {
  lockClosing,
  lockPosition,
  type HeldContractOrder,
  insertOrder,
  type NewContractOrder,
  type OrderSource,
  type PositionRow,
  updatePosition,
} from "../records/rows.ts";
import type { OpenMarket } from "../rules/rules.ts";

/** An order that closes and the position it keeps contracts of. */
export interface Closing {
  order: HeldContractOrder;
  position: PositionRow;
}

export interface CloseDraft {
  volume: number;
  order_type: "market" | "limit";
  price: string | null;
}

/**
 * Writes an order that closes part or all of a position, which keeps that many contracts for it.
 * @throws Refusal noSuchOrder, positionLocked as {@link claimOpen}, quantityMissing no contracts,
 *   positionLocked with those available where it asks for more, invalidParameters a price that does
 *   not fit, busy where as many orders wait as may
 */
export async function closePosition(
  tx: Transaction,
  of: OfUser,
  draft: CloseDraft,
  {
    marketOf,
    clientOrderId,
    now,
  }: { marketOf: (code: string) => OpenMarket; clientOrderId: string; now: number },
): Promise<Closing> {
  const position = await lockOpen(tx, of);
  if (draft.volume <= 0) throw new Refusal(codes.quantityMissing, { field: "volume" });
  const market = marketOf(position.contract_code);
  const price = checkLimit(draft, market.mark, position.price_precision);
  // The market closes what it is asked to however much else waits.
  if (price !== null) await requireTurn(tx.db, of.userId);
  return closeOrder(tx, position, {
    volume: BigInt(draft.volume),
    price,
    clientOrderId,
    source: "manual",
    now,
  });
}

/** Which of the positions are meant, by the mark price. */
export type Which = "all" | "winning" | "losing";

/**
 * Closes a user's positions by market, whole: limit orders that were to close them make room.
 * @param ids in ascending order, as everybody locks positions
 * @returns the new orders, those that made room, and who was let be with the code that says why
 */
export async function closePositions(
  tx: Transaction,
  userId: number,
  ids: readonly number[],
  {
    which,
    marketOf,
    clientOrderId,
    now,
  }: { which: Which; marketOf: (code: string) => OpenMarket; clientOrderId: string; now: number },
): Promise<{
  closings: Closing[];
  ended: HeldContractOrder[];
  failed: { id: number; code: number }[];
}> {
  const claimed: PositionRow[] = [];
  for (const id of ids) {
    const position = await lockPosition(tx.db, userId, id);
    if (position?.closed_at === null) claimed.push(position);
  }
  const done = {
    closings: [] as Closing[],
    ended: [] as HeldContractOrder[],
    failed: [] as { id: number; code: number }[],
  };
  for (const position of claimed) {
    try {
      const market = marketOf(position.contract_code);
      if (!isMeant(position, which, market)) continue;
      if (position.lock_reason !== null) throw new Refusal(codes.positionLocked);
      const waiting = (await lockClosing(tx.db, position.id)).filter(
        ({ order_type }) => order_type === "limit",
      );
      let freed = position;
      for (const row of waiting) {
        const { order, position: after } = await endClosing(tx, { ...row, held: 0n }, freed, {
          reason: null,
          now,
        });
        done.ended.push(order);
        freed = after;
      }
      const volume = freed.volume - freed.frozen_volume;
      done.closings.push(
        await closeOrder(tx, freed, {
          volume,
          price: null,
          clientOrderId: `${clientOrderId}:${position.id}`,
          source: "close_all",
          now,
        }),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      done.failed.push({ id: position.id, code: error.code });
    }
  }
  return done;
}

function isMeant(
  { direction, volume, cost, ...row }: PositionRow,
  which: Which,
  { mark }: OpenMarket,
): boolean {
  if (which === "all") return true;
  const profit = profitAt(direction, volume, cost, mark, termsOfRow(row));
  return which === "winning" ? profit > 0n : profit < 0n;
}

interface NewClosing {
  volume: bigint;
  /** Ticks; null for a market order. */
  price: bigint | null;
  clientOrderId: string;
  source: OrderSource;
  now: number;
}

/**
 * Writes an order that closes contracts of a position that the command has locked.
 * @throws Refusal positionLocked with the contracts that are available, where it asks for more or
 *   there are none
 */
export async function closeOrder(
  tx: Transaction,
  position: PositionRow,
  closing: NewClosing,
): Promise<Closing> {
  const available = position.volume - position.frozen_volume;
  if (closing.volume > available || available === 0n)
    throw new Refusal(codes.positionLocked, { available: Number(available) });
  const order = await insertOrder(tx.db, closingRow(position, closing));
  const reduced = {
    ...position,
    frozen_volume: position.frozen_volume + closing.volume,
    updated_at: closing.now,
  };
  await updatePosition(tx.db, reduced);
  return { order: { ...order, held: 0n }, position: reduced };
}

function closingRow(
  position: PositionRow,
  { volume, price, clientOrderId, source, now }: NewClosing,
): NewContractOrder {
  return {
    ...copiedTerms(position),
    user_id: position.user_id,
    client_order_id: clientOrderId,
    direction: opposite(position.direction),
    purpose: "close",
    lever_rate: position.lever_rate,
    order_type: price === null ? "market" : "limit",
    price,
    tp_price: null,
    sl_price: null,
    trigger_by: position.trigger_by,
    position_id: position.id,
    source,
    volume,
    accepted_at: now,
  };
}
