import { coinStatus, spotEndpoints, type CoinOrder } from "#protocol/api/spot.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { call } from "../../../api/call.ts";
import { cancelAllKind, idsOf, type CancelAllKind } from "../../trade/writes/cancel-all-kind.ts";
import { type CancelCalls, useCancel } from "../../trade/writes/cancel-kind.ts";

/** What the sheet itself shows: over already, not found, outcome unknown. */
const handles = [codes.notPending, codes.noSuchOrder, codes.unknownError, codes.outcomeUnknown];

/** How coin orders are cancelled. */
export const coinCancels: CancelCalls<CoinOrder> = {
  name: "cancel-coin",
  terms: {
    isOver: ({ status }) => status === coinStatus.completed,
    isLeaving: ({ state }) => state === "canceling",
    endedByCancel: ({ state, reason }) =>
      (state === "canceled" || state === "partial-canceled") && reason === null,
    backOf: (before, after) =>
      before.filled_amount === after.filled_amount ? before.frozen : null,
  },
  cancel: (id) => call(spotEndpoints.coinCancelOrder, { id }, { quiet: true, handles }),
  ask: (id) => call(spotEndpoints.coinOrder, { id }, { handles: [codes.noSuchOrder] }),
  invalidates: [
    spotEndpoints.coinOrders,
    spotEndpoints.coinOrder,
    walletEndpoints.walletBalance,
    walletEndpoints.tradeRecord,
  ],
};

/** Cancelling one coin order, with its outcome. */
export function useCancelOrder(orderId: string) {
  return useCancel(coinCancels, orderId);
}

/**
 * How waiting coin orders are cancelled together.
 * @param which those of a market, those that the person has chosen, or all
 * @param open every order that waits now
 */
export function coinCancelAll(
  which: { symbol: string } | "chosen" | "all",
  open: () => Promise<readonly CoinOrder[]>,
): CancelAllKind<CoinOrder> {
  return cancelAllKind({
    ...coinCancels,
    name: `cancel-coins:${typeof which === "string" ? which : which.symbol}`,
    cancelAll: (orders) =>
      call(
        spotEndpoints.coinCancelAll,
        which === "chosen" ? { ids: idsOf(orders) } : which === "all" ? {} : which,
        { quiet: true, handles },
      ),
    open,
  });
}
