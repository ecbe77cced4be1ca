import * as v from "valibot";
import { idText } from "#protocol/api/endpoint.ts";
import { coinStatus, type CoinOrder, spotEndpoints } from "#protocol/api/spot.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { call } from "../../../api/call.ts";
import { persistedIntents } from "../../../writes/persisted-attempts.ts";
import { type Ending, orderKind } from "../../trade/writes/order-kind.ts";
import { keepSlipOf, slipRequest } from "../../trade/slips/signed-orders.ts";
import type { OrderIntent } from "../ticket/ticket-facts.ts";

/**
 * What the sheet says itself, with the limit that was met. A toast beside it would say less, or of an
 * outcome that is still being looked up the contrary.
 */
const handles = [
  codes.unknownError,
  codes.invalidParameters,
  codes.outcomeUnknown,
  ...spotEndpoints.coinPlaceOrder.refusals,
  ...spotEndpoints.coinReplaceOrder.refusals,
];

const {
  id: _replaced,
  client_order_id: _sentUnder,
  sent_time: _sentAt,
  seen: _seen,
  ...intentEntries
} = spotEndpoints.coinReplaceOrder.request.entries;

/** Placing a coin order, or one in the place of another. */
export const coinOrders = orderKind<OrderIntent, CoinOrder>({
  name: "coin-order",
  async send({ id, intent: { replaces, filled_amount, ...order } }, waited) {
    const request = { ...order, client_order_id: id, ...(await slipRequest()) };
    const replacing = { ...request, id: replaces ?? "", filled_amount };
    const placed =
      replaces === undefined
        ? await call(spotEndpoints.coinPlaceOrder, request, { handles, waited })
        : await call(spotEndpoints.coinReplaceOrder, replacing, { handles, waited });
    keepSlipOf(placed, replaces === undefined ? request : replacing);
    return placed;
  },
  async ask(which, signal) {
    const order = await call(spotEndpoints.coinOrder, which, {
      signal,
      handles: [codes.noSuchOrder],
    });
    keepSlipOf(order);
    return order;
  },
  end: coinOrderEnd,
  mayRest,
  persisted: persistedIntents<OrderIntent>(
    (userId) => `attempt:${userId}`,
    v.object({ ...intentEntries, replaces: v.optional(idText) }),
  ),
  lockOf: (userId) => userId,
  appearsIn: [spotEndpoints.coinOrders, walletEndpoints.walletBalance],
  invalidates: [
    walletEndpoints.walletBalance,
    walletEndpoints.tradeRecord,
    spotEndpoints.coinOrders,
    spotEndpoints.coinOrder,
    spotEndpoints.coinTrades,
  ],
});

function coinOrderEnd(order: CoinOrder): Ending | undefined {
  if (order.status === coinStatus.pendingReview) return "reviewing";
  // What waits for its stop price has nothing to meet yet; what filled in part rests with the other.
  if (order.state === "created" || (order.state === "partial-filled" && mayRest(order)))
    return "waiting";
  if (order.status === coinStatus.pendingOrder) return undefined;
  if (order.state === "filled") return "filled";
  return /[1-9]/.test(order.filled_amount) ? "partly" : "cancelled";
}

/** Stays in the book when the market has nothing at its price at once. */
export function mayRest(order: Pick<CoinOrder, "type" | "tif">): boolean {
  return (
    (order.type === "limit" || order.type === "stop-limit") &&
    order.tif !== "ioc" &&
    order.tif !== "fok"
  );
}
