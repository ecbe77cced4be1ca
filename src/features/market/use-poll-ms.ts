import { useSyncExternalStore } from "react";
import { feedPace } from "./feed-pace.ts";
import { liveFeed } from "./live-feed-instance.ts";
import { useDataSaver } from "./use-data-saver.ts";

/** How often to ask for what the stream also tells: seldom while it delivers, every few seconds without it. */
export function usePollMs(): number {
  const streaming = useSyncExternalStore(
    liveFeed.subscribeStreaming,
    () => liveFeed.streaming,
    () => false,
  );
  useDataSaver();
  return streaming ? feedPace().besideMs : feedPace().pollMs;
}
