import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import type { DataOf } from "#protocol/endpoint.ts";
import { spotEndpoints } from "#protocol/spot.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { keyOf, pagesOf, read, send } from "../../api/query.ts";
import { keptAnswer } from "../../storage/kept-queries.ts";

type OrderPage = DataOf<typeof spotEndpoints.coinOrders>;

const pageSize = 20;

/** Coin orders of one status word, newest first, page after page. */
export const orderPagesQuery = (status: 0 | 1 | 2) => {
  const queryKey = [...keyOf(spotEndpoints.coinOrders), "pages", status];
  return infiniteQueryOptions<OrderPage, ApiError, InfiniteData<OrderPage, number>, readonly unknown[], number>({
    queryKey,
    queryFn: ({ pageParam, signal }) => call(spotEndpoints.coinOrders, { status, page: pageParam, size: pageSize }, { quiet: true, signal }),
    ...keptAnswer(queryKey, pagesOf(spotEndpoints.coinOrders), true),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    staleTime: 2000,
    meta: { private: true },
  });
};

/** One order with its fills. */
export const orderQuery = (id: string) => read(spotEndpoints.coinOrder, { id }, { handles: [300014] });

/**
 * What the sheet says itself, with the limit that was met. A toast beside it would say less, or of an
 * outcome that is still being looked up the contrary.
 */
const saidInSheet = [
  100000, 100005, 100007,
  ...spotEndpoints.coinPlaceOrder.refusals, ...spotEndpoints.coinReplaceOrder.refusals,
];

export const placeOrderMutation = () => send(spotEndpoints.coinPlaceOrder, { handles: saidInSheet });
export const replaceOrderMutation = () => send(spotEndpoints.coinReplaceOrder, { handles: saidInSheet });
