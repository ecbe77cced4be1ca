import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import * as v from "valibot";
import { coinStatus, spotEndpoints, type CoinOrder } from "#protocol/spot.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import { invalidate } from "../../api/query.ts";
import { liveFeed } from "../market/live-feed-instance.ts";
import { sessionAtom } from "../session/session-atoms.ts";

/** Many orders may end in one moment: they are read once in this time. */
const readEveryMs = 400;
const pollMs = { told: 15_000, untold: 3000 } as const;

/**
 * Reads orders and balances anew as soon as the stream says that an order of the user's moved. Answers
 * the last one that ended so.
 */
export function useOrderStream(): CoinOrder | null {
  const client = useQueryClient();
  const store = useStore();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const [ended, setEnded] = useState<{ userId: string; order: CoinOrder } | null>(null);

  const readAnew = useEffectEvent(() => {
    void invalidate(client, spotEndpoints.coinOrders, spotEndpoints.coinOrder, walletEndpoints.walletBalance, walletEndpoints.tradeRecord);
  });
  const take = useEffectEvent((data: unknown) => {
    const order = v.safeParse(spotEndpoints.coinPlaceOrder.data, data);
    if (userId !== null && order.success && order.output.status === coinStatus.completed) setEnded({ userId, order: order.output });
  });

  useEffect(() => {
    if (userId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    function soon() {
      isDue = true;
      if (timer !== undefined) return;
      isDue = false;
      readAnew();
      timer = setTimeout(() => {
        timer = undefined;
        if (isDue) soon();
      }, readEveryMs);
    }
    const stop = liveFeed.subscribeOwn("user.coin", () => store.get(sessionAtom), (data) => {
      take(data);
      soon();
    });
    let toldBefore = liveFeed.tellsOwn;
    const stopTelling = liveFeed.subscribeStreaming(() => {
      // What was said while it did not listen is missing.
      if (liveFeed.tellsOwn && !toldBefore) soon();
      toldBefore = liveFeed.tellsOwn;
    });
    return () => {
      clearTimeout(timer);
      stop();
      stopTelling();
    };
  }, [userId, store]);

  return ended !== null && ended.userId === userId ? ended.order : null;
}

/** How often to ask for orders that may move: seldom while the stream tells of them. */
export function useOrderPollMs(): number {
  const isTold = useSyncExternalStore(liveFeed.subscribeStreaming, () => liveFeed.tellsOwn, () => false);
  return isTold ? pollMs.told : pollMs.untold;
}
