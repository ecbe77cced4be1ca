import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { DataOf } from "#protocol/api/endpoint.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import type { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { keyOf, pagesOf } from "../../../api/query.ts";
import { persistedAnswer } from "../../../storage/persisted-queries.ts";
import { type BillFilters, billRequest } from "./bill-filters.ts";

type BillPage = DataOf<typeof walletEndpoints.tradeRecord>;

const pageSize = 30;

/** Billing history, newest first, page after page; stored on the device with its age. */
export const billPagesQuery = (filters: BillFilters) => {
  const request = billRequest(filters);
  const queryKey = [...keyOf(walletEndpoints.tradeRecord), "pages", request];
  return infiniteQueryOptions<
    BillPage,
    ApiError,
    InfiniteData<BillPage, number>,
    readonly unknown[],
    number
  >({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        walletEndpoints.tradeRecord,
        { ...request, page: pageParam, size: pageSize },
        { quiet: true, signal },
      ),
    ...persistedAnswer(queryKey, pagesOf(walletEndpoints.tradeRecord), true),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    staleTime: 5000,
    meta: { private: true },
  });
};
