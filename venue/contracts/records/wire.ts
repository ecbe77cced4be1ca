import type {
  ClosedPosition,
  ContractFill,
  ContractOrder,
  ContractPosition,
} from "#protocol/api/contracts.ts";
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import {
  liquidationPrice,
  marginRatio,
  ratioScale,
} from "#protocol/rules/contracts/contract-risk.ts";
import {
  type ContractTerms,
  costScale,
  entryPrice,
  initialMargin,
  moneyScale,
  profitAt,
} from "#protocol/rules/contracts/contract-worth.ts";
import { formatAmount } from "#protocol/wire/amount.ts";
import { divideDown, pow10, rescaleUp } from "#protocol/wire/rounding.ts";
import type { NotifyBus } from "../../deps/notify-bus.ts";
import type { Transaction } from "../../store/store.ts";
import { type Prices, markDecimals, termsOfRow } from "./contract-market.ts";
import { exposureOf } from "./position-risk.ts";
import type { ContractFillRow, HeldContractOrder, PositionRow } from "./rows.ts";

/** Decimals of an average price beyond the ticks. */
const averageDecimals = 2;

const money = (minor: bigint) => formatAmount(minor, moneyScale);

function inTicks(ticks: bigint | null, precision: number): string | null {
  return ticks === null ? null : formatAmount(ticks, precision);
}

function average(cost: bigint, volume: bigint, terms: ContractTerms): string {
  const decimals = terms.price + averageDecimals;
  return formatAmount(entryPrice(cost, volume, terms, decimals), decimals);
}

/** An order as the wire has it. */
export function toContractOrder(order: HeldContractOrder): ContractOrder {
  const { price_precision: precision, filled_volume, filled_cost } = order;
  return {
    id: String(order.id),
    client_order_id: order.client_order_id,
    contract_code: order.contract_code,
    direction: order.direction,
    offset: order.purpose,
    lever_rate: order.lever_rate,
    volume: Number(order.volume),
    trade_volume: Number(filled_volume),
    order_type: order.order_type,
    price: inTicks(order.price, precision),
    trade_avg_price:
      filled_volume === 0n ? null : average(filled_cost, filled_volume, termsOfRow(order)),
    margin_frozen: money(order.held),
    fee: money(order.fee),
    realised: money(order.realised),
    tp_trigger_price: inTicks(order.tp_price, precision),
    sl_trigger_price: inTicks(order.sl_price, precision),
    trigger_by: order.trigger_by,
    position_id: order.position_id === null ? null : String(order.position_id),
    source: order.source,
    status: order.status,
    reason: order.reason,
    replaces: order.replaces_id === null ? null : String(order.replaces_id),
    create_time: order.accepted_at,
    update_time: order.updated_at,
    finish_time: order.finished_at,
    slip: null,
  };
}

/** A fill as the wire has it, with the snapshot that proves it. */
export function toContractFill(fill: ContractFillRow, precision: number): ContractFill {
  return {
    trade_id: `${fill.order_id}-${fill.seq}`,
    order_id: String(fill.order_id),
    price: formatAmount(fill.price, precision),
    volume: Number(fill.volume),
    realised: money(fill.realised),
    fee: money(fill.fee),
    role: fill.role,
    evidence: {
      source: fill.source,
      version: Number(fill.source_version),
      ts: fill.snapshot_at,
      mark_price: inTicks(fill.mark, precision + markDecimals),
    },
    create_time: fill.created_at,
  };
}

function factsOf(position: PositionRow) {
  return {
    id: String(position.id),
    contract_code: position.contract_code,
    direction: position.direction,
    lever_rate: position.lever_rate,
    fee: money(position.fee),
    funding: money(position.funding),
    realised: money(position.realised),
    open_time: position.opened_at,
  };
}

/** An open position with its figures at the mark price of this moment, null where there is none. */
export function toPosition(position: PositionRow, { mark, last, ts }: Prices): ContractPosition {
  const { price_precision: precision, direction, volume, cost, lever_rate } = position;
  const terms = termsOfRow(position);
  const exposure = exposureOf(position);
  const profit = mark && profitAt(direction, volume, cost, mark, terms);
  const ratio = mark && marginRatio(exposure, mark, terms, contractRates.taker);
  const rate =
    profit === null
      ? null
      : divideDown(profit * pow10(ratioScale), initialMargin(cost, lever_rate));
  return {
    ...factsOf(position),
    cost_open: average(cost, volume, terms),
    volume: Number(volume),
    available: Number(volume - position.frozen_volume),
    frozen: Number(position.frozen_volume),
    entry_value: formatAmount(cost, costScale),
    mark_price: mark && formatAmount(mark.value, mark.scale),
    last_price: inTicks(last, precision),
    position_margin: money(position.margin),
    profit_unreal: profit === null ? null : money(profit),
    profit_rate: rate === null ? null : formatAmount(rate, ratioScale),
    margin_ratio: ratio === null ? null : formatAmount(ratio, ratioScale),
    liquidation_price: inTicks(
      liquidationPrice(exposure, terms, contractRates.taker, precision),
      precision,
    ),
    tp_trigger_price: inTicks(position.tp_price, precision),
    sl_trigger_price: inTicks(position.sl_price, precision),
    trigger_by: position.trigger_by,
    is_lock: position.lock_reason === null ? 0 : 1,
    lock_reason: position.lock_reason,
    ts,
  };
}

/** A closed position with its realised money. */
export function toClosedPosition(position: PositionRow): ClosedPosition {
  const {
    price_precision: precision,
    opened_volume,
    opened_cost,
    closed_volume,
    closed_cost,
    fee,
    funding,
    realised,
    margin_lost,
    insurance,
  } = position;
  const terms = termsOfRow(position);
  const exact = (worth: bigint) => rescaleUp(worth, moneyScale, costScale);
  return {
    ...factsOf(position),
    cost_open: average(exact(opened_cost), opened_volume, terms),
    volume: Number(closed_volume),
    close_avg_price:
      closed_volume === 0n ? null : average(exact(closed_cost), closed_volume, terms),
    close_kind: position.close_kind ?? "manual",
    margin_lost: money(margin_lost),
    insurance: money(insurance),
    net: money(realised - fee + funding - insurance),
    mark_price: inTicks(position.close_mark, precision + markDecimals),
    close_time: position.closed_at ?? position.updated_at,
  };
}

/** After the commit, tells the owner's open streams that an order and perhaps his balance changed. */
export function announceOrder(tx: Transaction, bus: NotifyBus, order: HeldContractOrder): void {
  tx.afterCommit(() => {
    bus.notify(String(order.user_id), "user.contract", "order", toContractOrder(order));
    bus.notify(String(order.user_id), "user.wallet", "balance", { flags: [order.currency] });
  });
}

/** The same of a position: `position` while it is open, `closed` when it ended. */
export function announcePosition(
  tx: Transaction,
  bus: NotifyBus,
  position: PositionRow,
  prices: Prices,
): void {
  const userId = String(position.user_id);
  tx.afterCommit(() => {
    if (position.closed_at === null)
      bus.notify(userId, "user.contract", "position", toPosition(position, prices));
    else bus.notify(userId, "user.contract", "closed", toClosedPosition(position));
    bus.notify(userId, "user.wallet", "balance", { flags: [position.currency] });
  });
}
