import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import type { DataOf, RequestOf } from "#protocol/endpoint.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { keyOf, pagesOf, read, send } from "../../api/query.ts";
import { keptAnswer } from "../../storage/kept-queries.ts";
import { billRequest, type BillFilters } from "./bill-filters.ts";

type BillPage = DataOf<typeof walletEndpoints.tradeRecord>;

const pageSize = 30;

export const walletBalanceQuery = () => ({ ...read(walletEndpoints.walletBalance, {}, { quiet: true }), staleTime: 5000 });

/** One page of the billing history, such as the last bills of a currency. */
export const billsQuery = (request: RequestOf<typeof walletEndpoints.tradeRecord>) => read(walletEndpoints.tradeRecord, request, { quiet: true });

/** Billing history, newest first, page after page; kept on the device with its age. */
export const billPagesQuery = (filters: BillFilters) => {
  const request = billRequest(filters);
  const queryKey = [...keyOf(walletEndpoints.tradeRecord), "pages", request];
  return infiniteQueryOptions<BillPage, ApiError, InfiniteData<BillPage, number>, readonly unknown[], number>({
    queryKey,
    queryFn: ({ pageParam, signal }) => call(walletEndpoints.tradeRecord, { ...request, page: pageParam, size: pageSize }, { quiet: true, signal }),
    ...keptAnswer(queryKey, pagesOf(walletEndpoints.tradeRecord), true),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    staleTime: 5000,
    meta: { private: true },
  });
};

export const setWpassMutation = () => send(walletEndpoints.setWpass);
