import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import * as codes from "#protocol/wire/error-codes.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import { uploadEndpoints } from "#protocol/api/upload.ts";
import { rechargeEndpoints, requestStatus, type RechargeRecord } from "#protocol/api/recharge.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import type { ApiError } from "../../../api/api-error.ts";
import { call, download } from "../../../api/call.ts";
import { keyOf, pagesOf, read } from "../../../api/query.ts";
import { persistedAnswer } from "../../../storage/persisted-queries.ts";

type RechargePage = DataOf<typeof rechargeEndpoints.payOrder>;

const pageSize = 20;
/** Polling is faster while a recharge is under review. */
const pollMs = { waiting: 3000, idle: 60_000 } as const;
/** A changed address must not be shown for long. */
const addressStaleMs = 30_000;

/** Reads that a new or decided recharge invalidates. */
export const invalidatedByRecharge = [
  rechargeEndpoints.payOrder,
  walletEndpoints.walletBalance,
  walletEndpoints.tradeRecord,
] as const;

export const rechargeChannelsQuery = () => ({
  ...read(walletEndpoints.rechargeChannels, {}, { quiet: true }),
  staleTime: addressStaleMs,
  refetchOnMount: "always" as const,
});

/** Recharges, newest first, page after page; stored on the device with their age. */
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
    ...persistedAnswer(queryKey, pagesOf(rechargeEndpoints.payOrder), true),
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

/** The image of a payment: in memory while it is shown, never stored on the device. */
export const voucherQuery = (id: string) =>
  queryOptions<Blob, ApiError>({
    queryKey: [uploadEndpoints.pictureFile.path, { id }],
    queryFn: ({ signal }) =>
      download(uploadEndpoints.pictureFile, { id }, { signal, handles: [codes.invalidParameters] }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    meta: { private: true, persisted: false },
  });

/** Finds a recharge by its client order id; undefined where the venue has none. */
export async function askRecharge(clientOrderId: string): Promise<RechargeRecord | undefined> {
  return (await call(rechargeEndpoints.payOrder, { client_order_id: clientOrderId, size: 1 }))
    .list[0];
}

export function isWaiting({ status }: Pick<RechargeRecord, "status">): boolean {
  return status === requestStatus.pendingReview;
}
