import { addTo } from "#protocol/contract-close.ts";
import type { Opened } from "#protocol/contract-open.ts";
import { costScale, moneyScale } from "#protocol/contract-worth.ts";
import { contractOrderStatus } from "#protocol/perpetual.ts";
import { rescaleDown } from "#protocol/rounding.ts";
import { post } from "../ledger/post.ts";
import { fillRows, type Filled } from "./fill-rows.ts";
import { exposureOf, withRisk } from "./position-risk.ts";
import { opening } from "./postings.ts";
import {
  type HeldContractOrder,
  insertFills,
  insertPosition,
  type NewPosition,
  type PositionRow,
  updatePosition,
} from "./rows.ts";
import type { OpenTurn } from "./turn.ts";

/**
 * Books what a claimed order to open got: margin moves behind its position, which comes about or grows by it.
 * @param position the user's open one on that side, with its lock
 * @returns both as they are now; the order has yet to be written
 */
export async function bookOpening(
  turn: OpenTurn,
  order: HeldContractOrder,
  position: PositionRow | undefined,
  opened: Pick<Opened, "parts" | "volume" | "cost" | "margin" | "fee">,
  filled: Filled,
): Promise<{ order: HeldContractOrder; position: PositionRow }> {
  const { tx, now } = turn;
  await post(tx, opening(order, opened, now));
  const grown = grow(position ?? emptyPosition(order, now), order, opened, now);
  const after = position ? { ...grown, id: position.id } : await insertPosition(tx.db, grown);
  if (position) await updatePosition(tx.db, after);
  const parts = opened.parts.map((part) => ({ ...part, realised: 0n }));
  await insertFills(tx.db, fillRows(turn, order, after.id, parts, filled));
  return {
    order: {
      ...order,
      position_id: after.id,
      held: order.held - opened.margin - opened.fee,
      filled_volume: order.filled_volume + opened.volume,
      filled_cost: order.filled_cost + opened.cost,
      fee: order.fee + opened.fee,
      fills: order.fills + opened.parts.length,
      status: contractOrderStatus.partlyMatched,
      updated_at: now,
    },
    position: after,
  };
}

function grow(
  position: NewPosition,
  order: HeldContractOrder,
  opened: Pick<Opened, "volume" | "cost" | "margin" | "fee">,
  now: number,
): NewPosition {
  const { volume, cost, margin } = addTo(exposureOf(position), opened);
  // Once: what its owner set on the position since then stands.
  const isFirst = order.fills === 0 && (order.tp_price !== null || order.sl_price !== null);
  return withRisk({
    ...position,
    volume,
    cost,
    margin,
    moves: position.moves + 1,
    fee: position.fee + opened.fee,
    opened_volume: position.opened_volume + opened.volume,
    opened_cost: position.opened_cost + rescaleDown(opened.cost, costScale, moneyScale),
    ...(isFirst && {
      tp_price: order.tp_price,
      sl_price: order.sl_price,
      trigger_by: order.trigger_by,
    }),
    updated_at: now,
  });
}

function emptyPosition(order: HeldContractOrder, now: number): NewPosition {
  const {
    user_id,
    contract_code,
    symbol,
    currency,
    price_precision,
    amount_precision,
    size_value,
    size_scale,
    direction,
    lever_rate,
    trigger_by,
  } = order;
  return {
    user_id,
    contract_code,
    symbol,
    currency,
    price_precision,
    amount_precision,
    size_value,
    size_scale,
    direction,
    lever_rate,
    trigger_by,
    volume: 0n,
    frozen_volume: 0n,
    cost: 0n,
    margin: 0n,
    liq_price: null,
    tp_price: null,
    sl_price: null,
    lock_reason: null,
    opened_volume: 0n,
    opened_cost: 0n,
    closed_volume: 0n,
    closed_cost: 0n,
    fee: 0n,
    funding: 0n,
    realised: 0n,
    margin_lost: 0n,
    insurance: 0n,
    close_kind: null,
    close_mark: null,
    moves: 0,
    funded_at: now,
    opened_at: now,
    updated_at: now,
    closed_at: null,
  };
}
