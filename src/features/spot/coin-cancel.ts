import { coinStatus, type CoinOrder } from "#protocol/spot.ts";
import { cancelFlowOf, type CancelTerms } from "../trading/cancel-flow.ts";

/** What cancelling a coin order needs to know of it. */
export const coinCancelTerms: CancelTerms<CoinOrder> = {
  isOver: ({ status }) => status === coinStatus.completed,
  isLeaving: ({ state }) => state === "canceling",
  endedByCancel: ({ state, reason }) =>
    (state === "canceled" || state === "partial-canceled") && reason === null,
  backOf: (before, after) => (before.filled_amount === after.filled_amount ? before.frozen : null),
};

export const coinCancelFlow = cancelFlowOf(coinCancelTerms);
