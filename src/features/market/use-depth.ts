import { useSyncExternalStore } from "react";
import { venueNow } from "../../api/venue-clock.ts";
import type { BookView } from "./book-feed.ts";
import { bookFeedOf } from "./book-feeds.ts";
import { useAgeOf, type FreshnessFact } from "./use-ticker.ts";

/** The order book of a symbol as it moves; `error` only where there is no book to show. */
export function useDepth(symbol: string) {
  const { book, error, reading } = useBookView(symbol);
  return { book, tick: book?.tick, error, retry: bookFeedOf(symbol).retry, retrying: reading };
}

/** How far the shown book may be trusted: one that is being healed is not live, however young. */
export function useBookAge(symbol: string): FreshnessFact {
  const { book, healing } = useBookView(symbol);
  const fact = useAgeOf(book?.ts);
  return healing && book && fact.state === "live"
    ? { state: "delayed", ageMs: Math.max(0, venueNow() - book.ts) }
    : fact;
}

function useBookView(symbol: string): BookView {
  const feed = bookFeedOf(symbol);
  const read = () => feed.view;
  return useSyncExternalStore(feed.subscribe, read, read);
}
