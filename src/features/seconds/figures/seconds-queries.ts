import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { DataOf } from "#protocol/api/endpoint.ts";
import {
  type SecondsOrder,
  secondsOrderEndpoints,
  secondsStatus,
} from "#protocol/api/seconds-order.ts";
import { secondsEndpoints } from "#protocol/api/seconds.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import type { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { keyOf, pagesOf, read } from "../../../api/query.ts";
import { venueNow } from "../../../api/venue-clock.ts";
import { flagBusyFor, extendBusyFlag } from "../../../storage/persisted-busy-flags.ts";
import { persistedAnswer } from "../../../storage/persisted-queries.ts";

/** Durations and odds of a symbol. */
export const secondConfQuery = (symbol: string) => read(secondsEndpoints.secondConf, { symbol });

/** The limits a person has set, their use, and the version of the risk text they acknowledged. */
export const secondLimitsQuery = () => ({
  ...read(secondsOrderEndpoints.secondLimits, {}, { quiet: true }),
  staleTime: 1000,
});

/** The results of a person's contracts, on all markets. */
export const secondRecordQuery = () => ({
  ...read(secondsOrderEndpoints.secondRecord, {}, { quiet: true }),
  staleTime: 5000,
});

/** Reads that a change of a seconds contract invalidates. */
export const invalidatedBySeconds = [
  secondsOrderEndpoints.secondOrders,
  secondsOrderEndpoints.secondOrder,
  secondsOrderEndpoints.secondLimits,
  secondsOrderEndpoints.secondRecord,
  walletEndpoints.walletBalance,
  walletEndpoints.tradeRecord,
] as const;

/** Refusals that the sheets show themselves, with the limit that was reached. */
export const saidInSheet = [codes.unknownError, codes.invalidParameters, codes.outcomeUnknown];

type OrderPage = DataOf<typeof secondsOrderEndpoints.secondOrders>;

/** More than the venue lets run at once. */
const mostRunning = 100;
/** Usual time from delivery to the result. */
const settledInMs = 5000;
const busyFlag = "seconds";

/** All running seconds contracts, on all markets: shared by the cards, their count, the chart marks and the results. */
export const runningSecondsQuery = () => {
  const queryKey = [...keyOf(secondsOrderEndpoints.secondOrders), "running"];
  return queryOptions<OrderPage, ApiError>({
    queryKey,
    queryFn: async ({ signal }) => {
      const page = await call(
        secondsOrderEndpoints.secondOrders,
        { status: secondsStatus.inDelivery, page: 1, size: mostRunning },
        { quiet: true, signal },
      );
      flagBusyFor(busyFlag, "seconds", leftMs(page.list));
      return page;
    },
    ...persistedAnswer(queryKey, secondsOrderEndpoints.secondOrders.data, true),
    staleTime: 500,
    meta: { private: true },
  });
};

/** An accepted contract delays a restart of the app until it ends, whichever screen is open. */
export function holdWhileRuns(order: SecondsOrder): void {
  if (order.status === secondsStatus.inDelivery)
    extendBusyFlag(busyFlag, "seconds", leftMs([order]));
}

function leftMs(running: readonly SecondsOrder[]): number {
  return running.length === 0
    ? 0
    : Math.max(...running.map(({ t1 }) => t1)) - venueNow() + settledInMs;
}

/** One seconds contract, running or closed. */
export const secondsOrderQuery = (id: string) =>
  read(secondsOrderEndpoints.secondOrder, { id }, { handles: [codes.noSuchOrder] });

const closedPageSize = 20;

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
        { ...of, status: secondsStatus.closed, page: pageParam, size: closedPageSize },
        { quiet: true, signal },
      ),
    ...persistedAnswer(queryKey, pagesOf(secondsOrderEndpoints.secondOrders), true),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    staleTime: 2000,
    meta: { private: true },
  });
};

const hourMs = 3_600_000;
const largestPage = 100;

/** When the hourly pace allows the next contract, Unix ms: an hour after the earliest of the last `pace` contracts. Null where unknown. */
export const paceEndQuery = (pace: number) =>
  queryOptions<number | null, ApiError>({
    queryKey: [...keyOf(secondsOrderEndpoints.secondOrders), "pace", pace],
    queryFn: async ({ signal }) => {
      if (pace > largestPage) return null;
      const { list } = await call(
        secondsOrderEndpoints.secondOrders,
        { page: 1, size: pace },
        { quiet: true, signal },
      );
      const earliest = list[pace - 1];
      return earliest ? earliest.create_time + hourMs : null;
    },
    meta: { private: true },
  });
