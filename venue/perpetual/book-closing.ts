import { costScale, moneyScale } from "#protocol/contract-worth.ts";
import { contractOrderStatus } from "#protocol/perpetual.ts";
import { rescaleDown } from "#protocol/rounding.ts";
import { post } from "../ledger/post.ts";
import { type Closed } from "#protocol/contract-settlement.ts";
import { fillRows, type Filled } from "./fill-rows.ts";
import { withRisk } from "./position-risk.ts";
import { closing, insuranceOf } from "./postings.ts";
import { type CloseKind, type HeldContractOrder, insertFills, type PositionRow } from "./rows.ts";
import type { OpenTurn } from "./turn.ts";

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
