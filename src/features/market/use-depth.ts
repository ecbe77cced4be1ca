import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { marketEndpoints, type Depth } from "#protocol/market.ts";
import { liveFeed } from "./live-feed-instance.ts";
import { depthQuery } from "./queries.ts";
import { usePollMs } from "./use-poll-ms.ts";

const tickSchema = marketEndpoints.depth.data.entries.tick;

/** The order book of a symbol: read once, then as the stream tells; asked for every three seconds without a stream. */
export function useDepth(symbol: string) {
  const [live, setLive] = useState<{ symbol: string; tick: Depth["tick"] } | null>(null);
  const pollMs = usePollMs();
  const query = useQuery({
    ...depthQuery(symbol),
    staleTime: 0,
    gcTime: 60_000,
    meta: { private: false, kept: false },
    refetchInterval: pollMs,
  });

  useEffect(() => {
    let frame = 0;
    let newest: Depth["tick"] | null = null;
    const stop = liveFeed.subscribe(`market.${symbol}.depth.step0`, (value) => {
      const tick = v.safeParse(tickSchema, value);
      if (!tick.success) return;
      newest = tick.output;
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        if (newest) setLive({ symbol, tick: newest });
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [symbol]);

  const read = query.data?.tick;
  const streamed = live?.symbol === symbol ? live.tick : undefined;
  const tick = streamed && (!read || streamed.ts >= read.ts) ? streamed : read;
  return { tick, error: tick ? null : query.error, retry: () => void query.refetch(), retrying: query.isFetching };
}
