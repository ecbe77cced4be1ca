import { spotEndpoints, type CoinOrder } from "#protocol/spot.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import { cancelFlowsAtom, useCancelFlow, type Cancellable } from "../trading/use-cancel-flow.ts";
import { askOrder, cancelOnce } from "./cancel-queries.ts";
import { coinCancelFlow } from "./coin-cancel.ts";

const flowsAtom = cancelFlowsAtom<CoinOrder>();
const coinOrders: Cancellable<CoinOrder> = {
  next: coinCancelFlow,
  cancel: cancelOnce,
  ask: askOrder,
  spoils: [
    spotEndpoints.coinOrders,
    spotEndpoints.coinOrder,
    walletEndpoints.walletBalance,
    walletEndpoints.tradeRecord,
  ],
};

/** What is being done about cancelling one coin order, and the way to do it. */
export function useCancelOrder(orderId: string) {
  return useCancelFlow(flowsAtom, coinOrders, orderId);
}
