import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { marketEndpoints, type Period } from "#protocol/market.ts";
import { call } from "../../api/call.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { CandleFeed } from "./candle-feed.ts";
import { dropOldReads } from "./drop-old-reads.ts";
import { feedPace } from "./feed-pace.ts";
import { keepCandles, seedCandles } from "./kept-chart.ts";
import { liveFeed } from "./live-feed-instance.ts";
import { klineQuery } from "./queries.ts";

/** Answers held in memory: as many charts as were last looked at. */
const heldCharts = 24;

/**
 * The candles of a chart as they come, at first those that the device kept; `keptAt` is the venue's time of
 * these while they are all there is. `error` only where there is nothing to show instead.
 */
export function useCandles(symbol: string, period: Period) {
  const client = useQueryClient();
  const query = useQuery(klineQuery(symbol, period));
  const { data } = query;

  const feed = useMemo(
    () =>
      new CandleFeed(period, {
        subscribe: (listener) => liveFeed.subscribe(`market.${symbol}.kline.${period}`, listener),
        streaming: () => liveFeed.streaming,
        subscribeStreaming: liveFeed.subscribeStreaming,
        pollMs: () => feedPace().pollMs,
        read: (range) => call(marketEndpoints.kline, { symbol, period, order: "asc", ...range }),
        now: venueNow,
      }),
    [symbol, period],
  );
  const readKeptAt = () => feed.keptAt;
  const readReady = () => feed.columns.length > 0;
  const keptAt = useSyncExternalStore(feed.subscribe, readKeptAt, readKeptAt);
  const isFilled = useSyncExternalStore(feed.subscribe, readReady, readReady);

  useEffect(() => feed.start(), [feed]);
  useEffect(() => {
    if (data) {
      feed.take(data);
      dropOldReads(client, marketEndpoints.kline.path, heldCharts);
    } else void seedCandles(feed, symbol, period);
  }, [feed, data, client, symbol, period]);
  useEffect(() => keepCandles(feed, symbol, period), [feed, symbol, period]);

  const ready = data !== undefined || isFilled;
  return {
    feed,
    ready,
    keptAt,
    error: ready ? null : query.error,
    retry: () => void query.refetch(),
    retrying: query.isFetching,
  };
}
