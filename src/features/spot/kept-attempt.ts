import * as v from "valibot";
import { idText } from "#protocol/endpoint.ts";
import { spotEndpoints } from "#protocol/spot.ts";
import type { OrderIntent } from "./order-flow.ts";
import { keptAttempts } from "../trading/kept-attempt.ts";

const {
  id: _replaced,
  client_order_id: _sentUnder,
  ...intentEntries
} = spotEndpoints.coinReplaceOrder.request.entries;

/** The coin order that is under way on this device. */
export const coinAttempts = keptAttempts<OrderIntent>(
  (userId) => `attempt:${userId}`,
  v.object({ ...intentEntries, replaces: v.optional(idText) }),
);
