import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import type * as v from "valibot";
import * as codes from "#protocol/wire/error-codes.ts";
import { spotEndpoints, coinStatus, maxOpenOrders, type CoinOrder } from "#protocol/api/spot.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import { read, keyOf, pagesOf } from "../../../api/query.ts";
import type { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { persistedAnswer } from "../../../storage/persisted-queries.ts";

/** One order with its fills. */
export const orderQuery = (id: string) =>
  read(spotEndpoints.coinOrder, { id }, { handles: [codes.noSuchOrder] });

type OrderPage = DataOf<typeof spotEndpoints.coinOrders>;

const pageSize = 20;
const largestPage = 100;

/** Orders under review or ended, of one market or of all, newest first, page after page. */
export const orderPagesQuery = (status: 0 | 2, symbol?: string) => {
  const of = symbol === undefined ? {} : { symbol };
  const queryKey = [...keyOf(spotEndpoints.coinOrders), "pages", status, of];
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
        spotEndpoints.coinOrders,
        { ...of, status, page: pageParam, size: pageSize },
        { quiet: true, signal },
      ),
    ...persistedAnswer(queryKey, pagesOf(spotEndpoints.coinOrders), true),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    staleTime: 2000,
    meta: { private: true },
  });
};

/** Every order that waits, in all markets: one truth for the list, its count, the chart's lines and what a cancel of all brings back. */
export const openOrdersQuery = () => {
  const queryKey = [...keyOf(spotEndpoints.coinOrders), "open"];
  return queryOptions<OrderPage, ApiError>({
    queryKey,
    queryFn: ({ signal }) => readOpenOrders(signal),
    ...persistedAnswer(
      queryKey,
      spotEndpoints.coinOrders.data as v.GenericSchema<unknown, OrderPage>,
      true,
    ),
    staleTime: 1000,
    meta: { private: true },
  });
};

async function readOpenOrders(signal: AbortSignal): Promise<OrderPage> {
  const found = new Map<string, CoinOrder>();
  for (let page = 1; page <= maxOpenOrders / largestPage; page++) {
    const { list, total, size } = await call(
      spotEndpoints.coinOrders,
      { status: coinStatus.pendingOrder, page, size: largestPage },
      { quiet: true, signal },
    );
    // One that a newer order pushed onto the next page came already.
    for (const order of list) if (!found.has(order.id)) found.set(order.id, order);
    if (list.length === 0 || page * size >= total) break;
  }
  return { list: [...found.values()], total: found.size, page: 1, size: maxOpenOrders };
}
