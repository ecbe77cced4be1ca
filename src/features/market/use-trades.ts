import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { marketEndpoints, type TradeRow } from "#protocol/market.ts";
import { liveFeed } from "./live-feed-instance.ts";
import { newestTrades } from "./newest-trades.ts";
import { tradesQuery } from "./queries.ts";
import { usePollMs } from "./use-poll-ms.ts";

const groupSchema = marketEndpoints.trades.data.item;

/** The newest trades of a symbol: read once, then as the stream tells. */
export function useTrades(symbol: string, count: number) {
  const pollMs = usePollMs();
  const [live, setLive] = useState<{ symbol: string; trades: readonly TradeRow[] }>({ symbol, trades: [] });
  const query = useQuery({ ...tradesQuery(symbol), staleTime: 0, gcTime: 60_000, meta: { private: false, kept: false }, refetchInterval: pollMs });

  useEffect(() => {
    let frame = 0;
    let waiting: TradeRow[] = [];
    const stop = liveFeed.subscribe(`market.${symbol}.trade.detail`, (value) => {
      const group = v.safeParse(groupSchema, value);
      if (!group.success) return;
      waiting.push(...group.output.data);
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        const came = waiting;
        waiting = [];
        setLive((held) => ({ symbol, trades: newestTrades([...came, ...(held.symbol === symbol ? held.trades : [])], count) }));
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [symbol, count]);

  const read = query.data?.flatMap((group) => group.data);
  const streamed = live.symbol === symbol ? live.trades : [];
  const trades = read || streamed.length > 0 ? newestTrades([...streamed, ...(read ?? [])], count) : undefined;
  return { trades, error: trades ? null : query.error, retry: () => void query.refetch(), retrying: query.isFetching };
}
