import * as v from "valibot";
import { amountText, decimalText } from "./amount.ts";
import { clientOrderId, endpoint, idText, listOf, listQuery, nameText, queryInteger, shownText, timeMs } from "./endpoint.ts";
import { symbol } from "./symbol.ts";

/** `status` of a coin order, the specification's words; `state` gives the field's finer ones. */
export const coinStatus = { pendingReview: 0, pendingOrder: 1, completed: 2 } as const;

const coinStates = [
  "reviewing", "created", "submitted", "partial-filled", "canceling",
  "filled", "partial-canceled", "canceled", "rejected", "expired",
] as const;
export type CoinState = (typeof coinStates)[number];

const evidence = v.object({ source: nameText(32), version: v.number(), ts: timeMs });

const fill = v.object({
  trade_id: nameText(64),
  order_id: v.optional(idText),
  symbol: v.optional(nameText(32), ""),
  side: v.optional(v.picklist(["buy", "sell"])),
  price: decimalText, amount: decimalText, value: decimalText,
  fee: decimalText, fee_currency: v.optional(nameText(24), ""),
  role: v.picklist(["maker", "taker"]),
  /** The market snapshot that filled it. */
  evidence,
  create_time: v.optional(timeMs),
});

const order = {
  id: idText, client_order_id: nameText(64), symbol: nameText(32),
  side: v.picklist(["buy", "sell"]), type: nameText(32), tif: nameText(32),
  price: v.nullable(decimalText), stop_price: v.nullable(decimalText), operator: v.nullable(nameText(32)),
  amount: v.nullable(decimalText), value: v.nullable(decimalText),
  filled_amount: decimalText, filled_value: decimalText, avg_price: v.nullable(decimalText),
  fee: decimalText, fee_currency: nameText(24), frozen: decimalText,
  state: v.picklist(coinStates), status: v.picklist([0, 1, 2]),
  /** Why it was ended without being filled whole: `no_liquidity`, `max_slip`, `halted`, or `budget` where prices went beyond what was set aside. */
  reason: v.nullable(shownText(200)),
  create_time: timeMs, update_time: timeMs, finish_time: v.nullable(timeMs),
};
const orderRow = v.object(order);

export type CoinOrder = v.InferOutput<typeof orderRow>;
export type CoinFill = v.InferOutput<typeof fill>;

/** Buys are by `value` (quote to spend) or by `amount`; sells are by `amount`. */
const placeOrder = v.pipe(
  v.object({
    symbol,
    side: v.picklist(["buy", "sell"]),
    type: v.literal("market"),
    amount: v.optional(v.nullable(amountText), null),
    value: v.optional(v.nullable(amountText), null),
    client_order_id: clientOrderId,
  }),
);

export const spotEndpoints = {
  coinPlaceOrder: endpoint({
    method: "POST", path: "/api/coin/placeOrder", access: "user", movesMoney: true,
    refusals: [300008, 300010, 300018, 300019, 300020, 300021, 300025],
    summary: "Places a coin order. A market order fills on the first market snapshot after it was accepted.",
    request: placeOrder, data: orderRow,
  }),
  coinOrders: endpoint({
    method: "GET", path: "/api/coin/getOrders", access: "user", quiet: true, refusals: [],
    summary: "Coin orders, newest first.",
    request: v.object({ ...listQuery, status: v.optional(queryInteger(0, 2)), symbol: v.optional(symbol) }),
    data: listOf(orderRow),
  }),
  coinOrder: endpoint({
    method: "GET", path: "/api/coin/getOrder", access: "user", quiet: true, refusals: [300014],
    summary: "One coin order with its fills, by `id` or by the device's `client_order_id`.",
    request: v.pipe(
      v.object({ id: v.optional(idText), client_order_id: v.optional(clientOrderId) }),
      v.check((query) => (query.id === undefined) !== (query.client_order_id === undefined)),
    ),
    data: v.object({ ...order, fills: v.array(fill) }),
  }),
  coinTrades: endpoint({
    method: "GET", path: "/api/coin/getTrades", access: "user", quiet: true, refusals: [],
    summary: "Fills of coin orders, newest first.",
    request: v.object({ ...listQuery, symbol: v.optional(symbol) }),
    data: listOf(fill),
  }),
};
