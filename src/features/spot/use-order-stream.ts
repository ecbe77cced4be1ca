import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useState } from "react";
import * as v from "valibot";
import { coinStatus, spotEndpoints, type CoinOrder } from "#protocol/spot.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import { invalidate } from "../../api/query.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { useOwnStream } from "../trading/use-own-stream.ts";

/**
 * Reads orders and balances anew as soon as the stream says that an order of the user's moved. Answers
 * the last one that ended so.
 */
export function useOrderStream(): CoinOrder | null {
  const client = useQueryClient();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const [ended, setEnded] = useState<{ userId: string; order: CoinOrder } | null>(null);

  useOwnStream(
    "user.coin",
    (data) => {
      const order = v.safeParse(spotEndpoints.coinPlaceOrder.data, data);
      if (userId !== null && order.success && order.output.status === coinStatus.completed)
        setEnded({ userId, order: order.output });
    },
    () => {
      void invalidate(
        client,
        spotEndpoints.coinOrders,
        spotEndpoints.coinOrder,
        walletEndpoints.walletBalance,
        walletEndpoints.tradeRecord,
      );
    },
  );

  return ended !== null && ended.userId === userId ? ended.order : null;
}
