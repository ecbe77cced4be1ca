import { contractOrderStatus } from "#protocol/api/contracts.ts";
import type { Opened } from "#protocol/rules/contracts/contract-open.ts";
import { type Closed, addTo } from "#protocol/rules/contracts/contract-settlement.ts";
import { costScale, moneyScale } from "#protocol/rules/contracts/contract-worth.ts";
import { rescaleDown } from "#protocol/wire/rounding.ts";
import { post } from "../../ledger/post.ts";
import { exposureOf, withRisk } from "../records/position-risk.ts";
import { closing, insuranceOf, opening } from "../records/postings.ts";
import {
  type CloseKind,
  type HeldContractOrder,
  type NewPosition,
  type PositionRow,
  insertFills,
  insertPosition,
  updatePosition,
} from "../records/rows.ts";
import { type Filled, fillRows } from "./fill-rows.ts";
import type { OpenTurn } from "./market-lock.ts";

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
    warned: 0,
    warn_price: null,
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
    reopened_at: now,
    uncounted: 0n,
    opened_at: now,
    updated_at: now,
    closed_at: null,
  };
}

/**
 * Books what a claimed order closed of its position, which kept the contracts for it.
 * @returns both as they are now, yet to be written
 */
export async function bookClosing(
  turn: OpenTurn,
  order: HeldContractOrder,
  position: PositionRow,
  closed: Closed,
  filled: Filled,
): Promise<{ order: HeldContractOrder; position: PositionRow }> {
  const { tx, now } = turn;
  const { volume, cost, realised, fee, left } = closed;
  const kind = kindOf(order);
  await post(tx, closing(position, order, { ...closed, kind, now }));
  await insertFills(tx.db, fillRows(turn, order, position.id, partsOf(closed), filled));
  const after: PositionRow = withRisk({
    ...position,
    volume: left.volume,
    cost: left.cost,
    margin: left.margin,
    frozen_volume: position.frozen_volume - volume,
    moves: position.moves + 1,
    closed_volume: position.closed_volume + volume,
    closed_cost: position.closed_cost + rescaleDown(cost, costScale, moneyScale),
    fee: position.fee + fee,
    realised: position.realised + realised,
    insurance: position.insurance + insuranceOf(closed),
    margin_lost: kind === "liquidation" ? position.margin : position.margin_lost,
    updated_at: now,
    ...(left.volume === 0n && {
      closed_at: now,
      close_kind: kind,
      close_mark: turn.prices.mark?.value ?? null,
    }),
  });
  return {
    order: {
      ...order,
      filled_volume: order.filled_volume + volume,
      filled_cost: order.filled_cost + cost,
      fee: order.fee + fee,
      realised: order.realised + realised,
      fills: order.fills + closed.parts.length,
      status: contractOrderStatus.partlyMatched,
      updated_at: now,
    },
    position: after,
  };
}

/** What was lost beyond the margin of the closed part left with the last of it. */
function partsOf({ parts, margin }: Closed) {
  const beyond = margin - parts.reduce((sum, { released }) => sum + released, 0n);
  return parts.map(({ released, ...part }, at) => ({
    ...part,
    margin: -released - (at === parts.length - 1 ? beyond : 0n),
  }));
}

function kindOf({ source }: Pick<HeldContractOrder, "source">): CloseKind {
  return source === "tp" || source === "sl" || source === "liquidation" ? source : "manual";
}
