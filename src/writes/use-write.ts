import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { WriteKind } from "./run-write.ts";
import { isAwaited, isLate, isSettled, isUnderWay, type Write } from "./write.ts";
import { pageWriter as writer } from "./page-writer.ts";
import { writeContext } from "./write-context.ts";

/**
 * One kind of write, as far as it is known, and the ways to go on with it. Leaving the screen ends nothing.
 * @param onOutcome hears of the outcome once, at the latest when a screen of this kind is opened again
 */
export function useWrite<Intent, Answer, Outcome>(
  kind: WriteKind<Intent, Answer, Outcome>,
  onOutcome?: (write: Write<Intent, Answer, Outcome>) => void,
) {
  const { name } = kind;
  const subscribe = useCallback((listener: () => void) => writer.subscribe(name, listener), [name]);
  const snapshot = () => writer.snapshot<Intent, Answer, Outcome>(name);
  // The build writes pages by the same snapshots: nobody is logged in there.
  const { write, isTaken, isBusyElsewhere } = useSyncExternalStore(subscribe, snapshot, snapshot);
  const userId = useSyncExternalStore(onUserChange, currentUserId, currentUserId);

  const resume = useEffectEvent(() => writer.resume(kind));
  useEffect(() => {
    if (userId !== null) resume();
  }, [name, userId]);

  const report = useEffectEvent(() => {
    if (isSettled(write) && writer.takeReport(name)) onOutcome?.(write);
  });
  useEffect(() => report(), [write]);

  return {
    write,
    /** From the tap until the outcome is known. */
    isBusy: isTaken || isUnderWay(write),
    isTaken,
    /** From the tap until the answer is there, or late: then the person may go on. */
    isAwaited: isTaken || isAwaited(write),
    /** No answer came in good time, and none has been given up. */
    isLate: isLate(write),
    isBusyElsewhere,
    open: (intent: Intent) => writer.open(kind, intent),
    confirm: () => writer.confirm(name),
    /** Sends without a confirmation; answers the outcome. */
    send: (intent: Intent) => writer.send(kind, intent),
    close: () => writer.close(name),
    /** The outcome has been read. */
    dismiss: () => writer.dismiss(name),
  };
}

const onUserChange = (listener: () => void) => writeContext().onUserChange(listener);
const currentUserId = () => writeContext().userId();
