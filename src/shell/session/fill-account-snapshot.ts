import { savesData } from "../../features/market/feed/data-saver.ts";
import { sessionAtom } from "../../features/session/session-atoms.ts";
import { keepsAccountSnapshot } from "../../storage/account-snapshot.ts";
import { whenCalm } from "../../lib/when-idle.ts";
import { queryClient, store } from "../app-context.ts";

/** After a login or a write the screen's own reads go first. */
const afterMs = 4000;
/** The snapshot alone causes reads no more often than this. */
const atMostEveryMs = 60_000;

/**
 * Fills the account snapshot in a calm moment after a login, a start or a write that invalidated a part of it, so
 * that screens which were not opened can be read in a tunnel, too. It does nothing where the user has turned the
 * snapshot off, or where data is to be saved. Answers the function that stops it.
 */
export function fillAccountSnapshot(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let filledAt = Number.NEGATIVE_INFINITY;
  const begin = (waitMs: number) => {
    clearTimeout(timer);
    const userId = store.get(sessionAtom)?.id;
    if (userId === undefined) return;
    const goesOn = () =>
      store.get(sessionAtom)?.id === userId &&
      keepsAccountSnapshot() &&
      !savesData() &&
      navigator.onLine;
    timer = setTimeout(
      () =>
        whenCalm(() => {
          // Without a network its code may be missing; the snapshot then stays as it is.
          if (!goesOn()) return;
          filledAt = performance.now();
          void import("./account-snapshot-reads.ts")
            .then(({ readAccountSnapshot }) => readAccountSnapshot(queryClient, goesOn))
            .catch(() => undefined);
        }),
      waitMs,
    );
  };
  begin(afterMs);
  const stops = [
    store.sub(sessionAtom, () => begin(afterMs)),
    queryClient.getQueryCache().subscribe((event) => {
      const isInvalidated =
        event.type === "updated" &&
        event.action.type === "invalidate" &&
        event.query.meta?.["private"] === true;
      if (isInvalidated) begin(Math.max(afterMs, filledAt + atMostEveryMs - performance.now()));
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
