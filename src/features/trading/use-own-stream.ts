import { useAtomValue, useStore } from "jotai";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { liveFeed } from "../market/live-feed-instance.ts";
import { sessionAtom } from "../session/session-atoms.ts";

/** Many orders may end in one moment: they are read once in this time. */
const readEveryMs = 400;
const pollMs = { told: 15_000, untold: 3000 } as const;

/**
 * Listens to what the stream says of the user's own under one topic: `onTold` with each message, `onMoved`
 * when what was read is old, at most every 400 ms and also after a time without listening.
 */
export function useOwnStream(
  topic: `user.${string}`,
  onTold: (data: unknown) => void,
  onMoved: () => void,
): void {
  const store = useStore();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const readAnew = useEffectEvent(onMoved);
  const take = useEffectEvent(onTold);

  useEffect(() => {
    if (userId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    function soon() {
      isDue = true;
      if (timer !== undefined) return;
      isDue = false;
      readAnew();
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
    let toldBefore = liveFeed.tellsOwn;
    const stopTelling = liveFeed.subscribeStreaming(() => {
      // What was said while it did not listen is missing.
      if (liveFeed.tellsOwn && !toldBefore) soon();
      toldBefore = liveFeed.tellsOwn;
    });
    return () => {
      clearTimeout(timer);
      stop();
      stopTelling();
    };
  }, [topic, userId, store]);
}

/** How often to ask for orders that may move: seldom while the stream tells of them. */
export function useOrderPollMs(): number {
  const isTold = useSyncExternalStore(
    liveFeed.subscribeStreaming,
    () => liveFeed.tellsOwn,
    () => false,
  );
  return isTold ? pollMs.told : pollMs.untold;
}
