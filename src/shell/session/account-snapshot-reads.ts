import type { QueryClient } from "@tanstack/react-query";
import { coinStatus } from "#protocol/api/spot.ts";
import { certificationQuery } from "../../features/account/certification/certification-queries.ts";
import { noticePagesQuery } from "../../features/account/notices/notices-query.ts";
import { securityQuery, sessionsQuery } from "../../features/account/security/security-queries.ts";
import { totpQuery } from "../../features/session/form/factor-asked.ts";
import {
  closedPagesQuery,
  openContractOrdersQuery,
  positionsQuery,
} from "../../features/contracts/figures/contract-queries.ts";
import {
  closedSecondsQuery,
  runningSecondsQuery,
  secondLimitsQuery,
  secondRecordQuery,
} from "../../features/seconds/figures/seconds-queries.ts";
import { openOrdersQuery, orderPagesQuery } from "../../features/spot/orders/order-queries.ts";
import {
  equityQuery,
  rechargeCurrencyQuery,
  withdrawalCurrencyQuery,
} from "../../features/wallet/assets/wallet-queries.ts";
import { billPagesQuery } from "../../features/wallet/bills/bill-queries.ts";
import { rechargePagesQuery } from "../../features/wallet/recharge/recharge-queries.ts";
import {
  bankCardsQuery,
  savedAddressesQuery,
  withdrawalPagesQuery,
} from "../../features/wallet/withdraw/withdrawal-queries.ts";

/**
 * Reads what the account snapshot contains and no screen has read yet, one after another and quietly, the newest
 * page of each. A read that fails is repeated by its screen.
 * @param goesOn checked before each read: after a logout no more is read
 */
export async function readAccountSnapshot(
  client: QueryClient,
  goesOn: () => boolean,
): Promise<void> {
  // Answers that this page has read itself, and no write has invalidated, are new enough.
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
    () => client.prefetchQuery({ ...rechargeCurrencyQuery(), staleTime }),
    () => client.prefetchQuery({ ...withdrawalCurrencyQuery(), staleTime }),
    () => client.prefetchQuery({ ...savedAddressesQuery(), staleTime }),
    () => client.prefetchQuery({ ...bankCardsQuery(), staleTime }),
    () => client.prefetchQuery({ ...secondLimitsQuery(), staleTime }),
    () => client.prefetchQuery({ ...secondRecordQuery(), staleTime }),
    () => client.prefetchQuery({ ...securityQuery(), staleTime }),
    () => client.prefetchQuery({ ...sessionsQuery(), staleTime }),
    () => client.prefetchQuery({ ...totpQuery(), staleTime }),
    () => client.prefetchQuery({ ...equityQuery("7"), staleTime }),
    () => client.prefetchInfiniteQuery({ ...noticePagesQuery(), staleTime }),
  ];
  for (const read of reads) {
    if (!goesOn()) return;
    await read();
  }
}
