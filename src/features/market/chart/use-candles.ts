import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { type Period, marketEndpoints } from "#protocol/api/market.ts";
import { call } from "../../../api/call.ts";
import { venueNow } from "../../../api/venue-clock.ts";
import { whenCalm } from "../../../lib/when-idle.ts";
import { feedPace } from "../feed/data-saver.ts";
import { liveFeed } from "../feed/live-feed.ts";
import { klineQuery } from "../feed/market-queries.ts";
import { marketStore } from "../feed/market-store.ts";
import { candleCache } from "./candle-cache.ts";
import { CandleFeed } from "./candle-feed.ts";
import { candleEnd } from "./candle-time.ts";

/** Number of charts whose answers stay in memory. */
const maxCharts = 24;

/**
 * The live candles of a chart, at first the cached ones. `cachedAt` is the venue's time of the cached candles
 * while there are no others. `error` is set only while there is nothing to show.
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
  const readCachedAt = () => feed.cachedAt;
  const readReady = () => feed.columns.length > 0;
  const cachedAt = useSyncExternalStore(feed.subscribe, readCachedAt, readCachedAt);
  const isFilled = useSyncExternalStore(feed.subscribe, readReady, readReady);

  useEffect(() => feed.start(), [feed]);
  useEffect(() => {
    if (data) {
      feed.take(data);
      dropOldReads(client, marketEndpoints.kline.path, maxCharts);
    } else void seedCandles(feed, symbol, period);
  }, [feed, data, client, symbol, period]);
  useEffect(() => persistCandles(feed, symbol, period), [feed, symbol, period]);

  const ready = data !== undefined || isFilled;
  return {
    feed,
    ready,
    cachedAt,
    error: ready ? null : query.error,
    retry: () => void query.refetch(),
    retrying: query.isFetching,
  };
}

const firstWriteMs = 2000;
const writeEveryMs = 30_000;

/** Fills a chart with its cached candles, unless the venue answers first. */
async function seedCandles(feed: CandleFeed, symbol: string, period: Period): Promise<void> {
  const cached = await candleCache.read(symbol, period);
  if (cached) feed.seed(cached.columns, cached.at);
}

/** Caches a chart's candles, now and then while they change and when the chart or the page is left. Returns a function that stops it. */
function persistCandles(feed: CandleFeed, symbol: string, period: Period): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  let isDirty = false;
  const write = () => {
    if (!isDirty) return;
    isDirty = false;
    const at = lastCandleAt(feed, symbol, period);
    if (at !== undefined && feed.cachedAt === undefined)
      void candleCache.keep(symbol, period, { columns: feed.columns.data, at });
  };
  const unsubscribe = feed.subscribe(() => {
    isDirty = feed.cachedAt === undefined;
    if (!isDirty) return;
    timer ??= setTimeout(
      () => {
        timer = undefined;
        whenCalm(write);
      },
      isFirst ? firstWriteMs : writeEveryMs,
    );
    isFirst = false;
  });
  const onHide = () => {
    if (document.visibilityState === "hidden") write();
  };
  document.addEventListener("visibilitychange", onHide);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onHide);
    whenCalm(write);
  };
}

/**
 * The venue's time of a chart's last candle, Unix ms: the time of the symbol's price, limited to the candle's
 * span. The time of the read is not used, since the answer may come from an old cache entry.
 */
export function lastCandleAt(feed: CandleFeed, symbol: string, period: Period): number | undefined {
  const last = feed.columns.lastTime;
  if (last === undefined) return undefined;
  return Math.max(
    last * 1000,
    Math.min(marketStore.ticker(symbol)?.ts ?? 0, candleEnd(period, last) * 1000),
  );
}

/** Removes all but the newest `count` queries whose key begins with `first`, so that memory use stays bounded. */
function dropOldReads(client: QueryClient, first: string, count: number): void {
  const reads = client
    .getQueryCache()
    .findAll({ predicate: (query) => query.queryKey[0] === first });
  const newestFirst = reads.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const query of newestFirst.slice(count))
    if (query.getObserversCount() === 0) client.getQueryCache().remove(query);
}
