import { useSyncExternalStore } from "react";
import { liveFeed } from "./live-feed-instance.ts";

/** How often to ask for what the stream also tells: seldom while it delivers, every three seconds without it. */
export function usePollMs(): number {
  const streaming = useSyncExternalStore(liveFeed.subscribeStreaming, () => liveFeed.streaming, () => false);
  return streaming ? 15_000 : 3000;
}
