import { useMutation } from "@tanstack/react-query";
import { spotEndpoints, type CoinOrder } from "#protocol/spot.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import { call } from "../../api/call.ts";
import { followedKind } from "../trading/use-flow.ts";
import { coinAttempts } from "./kept-attempt.ts";
import { endOf, mayRest, type Attempt, type OrderIntent } from "./order-flow.ts";
import { placeOrderMutation, replaceOrderMutation } from "./queries.ts";

/** Coin orders on their way. */
export const coinsFollowed = followedKind<OrderIntent, CoinOrder>({
  end: endOf,
  mayRest,
  ask: (which, signal) => call(spotEndpoints.coinOrder, which, { signal, handles: [300014] }),
  kept: coinAttempts,
  lockOf: (userId) => userId,
  appearsIn: [spotEndpoints.coinOrders, walletEndpoints.walletBalance],
  spoils: [
    walletEndpoints.walletBalance,
    walletEndpoints.tradeRecord,
    spotEndpoints.coinOrders,
    spotEndpoints.coinOrder,
    spotEndpoints.coinTrades,
  ],
});

/** The way a coin order is sent: placed, or in the place of another. */
export function useDeliverCoin(): (attempt: Attempt) => Promise<CoinOrder> {
  const place = useMutation(placeOrderMutation());
  const replace = useMutation(replaceOrderMutation());
  return ({ id, intent }) => {
    const { replaces, filled_amount, ...order } = intent;
    return replaces === undefined
      ? place.mutateAsync({ ...order, client_order_id: id })
      : replace.mutateAsync({ ...order, client_order_id: id, id: replaces, filled_amount });
  };
}
