import { useAtomValue, useStore } from "jotai";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { liveFeed } from "../../market/feed/live-feed.ts";
import { sessionAtom } from "../../session/session-atoms.ts";

/** Many orders may end in one moment: they are read at most once in this time. */
const readEveryMs = 400;
const pollMs = { streaming: 15_000, polling: 3000 } as const;

/**
 * Listens to one topic of the user's own stream: `onMessage` gets each message, and `onMoved` is called when the
 * answers read before are old, at most every 400 ms, and also after an interruption of the stream.
 */
export function useOwnStream(
  topic: `user.${string}`,
  onMessage: (data: unknown) => void,
  onMoved: () => void,
): void {
  const store = useStore();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const readAgain = useEffectEvent(onMoved);
  const take = useEffectEvent(onMessage);

  useEffect(() => {
    if (userId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    function soon() {
      isDue = true;
      if (timer !== undefined) return;
      isDue = false;
      readAgain();
      timer = setTimeout(() => {
        timer = undefined;
        if (isDue) soon();
      }, readEveryMs);
    }
    const stop = liveFeed.subscribeOwn(
      topic,
      () => store.get(sessionAtom),
      (data) => {
        take(data);
        soon();
      },
    );
    let wasStreaming = liveFeed.deliversOwn;
    const stopWatching = liveFeed.subscribeStreaming(() => {
      // Messages were missed while the stream was interrupted.
      if (liveFeed.deliversOwn && !wasStreaming) soon();
      wasStreaming = liveFeed.deliversOwn;
    });
    return () => {
      clearTimeout(timer);
      stop();
      stopWatching();
    };
  }, [topic, userId, store]);
}

/** How often to read orders that may change: rarely while the stream reports them. */
export function useOrderPollMs(): number {
  const isStreaming = useSyncExternalStore(
    liveFeed.subscribeStreaming,
    () => liveFeed.deliversOwn,
    () => false,
  );
  return isStreaming ? pollMs.streaming : pollMs.polling;
}
