import * as v from "valibot";
import {
  contractOrderStatus,
  perpetualEndpoints,
  type ContractOrder,
} from "#protocol/perpetual.ts";
import { keptAttempts } from "../trading/kept-attempt.ts";
import type { Attempt, Ending, Flow } from "../trading/order-flow.ts";
import type { OpeningIntent } from "./opening-form.ts";

export type OpeningFlow = Flow<OpeningIntent, ContractOrder>;
export type OpeningAttempt = Attempt<OpeningIntent>;

/** What a contract order has come to; undefined while it is about to meet the market. */
export function openingEnd(
  order: Pick<ContractOrder, "status" | "trade_volume" | "order_type">,
): Ending | undefined {
  const { submitted, partlyMatched, matched } = contractOrderStatus;
  if (order.status === submitted) return undefined;
  // What filled in part rests with the other; at the market it is about to be filled or cancelled.
  if (order.status === partlyMatched) return openingMayRest(order) ? "waiting" : undefined;
  if (order.status === matched) return "filled";
  return order.trade_volume > 0 ? "partly" : "cancelled";
}

/** Stays in the book when the first look at it did not fill it whole. */
export function openingMayRest({ order_type }: Pick<ContractOrder, "order_type">): boolean {
  return order_type === "limit";
}

const {
  client_order_id: _sentUnder,
  offset: _opens,
  ...intentEntries
} = perpetualEndpoints.contractPlaceOrder.request.entries;

/** The order to open that is under way on this device. */
export const openingAttempts = keptAttempts<OpeningIntent>(
  (userId) => `attempt:contract:${userId}`,
  v.object(intentEntries),
);
