import { marketEndpoints } from "#protocol/market.ts";
import { call } from "../../api/call.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { BookFeed } from "./book-feed.ts";
import { bookDepth } from "./book-levels.ts";
import { feedPace } from "./feed-pace.ts";
import { liveFeed } from "./live-feed-instance.ts";

/** Books of markets looked at before, to show with their age until they are read anew. */
const keptBooks = 8;

const feeds = new Map<string, BookFeed>();

/** The page's one feed of a symbol's book: the ticket and the book beside it stand on the same version. */
export function bookFeedOf(symbol: string): BookFeed {
  const known = feeds.get(symbol);
  if (known) return known;
  const idle = [...feeds].filter(([, feed]) => !feed.inUse);
  for (const [name] of idle.slice(0, Math.max(0, idle.length - keptBooks + 1))) feeds.delete(name);
  const feed = new BookFeed({
    subscribe: (listener) => liveFeed.subscribe(`market.${symbol}.mbp.${bookDepth}`, listener),
    subscribeStreaming: liveFeed.subscribeStreaming,
    read: async () =>
      (await call(marketEndpoints.depth, { symbol, type: "step0", depth: bookDepth })).tick,
    nextFrame: (task) => void requestAnimationFrame(task),
    now: venueNow,
    hidden: () => document.visibilityState === "hidden",
    quietMs: () => feedPace().pollMs,
  });
  feeds.set(symbol, feed);
  return feed;
}
