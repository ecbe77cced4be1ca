import * as v from "valibot";
import { secondsOrderEndpoints, type SecondsOrder } from "#protocol/seconds-order.ts";
import { call } from "../../api/call.ts";
import { keptAttempts } from "../trading/kept-attempt.ts";
import type { Flow } from "../trading/order-flow.ts";
import { followedKind } from "../trading/use-flow.ts";
import { spoiltBySeconds } from "./queries.ts";

const { client_order_id: _sentUnder, ...intentEntries } =
  secondsOrderEndpoints.secondPlaceOrder.request.entries;
const intent = v.object(intentEntries);

/** A contract as it is wished for. */
export type SecondsIntent = v.InferOutput<typeof intent>;
export type SecondsFlow = Flow<SecondsIntent, SecondsOrder>;

/** Contracts on their way to the venue. What it has accepted runs: there is nothing more to wait for in the ticket. */
export const secondsFollowed = followedKind<SecondsIntent, SecondsOrder>({
  end: () => "waiting",
  mayRest: () => false,
  ask: (which, signal) =>
    call(secondsOrderEndpoints.secondOrder, which, { signal, handles: [300014] }),
  // With the writes that a logout forgets.
  kept: keptAttempts<SecondsIntent>((userId) => `write:second:${userId}`, intent),
  lockOf: (userId) => `second:${userId}`,
  appearsIn: [],
  spoils: spoiltBySeconds,
});
