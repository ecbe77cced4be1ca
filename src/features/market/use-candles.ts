import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { marketEndpoints, type Period } from "#protocol/market.ts";
import { call } from "../../api/call.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { CandleFeed } from "./candle-feed.ts";
import { dropOldReads } from "./drop-old-reads.ts";
import { liveFeed } from "./live-feed-instance.ts";
import { klineQuery } from "./queries.ts";

/** Candles kept on the device: as many charts as were last looked at. */
const keptCharts = 24;

/** The candles of a chart as they come; `error` only where there is nothing to show instead. */
export function useCandles(symbol: string, period: Period) {
  const client = useQueryClient();
  const query = useQuery(klineQuery(symbol, period));
  const { data } = query;

  const feed = useMemo(
    () =>
      new CandleFeed(period, {
        subscribe: (listener) => liveFeed.subscribe(`market.${symbol}.kline.${period}`, listener),
        streaming: () => liveFeed.streaming,
        read: (range) => call(marketEndpoints.kline, { symbol, period, order: "asc", ...range }),
        now: venueNow,
      }),
    [symbol, period],
  );

  useEffect(() => feed.start(), [feed]);
  useEffect(() => {
    if (!data) return;
    feed.take(data);
    dropOldReads(client, marketEndpoints.kline.path, keptCharts);
  }, [feed, data, client]);

  return { feed, ready: data !== undefined, error: data ? null : query.error, retry: () => void query.refetch(), retrying: query.isFetching };
}
