import { useInfiniteQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { type CoinOrder, coinStatus } from "#protocol/api/spot.ts";
import type { FillMark } from "../../../ui/chart/fill-marks.ts";
import { pageRows } from "../../platform/lists/paged-rows.ts";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { orderPagesQuery } from "./order-queries.ts";

/** The person's filled orders of a market, as far as they were read, as marks of its chart; the same array while they are the same. */
export function useOwnFills(symbol: string): readonly FillMark[] {
  const authorized = useAtomValue(authorizedAtom);
  const { data } = useInfiniteQuery({
    ...orderPagesQuery(coinStatus.completed),
    enabled: authorized,
  });
  return useMemo(
    () => (authorized ? ownFills(pageRows(data) ?? [], symbol) : []),
    [authorized, data, symbol],
  );
}

/** Each whole fill at the time it ended. One that was cancelled ended later than it filled, so it has none. */
export function ownFills(
  orders: readonly Pick<CoinOrder, "symbol" | "side" | "state" | "finish_time">[],
  symbol: string,
): FillMark[] {
  return orders.flatMap((order) =>
    order.symbol === symbol && order.state === "filled" && order.finish_time !== null
      ? [{ timeSec: order.finish_time / 1000, side: order.side }]
      : [],
  );
}
