import { moneyScale } from "#protocol/rules/contracts/contract-worth.ts";
import type { Price } from "#protocol/rules/contracts/contract-worth.ts";
import { formatAmount, parseAmount, trimZeros } from "#protocol/wire/amount.ts";
import { noticeSettingsOf } from "../../account/push/push-rows.ts";
import { storedNoticeSettings } from "../../account/push/stored-settings.ts";
import { renewNotice } from "../../account/notices/notices.ts";
import type { Transaction } from "../../store/store.ts";
import { markDecimals } from "./contract-market.ts";
import { warningsLeft } from "./position-risk.ts";
import { type HeldContractOrder, holdType, type PositionRow } from "./rows.ts";
import { toClosedPosition, toContractOrder } from "./wire.ts";

const positionType = "contract_position";

/** Leaves a notice of an order that was filled or ended by itself. It takes the place of an earlier one about it. */
export async function noticeOrder(
  tx: Transaction,
  order: HeldContractOrder,
  event: "partly" | "filled" | "ended",
  now: number,
): Promise<void> {
  const { id, user_id: userId, contract_code, symbol, direction, purpose, currency } = order;
  const price = toContractOrder(order).trade_avg_price;
  await renewNotice(tx, {
    userId,
    kind: "order",
    refType: holdType,
    refId: id,
    now,
    facts: {
      event,
      contract_code,
      symbol,
      side: direction,
      offset: purpose,
      quote: currency,
      filled: Number(order.filled_volume),
      amount: Number(order.volume),
      ...(price !== null && { price: trimZeros(price) }),
    },
  });
}

/** Leaves a notice of what a take profit or stop loss closed, with its result after fees and funding. */
export async function noticeTriggered(
  tx: Transaction,
  { order, position }: { order: HeldContractOrder; position: PositionRow },
  kind: "tp" | "sl",
  now: number,
): Promise<void> {
  const { contract_code, symbol, direction, currency } = position;
  const price = toContractOrder(order).trade_avg_price;
  const net =
    position.closed_at === null
      ? formatAmount(order.realised - order.fee, moneyScale)
      : toClosedPosition(position).net;
  await renewNotice(tx, {
    userId: position.user_id,
    kind: "position_closed",
    refType: positionType,
    refId: position.id,
    now,
    facts: {
      close_kind: kind,
      contract_code,
      symbol,
      direction,
      quote: currency,
      left: Number(position.volume),
      net: trimZeros(net),
      ...(price !== null && { price: trimZeros(price) }),
    },
  });
}

/** Leaves a notice of how near a position is to its liquidation. */
export async function noticeNearness(
  tx: Transaction,
  position: PositionRow,
  mark: Price,
  now: number,
): Promise<void> {
  const { id, user_id: userId, contract_code, symbol, direction, currency } = position;
  const left = warningsLeft[position.warned - 1] ?? warningsLeft[0];
  await renewNotice(tx, {
    userId,
    kind: "liquidation_near",
    refType: positionType,
    refId: id,
    now,
    facts: {
      contract_code,
      symbol,
      direction,
      quote: currency,
      mark_price: formatAmount(mark.value, mark.scale),
      liquidation_price: formatAmount(
        position.liq_price ?? 0n,
        position.price_precision + markDecimals,
      ),
      left_percent: Number(left),
    },
  });
}

/**
 * Leaves notices of fundings that cost more than their owners set.
 * @param paid minor units of the quote currency that each position paid
 */
export async function noticeFundings(
  tx: Transaction,
  paid: readonly { position: PositionRow; amount: bigint }[],
  now: number,
): Promise<void> {
  const chosen = await noticeSettingsOf(tx.db, [
    ...new Set(paid.map(({ position }) => position.user_id)),
  ]);
  for (const { position, amount } of paid) {
    const { id, user_id: userId, contract_code, direction, currency } = position;
    const { funding_over } = storedNoticeSettings(chosen.get(userId));
    const limit = parseAmount(funding_over, moneyScale);
    if (limit === undefined || amount <= limit) continue;
    await renewNotice(tx, {
      userId,
      kind: "funding",
      refType: positionType,
      refId: id,
      now,
      facts: {
        contract_code,
        direction,
        quote: currency,
        amount: trimZeros(formatAmount(amount, moneyScale)),
      },
    });
  }
}
