import type { QueryClient } from "@tanstack/react-query";
import { coinStatus } from "#protocol/spot.ts";
import { certificationQuery } from "../features/account/certification-queries.ts";
import {
  closedPagesQuery,
  openContractOrdersQuery,
  positionsQuery,
} from "../features/contracts/position-queries.ts";
import { closedSecondsQuery } from "../features/seconds/history-queries.ts";
import { runningSecondsQuery } from "../features/seconds/running-queries.ts";
import { openOrdersQuery, orderPagesQuery } from "../features/spot/order-pages.ts";
import { billPagesQuery } from "../features/wallet/queries.ts";
import { rechargePagesQuery } from "../features/wallet/recharge-queries.ts";
import { withdrawalPagesQuery } from "../features/wallet/withdrawal-queries.ts";

/**
 * Reads what an account book holds and no screen has asked for yet, one after another and quietly, the newest
 * page of each. A read that fails is left for its screen to ask again.
 * @param goesOn asked before each: nobody's book is filled once its owner has left
 */
export async function readAccountBook(client: QueryClient, goesOn: () => boolean): Promise<void> {
  // What this page has read itself, and no write has spoilt, is as new as the book needs it.
  const staleTime = performance.now();
  const reads = [
    () => client.prefetchQuery({ ...positionsQuery(), staleTime }),
    () => client.prefetchQuery({ ...openOrdersQuery(), staleTime }),
    () => client.prefetchQuery({ ...openContractOrdersQuery(), staleTime }),
    () => client.prefetchQuery({ ...runningSecondsQuery(), staleTime }),
    () => client.prefetchInfiniteQuery({ ...billPagesQuery({}), staleTime }),
    () => client.prefetchInfiniteQuery({ ...orderPagesQuery(coinStatus.completed), staleTime }),
    () => client.prefetchInfiniteQuery({ ...closedPagesQuery(), staleTime }),
    () => client.prefetchInfiniteQuery({ ...closedSecondsQuery(), staleTime }),
    () => client.prefetchInfiniteQuery({ ...rechargePagesQuery(), staleTime }),
    () => client.prefetchInfiniteQuery({ ...withdrawalPagesQuery(undefined), staleTime }),
    () => client.prefetchQuery({ ...certificationQuery(), staleTime }),
  ];
  for (const read of reads) {
    if (!goesOn()) return;
    await read();
  }
}
