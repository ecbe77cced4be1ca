import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import type { DataOf } from "#protocol/endpoint.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { keyOf, pagesOf, read, send } from "../../api/query.ts";
import { keptAnswer } from "../../storage/kept-queries.ts";
import { billRequest, type BillFilters } from "./bill-filters.ts";

type BillPage = DataOf<typeof walletEndpoints.tradeRecord>;

const pageSize = 30;

export const walletBalanceQuery = () => ({
  ...read(walletEndpoints.walletBalance, {}, { quiet: true }),
  staleTime: 5000,
});

/** Networks change when an operator pauses one: seldom, but not by the hour. */
const networksStaleMs = 60_000;
export const rechargeCurrencyQuery = () => ({
  ...read(walletEndpoints.rechargeCurrency, {}, { quiet: true }),
  staleTime: networksStaleMs,
});
export const withdrawalCurrencyQuery = () => ({
  ...read(walletEndpoints.withdrawalCurrency, {}, { quiet: true }),
  staleTime: networksStaleMs,
});

/** Billing history, newest first, page after page; kept on the device with its age. */
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
    ...keptAnswer(queryKey, pagesOf(walletEndpoints.tradeRecord), true),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    staleTime: 5000,
    meta: { private: true },
  });
};

export const setWpassMutation = () => send(walletEndpoints.setWpass);
