import * as codes from "#protocol/wire/error-codes.ts";
import { parseAmount } from "#protocol/wire/amount.ts";
import { maxOpenOrders } from "#protocol/api/spot.ts";
import type { SessionUser } from "../../deps/handler.ts";
import { accountKey, type AccountRef, lockAccounts, userOwner } from "../../ledger/accounts.ts";
import { openHold } from "../../ledger/holds.ts";
import { requireNoHalt } from "../../matching/market-halt-rows.ts";
import { quoteCurrency } from "../../platform/currencies.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { lockOpen } from "./cancel-order.ts";
import { canceledState, endOrder, releaseAccountsOf } from "./end-order.ts";
import { placing } from "../rules/postings.ts";
import { reviewMs } from "../records/wire.ts";
import {
  countOpen,
  type HeldOrder,
  insertOrder,
  type NewOrder,
  statesOf,
} from "../records/rows.ts";
import { checkBalance, needsReview, type Placement } from "../rules/rules.ts";

/** An order that passed the rules, and whose it is. */
export interface Accepted {
  user: Pick<SessionUser, "id">;
  clientOrderId: string;
  placement: Placement;
  /** Base above which a sell is reviewed; undefined where none is. */
  reviewOver: string | undefined;
  /** Unix ms. */
  now: number;
}

/** Which order is to make room, and how much of it its owner saw filled. */
export interface Replaced {
  id: string;
  filledAmount: string | null;
}

/**
 * Writes an order and sets aside what it may need.
 * @param replaces the id of the order it takes the place of
 * @throws Refusal notTradable while everything is halted, busy where as many orders wait as may, insufficientBalance where the balance does
 *   not cover it
 */
export async function placeOrder(
  tx: Transaction,
  accepted: Accepted,
  replaces: number | null = null,
): Promise<HeldOrder> {
  const { user, placement, now } = accepted;
  const { currency, freeze } = placement;
  await requireNoHalt(tx.db);
  const accounts = await lockAccounts(tx, accountsOf(accepted));
  checkBalance(
    placement,
    accounts.get(accountKey({ owner: userOwner(user.id), kind: "available", currency }))?.balance ??
      0n,
  );
  if ((await countOpen(tx.db, Number(user.id))) >= maxOpenOrders)
    throw new Refusal(codes.busy, { max_open: maxOpenOrders });
  const order = await insertOrder(tx.db, newOrder(accepted, replaces));
  await openHold(tx, { ...placing(order, now), userId: user.id, currency, amount: freeze });
  return { ...order, held: freeze };
}

/**
 * Ends what is left of an order and places another, with the money that came free: both or, where
 * anything is refused, neither.
 * @throws Refusal noSuchOrder, notPending where the old one cannot make room or was filled further
 *   than its owner saw; else as {@link placeOrder}
 */
export async function replaceOrder(
  tx: Transaction,
  { id, filledAmount }: Replaced,
  user: SessionUser,
  accept: () => Accepted,
): Promise<{ ended: HeldOrder; order: HeldOrder }> {
  const old = await lockOpen(tx, { userId: Number(user.id), id });
  if (filledAmount !== null && parseAmount(filledAmount, old.base_scale) !== old.filled_amount)
    throw new Refusal(codes.notPending, { state: old.state });
  const accepted = accept();
  await lockAccounts(tx, [...releaseAccountsOf([old]), ...accountsOf(accepted)]);
  const ended = await endOrder(tx, old, {
    state: canceledState(old),
    reason: "replaced",
    now: accepted.now,
  });
  return { ended, order: await placeOrder(tx, accepted, old.id) };
}

/** What is set aside comes from one account to another; the lock on the quote's lets one order of a user in at a time. */
function accountsOf({ user, placement: { currency } }: Accepted): AccountRef[] {
  const owner = userOwner(user.id);
  return [
    { owner, kind: "available", currency },
    { owner, kind: "frozen", currency },
    { owner, kind: "available", currency: quoteCurrency },
  ];
}

function newOrder(
  { user, clientOrderId, placement, reviewOver, now }: Accepted,
  replaces: number | null,
): NewOrder {
  const {
    spec,
    baseScale,
    quoteScale,
    side,
    type,
    tif,
    price,
    stopPrice,
    operator,
    amount,
    value,
  } = placement;
  const isReviewed = needsReview(placement, reviewOver);
  return {
    user_id: Number(user.id),
    client_order_id: clientOrderId,
    symbol: spec.symbol,
    base: spec.base,
    quote: spec.quote,
    price_precision: spec.pricePrecision,
    amount_precision: spec.amountPrecision,
    base_scale: baseScale,
    quote_scale: quoteScale,
    side,
    type,
    tif,
    price,
    stop_price: stopPrice,
    operator,
    amount,
    value,
    ...statesOf(isReviewed ? "reviewing" : stopPrice === null ? "submitted" : "created"),
    accepted_at: now,
    updated_at: now,
    review_ends_at: isReviewed ? now + reviewMs : null,
    replaces_id: replaces,
  };
}
