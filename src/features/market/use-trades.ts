import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { TradeRow } from "#protocol/market.ts";
import { liveFeed } from "./live-feed-instance.ts";
import { newestTrades, pushedTrades } from "./newest-trades.ts";
import { tradesQuery } from "./queries.ts";
import { usePollMs } from "./use-poll-ms.ts";

/** The newest `count` trades of a symbol: read, then as the stream tells, and read again after a silence of it. */
export function useTrades(symbol: string, count: number) {
  const pollMs = usePollMs();
  const [live, setLive] = useState<{ symbol: string; trades: readonly TradeRow[] }>({
    symbol,
    trades: [],
  });
  const query = useQuery({
    ...tradesQuery(symbol),
    staleTime: 0,
    gcTime: 60_000,
    meta: { private: false, kept: false },
    refetchInterval: pollMs,
  });
  const { refetch } = query;

  useEffect(() => {
    let frame = 0;
    let waiting: TradeRow[] = [];
    const stop = liveFeed.subscribe(`market.${symbol}.trade.detail`, (value) => {
      const trades = pushedTrades(value);
      if (trades.length === 0) return;
      waiting.unshift(...trades);
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        const came = waiting;
        waiting = [];
        setLive((held) => ({
          symbol,
          trades: newestTrades([...came, ...(held.symbol === symbol ? held.trades : [])], count),
        }));
      });
    });
    // What was traded while the stream was away is in no word of it.
    const stopHearing = liveFeed.subscribeStreaming(() => liveFeed.streaming && void refetch());
    return () => {
      stop();
      stopHearing();
      cancelAnimationFrame(frame);
    };
  }, [symbol, count, refetch]);

  const read = query.data?.flatMap((group) => group.data);
  const streamed = live.symbol === symbol ? live.trades : [];
  const trades =
    read || streamed.length > 0 ? newestTrades([...streamed, ...(read ?? [])], count) : undefined;
  return {
    trades,
    error: trades ? null : query.error,
    retry: () => void refetch(),
    retrying: query.isFetching,
  };
}
