import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import type { DataOf } from "#protocol/endpoint.ts";
import { secondsOrderEndpoints, secondsStatus } from "#protocol/seconds-order.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { keyOf, pagesOf } from "../../api/query.ts";
import { keptAnswer } from "../../storage/kept-queries.ts";

type OrderPage = DataOf<typeof secondsOrderEndpoints.secondOrders>;

const pageSize = 20;

/** Closed seconds contracts, of one market or of all, newest first, page after page. */
export const closedSecondsQuery = (symbol?: string) => {
  const of = symbol === undefined ? {} : { symbol };
  const queryKey = [...keyOf(secondsOrderEndpoints.secondOrders), "closed", of];
  return infiniteQueryOptions<
    OrderPage,
    ApiError,
    InfiniteData<OrderPage, number>,
    readonly unknown[],
    number
  >({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        secondsOrderEndpoints.secondOrders,
        { ...of, status: secondsStatus.closed, page: pageParam, size: pageSize },
        { quiet: true, signal },
      ),
    ...keptAnswer(queryKey, pagesOf(secondsOrderEndpoints.secondOrders), true),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    staleTime: 2000,
    meta: { private: true },
  });
};
