import { savesData } from "../features/market/data-saver.ts";
import { sessionAtom } from "../features/session/session-atoms.ts";
import { keepsAccountBook } from "../storage/account-book.ts";
import { whenCalm } from "../storage/when-calm.ts";
import { queryClient, store } from "./app-context.ts";

/** Whoever has just come, or done something, looks at something first. */
const afterMs = 4000;
/** What changes all the time is not read for the book alone all the time. */
const atMostEveryMs = 60_000;

/**
 * Fills the account book in a calm moment after a login, a start or a write that spoilt it, so that what nobody
 * looks at can be read in a tunnel, too. Not where the person wants none, nor where bytes are to be spared. Answers the way to stop.
 */
export function fillAccountBook(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let filledAt = Number.NEGATIVE_INFINITY;
  const begin = (waitMs: number) => {
    clearTimeout(timer);
    const userId = store.get(sessionAtom)?.id;
    if (userId === undefined) return;
    const goesOn = () =>
      store.get(sessionAtom)?.id === userId &&
      keepsAccountBook() &&
      !savesData() &&
      navigator.onLine;
    timer = setTimeout(
      () =>
        whenCalm(() => {
          // Its part of the app may be missing offline; the book then stays as it is.
          if (!goesOn()) return;
          filledAt = performance.now();
          void import("./account-book-reads.ts")
            .then(({ readAccountBook }) => readAccountBook(queryClient, goesOn))
            .catch(() => undefined);
        }),
      waitMs,
    );
  };
  begin(afterMs);
  const stops = [
    store.sub(sessionAtom, () => begin(afterMs)),
    queryClient.getQueryCache().subscribe((event) => {
      const isSpoilt =
        event.type === "updated" &&
        event.action.type === "invalidate" &&
        event.query.meta?.["private"] === true;
      if (isSpoilt) begin(Math.max(afterMs, filledAt + atMostEveryMs - performance.now()));
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
