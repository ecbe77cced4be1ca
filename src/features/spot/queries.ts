import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import type { DataOf } from "#protocol/endpoint.ts";
import { contract } from "#protocol/contract.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { keyOf, read, send } from "../../api/query.ts";

const { spot } = contract;

type OrderPage = DataOf<typeof spot.coinOrders>;

const pageSize = 20;

/** Coin orders of one status word, newest first, page after page. */
export const orderPagesQuery = (status: 0 | 1 | 2) =>
  infiniteQueryOptions<OrderPage, ApiError, InfiniteData<OrderPage, number>, readonly unknown[], number>({
    queryKey: [...keyOf(spot.coinOrders), "pages", status],
    queryFn: ({ pageParam, signal }) => call(spot.coinOrders, { status, page: pageParam, size: pageSize }, { quiet: true, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    staleTime: 2000,
    meta: { private: true },
  });

/** One order with its fills. */
export const orderQuery = (id: string) => read(spot.coinOrder, { id }, { handles: [300014] });

/** Codes the confirm sheet explains in its own place. */
const sheetCodes = [300008, 300010, 300018, 300019, 300020, 300021, 300025, 402, 100005, 100007] as const;

export const placeOrderMutation = () => send(spot.coinPlaceOrder, { handles: sheetCodes });
