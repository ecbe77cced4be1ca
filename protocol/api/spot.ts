import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { amountText, decimalText, priceText } from "../wire/amount.ts";
import {
  chosenIds,
  clientOrderId,
  endpoint,
  idText,
  listOf,
  listQuery,
  nameText,
  queryInteger,
  shownText,
  timeMs,
} from "./endpoint.ts";
import { symbol } from "./market-names.ts";
import { givenSlip, slipRequest } from "./order-slip-fields.ts";

/** `status` of a coin order, the specification's words; `state` gives the field's finer ones. */
export const coinStatus = { pendingReview: 0, pendingOrder: 1, completed: 2 } as const;

const coinStates = [
  "reviewing",
  "created",
  "submitted",
  "partial-filled",
  "canceling",
  "filled",
  "partial-canceled",
  "canceled",
  "rejected",
  "expired",
] as const;
export type CoinState = (typeof coinStates)[number];

/** The snapshot of the market that filled an order, and what it showed. */
const evidence = v.object({
  source: nameText(32),
  version: v.number(),
  ts: timeMs,
  best_bid: v.optional(v.nullable(decimalText), null),
  best_ask: v.optional(v.nullable(decimalText), null),
  /** Base that was offered there: by the book at the price of the level, or by the printed trade. */
  shown: v.optional(v.nullable(decimalText), null),
  /** The market's trade that went through the price of a maker; null where the book itself filled it. */
  market_trade: v.optional(v.nullable(nameText(64)), null),
});

const fill = v.object({
  trade_id: nameText(64),
  order_id: v.optional(idText),
  symbol: v.optional(nameText(32), ""),
  side: v.optional(v.picklist(["buy", "sell"])),
  price: decimalText,
  amount: decimalText,
  value: decimalText,
  fee: decimalText,
  fee_currency: v.optional(nameText(24), ""),
  role: v.picklist(["maker", "taker"]),
  evidence,
  create_time: v.optional(timeMs),
});

const order = {
  id: idText,
  client_order_id: nameText(64),
  symbol: nameText(32),
  side: v.picklist(["buy", "sell"]),
  type: nameText(32),
  tif: nameText(32),
  price: v.nullable(decimalText),
  stop_price: v.nullable(decimalText),
  operator: v.nullable(nameText(32)),
  amount: v.nullable(decimalText),
  value: v.nullable(decimalText),
  filled_amount: decimalText,
  filled_value: decimalText,
  avg_price: v.nullable(decimalText),
  fee: decimalText,
  fee_currency: nameText(24),
  frozen: decimalText,
  state: v.picklist(coinStates),
  status: v.picklist([0, 1, 2]),
  /**
   * Why it was ended without being filled whole: `no_liquidity`, `max_slip`, `halted`, `budget` where
   * prices went beyond what was set aside, `would_take` (post-only), `not_whole` (fok), `price` (ioc),
   * `replaced`, `review_timeout`, or what the operator wrote on rejecting it.
   */
  reason: v.nullable(shownText(200)),
  /** When its stop price was reached; null before that and for orders without one. */
  trigger_time: v.optional(v.nullable(timeMs), null),
  /** Until when a sell under review may be decided; null for all others. */
  review_until: v.optional(v.nullable(timeMs), null),
  /** The order it took the place of. */
  replaces: v.optional(v.nullable(idText), null),
  create_time: timeMs,
  update_time: timeMs,
  finish_time: v.nullable(timeMs),
  /** What the venue signed when it took it in; null in lists, and of orders from before there were slips. */
  slip: v.optional(v.nullable(givenSlip), null),
};
const orderRow = v.object(order);

export type CoinOrder = v.InferOutput<typeof orderRow>;
export type CoinFill = v.InferOutput<typeof fill>;

export const orderTypes = ["market", "limit", "stop-limit", "stop-market"] as const;
export type OrderType = (typeof orderTypes)[number];

/** How long a limit order stands: until cancelled, for one look at the book, only whole, only as a maker. */
export const timesInForce = ["gtc", "ioc", "fok", "post_only"] as const;
export type TimeInForce = (typeof timesInForce)[number];

/** The most orders of one account that may wait at a time. */
export const maxOpenOrders = 500;

const optionalAmount = v.optional(v.nullable(amountText), null);
const optionalPrice = v.optional(v.nullable(priceText), null);

/**
 * Market and stop-market buys are by `value` (quote to spend) or by `amount`, all else is by `amount`.
 * Limit types carry `price`; stop types carry `stop_price` and the `operator` of the last trade by which
 * it is reached. A market order has no `tif`; a stop-limit order may not be `post_only`.
 */
const placeOrder = {
  symbol,
  side: v.picklist(["buy", "sell"]),
  type: v.picklist(orderTypes),
  tif: v.optional(v.nullable(v.picklist(timesInForce)), null),
  price: optionalPrice,
  amount: optionalAmount,
  value: optionalAmount,
  stop_price: optionalPrice,
  operator: v.optional(v.nullable(v.picklist(["gte", "lte"])), null),
  ...slipRequest,
  client_order_id: clientOrderId,
};

export const spotEndpoints = {
  coinPlaceOrder: endpoint({
    method: "POST",
    path: "/api/coin/placeOrder",
    access: "user",
    movesMoney: true,
    refusals: [
      codes.insufficientBalance,
      codes.notTradable,
      codes.unknownCurrency,
      codes.deductionFailed,
      codes.quantityMissing,
      codes.valueTooSmall,
      codes.certificationRequired,
    ],
    summary:
      "Places a coin order. It meets the book on the first market snapshot after it was accepted.",
    request: v.object(placeOrder),
    data: orderRow,
  }),
  coinReplaceOrder: endpoint({
    method: "POST",
    path: "/api/coin/replaceOrder",
    access: "user",
    movesMoney: true,
    refusals: [
      codes.insufficientBalance,
      codes.notPending,
      codes.notTradable,
      codes.noSuchOrder,
      codes.unknownCurrency,
      codes.deductionFailed,
      codes.quantityMissing,
      codes.valueTooSmall,
      codes.certificationRequired,
    ],
    summary:
      "Cancels what is left of the order `id` and places another in one step: both happen or neither.",
    request: v.object({
      ...placeOrder,
      id: idText,
      /**
       * How much of the old order its owner saw filled; notPending where it is more by now, so that
       * nothing is bought twice.
       */
      filled_amount: optionalAmount,
    }),
    data: orderRow,
  }),
  coinCancelOrder: endpoint({
    method: "POST",
    path: "/api/coin/cancelOrder",
    access: "user",
    whileFrozen: true,
    refusals: [codes.notPending, codes.noSuchOrder],
    summary: `Cancels what is left of an order; ${codes.notPending} where it is over already.`,
    request: v.object({ id: idText }),
    data: orderRow,
  }),
  coinCancelAll: endpoint({
    method: "POST",
    path: "/api/coin/cancelAll",
    access: "user",
    whileFrozen: true,
    refusals: [],
    summary:
      "Cancels every waiting order of the account, of one market, or of those named, that is not under review.",
    request: v.object({ symbol: v.optional(symbol), ids: chosenIds }),
    data: v.object({ canceled: v.array(idText) }),
  }),
  coinOrders: endpoint({
    method: "GET",
    path: "/api/coin/getOrders",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "Coin orders, newest first.",
    request: v.object({
      ...listQuery,
      status: v.optional(queryInteger(0, 2)),
      symbol: v.optional(symbol),
    }),
    data: listOf(orderRow),
  }),
  coinOrder: endpoint({
    method: "GET",
    path: "/api/coin/getOrder",
    access: "user",
    quiet: true,
    refusals: [codes.noSuchOrder],
    summary: "One coin order with its fills, by `id` or by the device's `client_order_id`.",
    request: v.pipe(
      v.object({ id: v.optional(idText), client_order_id: v.optional(clientOrderId) }),
      v.check((query) => (query.id === undefined) !== (query.client_order_id === undefined)),
    ),
    data: v.object({ ...order, fills: v.array(fill) }),
  }),
  coinTrades: endpoint({
    method: "GET",
    path: "/api/coin/getTrades",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "Fills of coin orders, newest first.",
    request: v.object({ ...listQuery, symbol: v.optional(symbol) }),
    data: listOf(fill),
  }),
};
