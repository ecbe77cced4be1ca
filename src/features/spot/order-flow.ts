import type { RequestOf } from "#protocol/endpoint.ts";
import { coinStatus, type CoinOrder, type spotEndpoints } from "#protocol/spot.ts";
import {
  type Attempt as AttemptOf,
  type Ending,
  type Flow,
  type FlowEvent,
} from "../trading/order-flow.ts";

type ReplaceRequest = RequestOf<typeof spotEndpoints.coinReplaceOrder>;

/** What was wished for when the form was confirmed, without the id under which it is sent. */
export type OrderIntent = Omit<ReplaceRequest, "client_order_id" | "id"> & {
  /** Id of the order whose place this one takes; `filled_amount` says how much of that one was seen filled. */
  replaces?: string | undefined;
};

export type Attempt = AttemptOf<OrderIntent>;
export type OrderFlow = Flow<OrderIntent, CoinOrder>;
export type OrderEvent = FlowEvent<OrderIntent, CoinOrder>;

/** What a coin order has come to; undefined while it is about to meet the market. */
export function endOf(order: CoinOrder): Ending | undefined {
  if (order.status === coinStatus.pendingReview) return "reviewing";
  // What waits for its stop price has nothing to meet yet; what filled in part rests with the other.
  if (order.state === "created" || (order.state === "partial-filled" && mayRest(order)))
    return "waiting";
  if (order.status === coinStatus.pendingOrder) return undefined;
  if (order.state === "filled") return "filled";
  return /[1-9]/.test(order.filled_amount) ? "partly" : "cancelled";
}

/** Stays in the book when the first look at it did not fill it whole. */
export function mayRest(order: Pick<CoinOrder, "type" | "tif">): boolean {
  return (
    (order.type === "limit" || order.type === "stop-limit") &&
    order.tif !== "ioc" &&
    order.tif !== "fok"
  );
}
