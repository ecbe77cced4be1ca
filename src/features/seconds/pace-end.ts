import { queryOptions } from "@tanstack/react-query";
import { secondsOrderEndpoints } from "#protocol/seconds-order.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { keyOf } from "../../api/query.ts";

const hourMs = 3_600_000;
const largestPage = 100;

/** When the person's pace lets the next contract through, Unix ms: an hour after the earliest of the last ones that fill it. Null where nobody can say. */
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
