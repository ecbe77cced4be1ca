import { useSyncExternalStore } from "react";
import { feedPace, useDataSaver } from "./data-saver.ts";
import { liveFeed } from "./live-feed.ts";

/** Whether the stream delivers now. */
export function useStreaming(): boolean {
  return useSyncExternalStore(
    liveFeed.subscribeStreaming,
    () => liveFeed.streaming,
    () => false,
  );
}

/** The pause between polls of data that the stream also delivers: long while it delivers, a few seconds otherwise. */
export function usePollMs(): number {
  const streaming = useStreaming();
  useDataSaver();
  return streaming ? feedPace().besideMs : feedPace().pollMs;
}
