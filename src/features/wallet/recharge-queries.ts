import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import type { DataOf } from "#protocol/endpoint.ts";
import { pictureEndpoints } from "#protocol/picture.ts";
import { rechargeEndpoints, requestStatus, type RechargeRecord } from "#protocol/recharge.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call, download } from "../../api/call.ts";
import { keyOf, pagesOf, read } from "../../api/query.ts";
import { keptAnswer } from "../../storage/kept-queries.ts";

type RechargePage = DataOf<typeof rechargeEndpoints.payOrder>;

const pageSize = 20;
/** While one waits, its end is looked for; else a look now and then will do. */
const pollMs = { waiting: 3000, idle: 60_000 } as const;
/** An address that changed must not be shown for long. */
const addressStaleMs = 30_000;

/** What is other once a recharge was asked for or decided. */
export const spoiltByRecharge = [
  rechargeEndpoints.payOrder,
  walletEndpoints.walletBalance,
  walletEndpoints.tradeRecord,
] as const;

export const rechargeChannelsQuery = () => ({
  ...read(walletEndpoints.rechargeChannels, {}, { quiet: true }),
  staleTime: addressStaleMs,
  refetchOnMount: "always" as const,
});

/** Recharges, newest first, page after page; kept on the device with their age. */
export const rechargePagesQuery = () => {
  const queryKey = [...keyOf(rechargeEndpoints.payOrder), "pages"];
  return infiniteQueryOptions<
    RechargePage,
    ApiError,
    InfiniteData<RechargePage, number>,
    readonly unknown[],
    number
  >({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        rechargeEndpoints.payOrder,
        { page: pageParam, size: pageSize },
        { quiet: true, signal },
      ),
    ...keptAnswer(queryKey, pagesOf(rechargeEndpoints.payOrder), true),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    staleTime: 2000,
    refetchInterval: (query) =>
      query.state.data?.pages.some(({ list }) => list.some(isWaiting))
        ? pollMs.waiting
        : pollMs.idle,
    meta: { private: true },
  });
};

/** The picture of a recharge: in memory while it is looked at, never kept on the device. */
export const voucherQuery = (id: string) =>
  queryOptions<Blob, ApiError>({
    queryKey: [pictureEndpoints.pictureFile.path, { id }],
    queryFn: ({ signal }) =>
      download(pictureEndpoints.pictureFile, { id }, { signal, handles: [100005] }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    meta: { private: true, kept: false },
  });

/** What became of a recharge, by the device's own id; undefined where the venue has none. */
export async function askRecharge(clientOrderId: string): Promise<RechargeRecord | undefined> {
  return (await call(rechargeEndpoints.payOrder, { client_order_id: clientOrderId, size: 1 }))
    .list[0];
}

export function isWaiting({ status }: Pick<RechargeRecord, "status">): boolean {
  return status === requestStatus.pendingReview;
}
