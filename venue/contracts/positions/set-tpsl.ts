import * as codes from "#protocol/wire/error-codes.ts";
import type { Price } from "#protocol/rules/contracts/contract-worth.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { lockOpen, idOf, type OfUser } from "../records/lock-position.ts";
import { isWaiting } from "../orders/end-order.ts";
import { checkTriggers, type TriggerDraft, type Triggers } from "../rules/price-rules.ts";
import {
  lockOrder,
  type HeldContractOrder,
  type PositionRow,
  updateOrder,
  updatePosition,
} from "../records/rows.ts";
import { type OpenMarket, triggerPrice } from "../rules/rules.ts";

export interface TpslDraft extends TriggerDraft {
  trigger_by: "mark" | "last";
}

interface Asked {
  marketOf: (code: string) => OpenMarket;
  /** Unix ms. */
  now: number;
}

/**
 * Sets or clears what closes a position by itself. Clearing asks no market.
 * @throws Refusal noSuchOrder, positionLocked as {@link claimOpen}; invalidParameters a price on
 *   the wrong side or that does not fit
 */
export async function setPositionTpsl(
  tx: Transaction,
  of: OfUser,
  draft: TpslDraft,
  { marketOf, now }: Asked,
): Promise<PositionRow> {
  const position = await lockOpen(tx, of);
  const triggers = checked(
    draft,
    () => triggerPrice(marketOf(position.contract_code), draft.trigger_by),
    position,
  );
  const after = {
    ...position,
    tp_price: triggers.tp,
    sl_price: triggers.sl,
    trigger_by: draft.trigger_by,
    updated_at: now,
  };
  await updatePosition(tx.db, after);
  return after;
}

/**
 * The same for an order to open that waits: its position will have them.
 * @throws Refusal noSuchOrder where the user has no such order or it closes, notPending where it is
 *   over, invalidParameters as above
 */
export async function setOrderTpsl(
  tx: Transaction,
  { userId, id }: OfUser,
  draft: TpslDraft,
  { marketOf, now }: Asked,
): Promise<HeldContractOrder> {
  const number = idOf(id);
  const order = number === undefined ? undefined : await lockOrder(tx.db, userId, number);
  if (order?.purpose !== "open") throw new Refusal(codes.noSuchOrder);
  if (!isWaiting(order)) throw new Refusal(codes.notPending, { status: order.status });
  const { price, price_precision: scale } = order;
  const from = () =>
    price === null
      ? triggerPrice(marketOf(order.contract_code), draft.trigger_by)
      : { value: price, scale };
  const triggers = checked(draft, from, order);
  const after = {
    ...order,
    tp_price: triggers.tp,
    sl_price: triggers.sl,
    trigger_by: draft.trigger_by,
    updated_at: now,
  };
  await updateOrder(tx.db, after);
  return after;
}

function checked(
  draft: TpslDraft,
  from: () => Price,
  { direction, price_precision }: Pick<PositionRow, "direction" | "price_precision">,
): Triggers {
  if (draft.tp_trigger_price === null && draft.sl_trigger_price === null)
    return { tp: null, sl: null };
  return checkTriggers(draft, direction, from(), price_precision);
}
