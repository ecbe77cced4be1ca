import { useMutation } from "@tanstack/react-query";
import { spotEndpoints, type CoinOrder } from "#protocol/spot.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import { call } from "../../api/call.ts";
import { followedKind, useFlow } from "../trading/use-flow.ts";
import { coinAttempts } from "./kept-attempt.ts";
import { endOf, mayRest, type Attempt, type OrderFlow, type OrderIntent } from "./order-flow.ts";
import { placeOrderMutation, replaceOrderMutation } from "./queries.ts";

const coins = followedKind<OrderIntent, CoinOrder>({
  end: endOf, mayRest,
  ask: (which, signal) => call(spotEndpoints.coinOrder, which, { signal, handles: [300014] }),
  kept: coinAttempts,
  lockOf: (userId) => userId,
  appearsIn: [spotEndpoints.coinOrders, walletEndpoints.walletBalance],
  spoils: [walletEndpoints.walletBalance, walletEndpoints.tradeRecord, spotEndpoints.coinOrders, spotEndpoints.coinOrder, spotEndpoints.coinTrades],
});

/** Runs one coin order at a time, from confirmation to its outcome. */
export function useOrderFlow(onOutcome: (flow: OrderFlow) => void) {
  const place = useMutation(placeOrderMutation());
  const replace = useMutation(replaceOrderMutation());

  function deliver({ id, intent }: Attempt): Promise<CoinOrder> {
    const { replaces, filled_amount, ...order } = intent;
    return replaces === undefined
      ? place.mutateAsync({ ...order, client_order_id: id })
      : replace.mutateAsync({ ...order, client_order_id: id, id: replaces, filled_amount });
  }

  return useFlow(coins, deliver, onOutcome);
}
