import { queryOptions } from "@tanstack/react-query";
import type { DataOf } from "#protocol/endpoint.ts";
import {
  secondsOrderEndpoints,
  secondsStatus,
  type SecondsOrder,
} from "#protocol/seconds-order.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { keyOf, read } from "../../api/query.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { holdFor, holdOn } from "../../storage/kept-holds.ts";
import { keptAnswer } from "../../storage/kept-queries.ts";

type OrderPage = DataOf<typeof secondsOrderEndpoints.secondOrders>;

/** More than the venue lets run at once. */
const mostRunning = 100;
/** From delivery to the result. */
const settledInMs = 5000;
const held = "seconds";

/** What the begin or the end of a seconds contract makes old. */
export const spoiltBySeconds = [
  secondsOrderEndpoints.secondOrders,
  secondsOrderEndpoints.secondOrder,
  secondsOrderEndpoints.secondRecord,
  secondsOrderEndpoints.secondLimits,
  walletEndpoints.walletBalance,
  walletEndpoints.tradeRecord,
] as const;

/** Every seconds contract in delivery, in all markets: one truth for the cards, their count, the chart's marks and the results. */
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
      holdFor(held, "seconds", leftMs(page.list));
      return page;
    },
    ...keptAnswer(queryKey, secondsOrderEndpoints.secondOrders.data, true),
    staleTime: 500,
    meta: { private: true },
  });
};

/** A restart of the app waits for a contract that was just taken, whichever screen is open until it ends. */
export function holdWhileRuns(order: SecondsOrder): void {
  if (order.status === secondsStatus.inDelivery) holdOn(held, "seconds", leftMs([order]));
}

function leftMs(running: readonly SecondsOrder[]): number {
  return running.length === 0
    ? 0
    : Math.max(...running.map(({ t1 }) => t1)) - venueNow() + settledInMs;
}

/** One seconds contract, running or closed. */
export const secondsOrderQuery = (id: string) =>
  read(secondsOrderEndpoints.secondOrder, { id }, { handles: [300014] });
