import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import type { DataOf, RequestOf } from "#protocol/endpoint.ts";
import { contract } from "#protocol/contract.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { keyOf, read } from "../../api/query.ts";
import { billRequest, type BillFilters } from "./bill-filters.ts";

const { wallet } = contract;

type BillPage = DataOf<typeof wallet.tradeRecord>;

const pageSize = 30;

export const walletBalanceQuery = () => ({ ...read(wallet.walletBalance, {}, { quiet: true }), staleTime: 5000 });

/** One page of the billing history, such as the last bills of a currency. */
export const billsQuery = (request: RequestOf<typeof wallet.tradeRecord>) => read(wallet.tradeRecord, request, { quiet: true });

/** Billing history, newest first, page after page; kept on the device with its age. */
export const billPagesQuery = (filters: BillFilters) => {
  const request = billRequest(filters);
  return infiniteQueryOptions<BillPage, ApiError, InfiniteData<BillPage, number>, readonly unknown[], number>({
    queryKey: [...keyOf(wallet.tradeRecord), "pages", request],
    queryFn: ({ pageParam, signal }) => call(wallet.tradeRecord, { ...request, page: pageParam, size: pageSize }, { quiet: true, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    staleTime: 5000,
    meta: { private: true },
  });
};
