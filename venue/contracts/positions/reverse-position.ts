import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount } from "#protocol/wire/amount.ts";
import { closePart } from "#protocol/rules/contracts/contract-settlement.ts";
import { contractRates, reservePrice } from "#protocol/rules/contracts/contract-open.ts";
import {
  costOf,
  type Direction,
  moneyScale,
  orderCost,
} from "#protocol/rules/contracts/contract-worth.ts";
import type { NotifyBus } from "../../deps/notify-bus.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { announceOrder } from "../records/wire.ts";
import { lockOpen, idOf, type OfUser } from "../records/lock-position.ts";
import { type Closing, closeOrder } from "./close-position.ts";
import { termsOfRow } from "../records/contract-market.ts";
import { endOpening } from "../orders/end-order.ts";
import { readPosition } from "../records/list-rows.ts";
import {
  copiedTerms,
  lockAvailable,
  opposite,
  type Placed,
  readTrader,
  writeOrder,
} from "../orders/place-order.ts";
import { exposureOf } from "../records/position-risk.ts";
import { type ContractOrderRow, type HeldContractOrder, insertOrder } from "../records/rows.ts";
import { checkOpening, type MarketFacts, type OpenMarket, type Placement } from "../rules/rules.ts";
import { lockLeverage } from "../records/setting-rows.ts";

export interface Reversing {
  factsOf: (code: string) => MarketFacts;
  clientOrderId: string;
  /** Unix ms. */
  now: number;
}

/**
 * Closes a position whole by market; what opens as many contracts the other way follows when that
 * is done, with the money that came free ({@link openReversed}).
 * @throws Refusal noSuchOrder, positionLocked as {@link claimOpen}; positionLocked where part of it
 *   is kept by waiting orders; those of an order to open; insufficientBalance where balance and
 *   what the close gives back would not cover it
 */
export async function reversePosition(
  tx: Transaction,
  of: OfUser,
  { factsOf, clientOrderId, now }: Reversing,
): Promise<Closing> {
  const number = idOf(of.id);
  const seen = number === undefined ? undefined : await readPosition(tx.db, of.userId, number);
  if (!seen) throw new Refusal(codes.noSuchOrder);
  const code = seen.contract_code;
  await lockLeverage(tx.db, { userId: of.userId, code }, now);
  const position = await lockOpen(tx, of);
  if (position.frozen_volume > 0n)
    throw new Refusal(codes.positionLocked, {
      available: Number(position.volume - position.frozen_volume),
    });
  const draft = {
    direction: opposite(position.direction),
    lever_rate: position.lever_rate,
    volume: Number(position.volume),
    order_type: "market" as const,
    price: null,
    tp_trigger_price: null,
    sl_trigger_price: null,
    trigger_by: position.trigger_by,
  };
  const placement = checkOpening(
    draft,
    factsOf(code),
    await readTrader(tx.db, { userId: of.userId, code }),
  );
  const {
    quotes: { bid, ask },
    last,
  } = placement.market;
  const best = (position.direction === "buy" ? bid : ask) ?? last;
  const { arrives } = closePart(
    exposureOf(position),
    position.volume,
    best,
    contractRates.taker,
    termsOfRow(position),
  );
  const available = await lockAvailable(tx, of.userId, position.currency);
  if (placement.freeze > available + arrives) {
    throw new Refusal(codes.insufficientBalance, {
      currency: position.currency,
      needed: formatAmount(placement.freeze, moneyScale),
      available: formatAmount(available + arrives, moneyScale),
    });
  }
  return closeOrder(tx, position, {
    volume: position.volume,
    price: null,
    clientOrderId,
    source: "reverse",
    now,
  });
}

/**
 * Opens the other way what a finished close of source `reverse` closed; in the same transaction, with the
 * owner's accounts locked. Where the market or the balance does not allow it, the order ends at once and
 * says why.
 */
export async function openReversed(
  { tx, bus, now }: { tx: Transaction; bus: NotifyBus; now: number },
  closed: ContractOrderRow,
  market: OpenMarket | undefined,
): Promise<void> {
  const { direction, lever_rate: leverage, filled_volume: volume, trigger_by: triggerBy } = closed;
  const placed: Placed = {
    userId: closed.user_id,
    clientOrderId: `${closed.client_order_id}:open`,
    source: "reverse",
    now,
  };
  const placement = market && placementOf({ direction, leverage, volume, triggerBy }, market);
  const isCovered =
    placement && placement.freeze <= (await lockAvailable(tx, closed.user_id, closed.currency));
  announceOrder(
    tx,
    bus,
    isCovered
      ? await writeOrder(tx, placement, placed)
      : await refused(tx, closed, { ...placed, reason: placement ? "budget" : "halted" }),
  );
}

function placementOf(
  {
    direction,
    leverage,
    volume,
    triggerBy,
  }: { direction: Direction; leverage: number; volume: bigint; triggerBy: "mark" | "last" },
  market: OpenMarket,
): Placement | undefined {
  const reserveAt = reservePrice({ direction, limit: null }, market.quotes);
  if (reserveAt === undefined) return undefined;
  const freeze = orderCost(
    costOf(volume, reserveAt, market.terms),
    leverage,
    contractRates.taker,
  ).frozen;
  return {
    market,
    direction,
    leverage,
    limit: null,
    volume,
    triggerBy,
    tp: null,
    sl: null,
    reserveAt,
    freeze,
    room: volume,
  };
}

async function refused(
  tx: Transaction,
  closed: ContractOrderRow,
  { reason, ...placed }: Placed & { reason: string },
): Promise<HeldContractOrder> {
  const { direction, lever_rate, trigger_by, filled_volume: volume } = closed;
  const order = await insertOrder(tx.db, {
    ...copiedTerms(closed),
    user_id: placed.userId,
    client_order_id: placed.clientOrderId,
    direction,
    purpose: "open",
    lever_rate,
    order_type: "market",
    price: null,
    tp_price: null,
    sl_price: null,
    trigger_by,
    position_id: null,
    source: placed.source,
    volume,
    accepted_at: placed.now,
  });
  return endOpening(tx, { ...order, held: 0n }, { reason, now: placed.now });
}
