import { savesData } from "../features/market/data-saver.ts";
import { sessionAtom } from "../features/session/session-atoms.ts";
import { keepsAccountBook } from "../storage/account-book.ts";
import { whenCalm } from "../storage/when-calm.ts";
import { queryClient, store } from "./app-context.ts";

/** Whoever has just come looks at something first. */
const afterMs = 4000;

/**
 * Fills the account book in a calm moment after a login or a start, so that what nobody has looked at yet can be
 * read in a tunnel, too. Not where the person wants none, nor where bytes are to be spared. Answers the way to stop.
 */
export function fillAccountBook(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    clearTimeout(timer);
    const userId = store.get(sessionAtom)?.id;
    if (userId === undefined) return;
    const goesOn = () => store.get(sessionAtom)?.id === userId && keepsAccountBook() && !savesData() && navigator.onLine;
    timer = setTimeout(() => whenCalm(() => {
      // Its part of the app may be missing offline; the book then stays as it is.
      if (goesOn()) void import("./account-book-reads.ts").then(({ readAccountBook }) => readAccountBook(queryClient, goesOn)).catch(() => undefined);
    }), afterMs);
  };
  begin();
  const unsubscribe = store.sub(sessionAtom, begin);
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
