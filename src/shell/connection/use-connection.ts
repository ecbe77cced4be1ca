import { useEffect, useState } from "react";
import { venueNow } from "../../api/venue-clock.ts";
import type { Freshness } from "../../features/market/feed/freshness.ts";
import { marketStore } from "../../features/market/feed/market-store.ts";

export interface Connection {
  state: Freshness | "starting";
  /** Time of the newest price on screen, Unix ms on the venue's clock; 0 when there is none. */
  newestTs: number;
  /** The newest price is over half a day old, so that a time without a date would mislead. */
  isOld: boolean;
}

const graceMs = 4000;
const lookEveryMs = 1000;
const oldAfterMs = 12 * 3600_000;
/** On a clock that nobody sets. */
const startedAt = performance.now();

/**
 * How far what is on screen may be trusted, judged by the venue's own times and not by `navigator.onLine`: that only
 * says when there is nothing to wait for at a start, so that the page is not moved down a moment later.
 */
export function useConnection(): Connection {
  const [connection, setConnection] = useState(read);
  useEffect(() => {
    const look = () => {
      setConnection((previous) => {
        const next = read();
        const sameAge = next.state === "live" || previous.newestTs === next.newestTs;
        return previous.state === next.state && sameAge ? previous : next;
      });
    };
    const timer = setInterval(look, lookEveryMs);
    const unsubscribe = marketStore.subscribeBatches(look);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, []);
  return connection;
}

function read(): Connection {
  const newestTs = marketStore.newestTs();
  const now = venueNow();
  const state = marketStore.freshness(newestTs === 0 ? undefined : newestTs, now);
  // Outside a browser it is undefined.
  const mayCome = navigator.onLine !== false && performance.now() - startedAt < graceMs;
  return {
    state: state !== "live" && mayCome ? "starting" : state,
    newestTs,
    isOld: now - newestTs > oldAfterMs,
  };
}
