import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import type * as v from "valibot";
import type { DataOf } from "#protocol/endpoint.ts";
import {
  maxOpenContractOrders,
  perpetualEndpoints,
  type ContractOrder,
} from "#protocol/perpetual.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { keyOf, pagesOf, read } from "../../api/query.ts";
import { keptAnswer } from "../../storage/kept-queries.ts";

type OrderPage = DataOf<typeof perpetualEndpoints.contractOrders>;
type ClosedPage = DataOf<typeof perpetualEndpoints.contractHistory>;

const pageSize = 20;
const largestPage = 100;

/** What any change of a contract order or a position makes old. */
export const spoiltByContracts = [
  perpetualEndpoints.contractPositions,
  perpetualEndpoints.contractOrders,
  perpetualEndpoints.contractOrder,
  perpetualEndpoints.contractHistory,
  perpetualEndpoints.contractLeverage,
  walletEndpoints.walletBalance,
  walletEndpoints.tradeRecord,
] as const;

/** Every open position, in all contracts. */
export const positionsQuery = () => ({
  ...read(perpetualEndpoints.contractPositions, {}, { quiet: true }),
  staleTime: 1000,
});

/** Every contract order that waits: one truth for the list, its count, the chart's lines and the ticket. */
export const openContractOrdersQuery = () => {
  const queryKey = [...keyOf(perpetualEndpoints.contractOrders), "open"];
  return queryOptions<OrderPage, ApiError>({
    queryKey,
    queryFn: ({ signal }) => readOpenOrders(signal),
    ...keptAnswer(
      queryKey,
      perpetualEndpoints.contractOrders.data as v.GenericSchema<unknown, OrderPage>,
      true,
    ),
    staleTime: 1000,
    meta: { private: true },
  });
};

/** Closed positions, of one contract or of all, newest first, page after page. */
export const closedPagesQuery = (code?: string) => {
  const of = code === undefined ? {} : { contract_code: code };
  const queryKey = [...keyOf(perpetualEndpoints.contractHistory), "pages", of];
  return infiniteQueryOptions<
    ClosedPage,
    ApiError,
    InfiniteData<ClosedPage, number>,
    readonly unknown[],
    number
  >({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        perpetualEndpoints.contractHistory,
        { ...of, page: pageParam, size: pageSize },
        { quiet: true, signal },
      ),
    ...keptAnswer(queryKey, pagesOf(perpetualEndpoints.contractHistory), true),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    staleTime: 2000,
    meta: { private: true },
  });
};

/** One contract order with its fills. */
export const contractOrderQuery = (id: string) =>
  read(perpetualEndpoints.contractOrder, { id }, { handles: [300014] });

async function readOpenOrders(signal: AbortSignal): Promise<OrderPage> {
  const found = new Map<string, ContractOrder>();
  for (let page = 1; page <= maxOpenContractOrders / largestPage; page++) {
    const { list, total, size } = await call(
      perpetualEndpoints.contractOrders,
      { status: 0, page, size: largestPage },
      { quiet: true, signal },
    );
    // One that a newer order pushed onto the next page came already.
    for (const order of list) if (!found.has(order.id)) found.set(order.id, order);
    if (list.length === 0 || page * size >= total) break;
  }
  return { list: [...found.values()], total: found.size, page: 1, size: maxOpenContractOrders };
}
