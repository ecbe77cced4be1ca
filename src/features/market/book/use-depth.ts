import { useSyncExternalStore } from "react";
import { marketEndpoints } from "#protocol/api/market.ts";
import { inLiveFrame } from "../../../lib/live-frame.ts";
import { call } from "../../../api/call.ts";
import { venueNow } from "../../../api/venue-clock.ts";
import { feedPace } from "../feed/data-saver.ts";
import { liveFeed } from "../feed/live-feed.ts";
import { type FreshnessFact, useAgeOf } from "../feed/use-ticker.ts";
import { BookFeed, type BookView } from "./book-feed.ts";
import { bookDepth } from "./book-levels.ts";

/** The live order book of a symbol. `error` is set only while there is no book to show. */
export function useDepth(symbol: string) {
  const { book, error, reading } = useBookView(symbol);
  return { book, tick: book?.tick, error, retry: bookFeedOf(symbol).retry, retrying: reading };
}

/** Freshness of the shown book. A book with a gap is not live, however new it is. */
export function useBookAge(symbol: string): FreshnessFact {
  const { book, hasGap } = useBookView(symbol);
  const fact = useAgeOf(book?.ts);
  return hasGap && book && fact.state === "live"
    ? { state: "delayed", ageMs: Math.max(0, venueNow() - book.ts) }
    : fact;
}

function useBookView(symbol: string): BookView {
  const feed = bookFeedOf(symbol);
  const read = () => feed.view;
  return useSyncExternalStore(feed.subscribe, read, read);
}

/** Books of earlier markets, shown with their age until they are read again. */
const maxIdleBooks = 8;

const feeds = new Map<string, BookFeed>();

/** The page's only feed of a symbol's book, so the ticket and the book beside it use the same version. */
export function bookFeedOf(symbol: string): BookFeed {
  const known = feeds.get(symbol);
  if (known) return known;
  const idle = [...feeds].filter(([, feed]) => !feed.inUse);
  for (const [name] of idle.slice(0, Math.max(0, idle.length - maxIdleBooks + 1)))
    feeds.delete(name);
  const feed = new BookFeed({
    subscribe: (listener) =>
      liveFeed.subscribeUnlessSaving(`market.${symbol}.mbp.${bookDepth}`, listener),
    subscribeStreaming: liveFeed.subscribeStreaming,
    read: async () =>
      (await call(marketEndpoints.depth, { symbol, type: "step0", depth: bookDepth })).tick,
    nextFrame: inLiveFrame,
    now: venueNow,
    hidden: () => document.visibilityState === "hidden",
    quietMs: () => feedPace().bookMs,
  });
  feeds.set(symbol, feed);
  return feed;
}
