import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import type * as v from "valibot";
import * as codes from "#protocol/wire/error-codes.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import {
  maxOpenContractOrders,
  contractsEndpoints,
  type ContractOrder,
} from "#protocol/api/contracts.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import type { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { keyOf, pagesOf, read } from "../../../api/query.ts";
import { persistedAnswer } from "../../../storage/persisted-queries.ts";

type OrderPage = DataOf<typeof contractsEndpoints.contractOrders>;
type ClosedPage = DataOf<typeof contractsEndpoints.contractHistory>;

const pageSize = 20;
const largestPage = 100;

/** What any change of a contract order or a position makes old. */
export const invalidatedByContracts = [
  contractsEndpoints.contractPositions,
  contractsEndpoints.contractOrders,
  contractsEndpoints.contractOrder,
  contractsEndpoints.contractHistory,
  contractsEndpoints.contractLeverage,
  walletEndpoints.walletBalance,
  walletEndpoints.tradeRecord,
] as const;

/** Every open position, in all contracts. */
export const positionsQuery = () => ({
  ...read(contractsEndpoints.contractPositions, {}, { quiet: true }),
  staleTime: 1000,
});

/** Every contract order that waits: one truth for the list, its count, the chart's lines and the ticket. */
export const openContractOrdersQuery = () => {
  const queryKey = [...keyOf(contractsEndpoints.contractOrders), "open"];
  return queryOptions<OrderPage, ApiError>({
    queryKey,
    queryFn: ({ signal }) => readOpenOrders(signal),
    ...persistedAnswer(
      queryKey,
      contractsEndpoints.contractOrders.data as v.GenericSchema<unknown, OrderPage>,
      true,
    ),
    staleTime: 1000,
    meta: { private: true },
  });
};

/** The last orders of a contract that are over, newest first. */
export const endedContractOrdersQuery = (code: string) => ({
  ...read(
    contractsEndpoints.contractOrders,
    { status: 1, contract_code: code, page: 1, size: largestPage },
    { quiet: true },
  ),
  staleTime: 2000,
});

/** Closed positions, of one contract or of all, newest first, page after page. */
export const closedPagesQuery = (code?: string) => {
  const of = code === undefined ? {} : { contract_code: code };
  const queryKey = [...keyOf(contractsEndpoints.contractHistory), "pages", of];
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
        contractsEndpoints.contractHistory,
        { ...of, page: pageParam, size: pageSize },
        { quiet: true, signal },
      ),
    ...persistedAnswer(queryKey, pagesOf(contractsEndpoints.contractHistory), true),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    staleTime: 2000,
    meta: { private: true },
  });
};

/** One contract order with its fills. */
export const contractOrderQuery = (id: string) =>
  read(contractsEndpoints.contractOrder, { id }, { handles: [codes.noSuchOrder] });

async function readOpenOrders(signal: AbortSignal): Promise<OrderPage> {
  const found = new Map<string, ContractOrder>();
  for (let page = 1; page <= maxOpenContractOrders / largestPage; page++) {
    const { list, total, size } = await call(
      contractsEndpoints.contractOrders,
      { status: 0, page, size: largestPage },
      { quiet: true, signal },
    );
    // One that a newer order pushed onto the next page came already.
    for (const order of list) if (!found.has(order.id)) found.set(order.id, order);
    if (list.length === 0 || page * size >= total) break;
  }
  return { list: [...found.values()], total: found.size, page: 1, size: maxOpenContractOrders };
}
