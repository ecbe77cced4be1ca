import { LiveFeed } from "./live-feed.ts";
import { marketStore } from "./market-store.ts";

/** The page's one feed; started by `main.tsx`. */
export const liveFeed = new LiveFeed(marketStore);
