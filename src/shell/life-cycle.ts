import type { QueryClient } from "@tanstack/react-query";
import type { createStore } from "jotai";
import { readSessionCookie } from "../features/session/session-cookie.ts";
import { sessionAtom } from "../features/session/session-atoms.ts";
import { resumeSession } from "../features/session/session-flow.ts";

type Store = ReturnType<typeof createStore>;

const lookEveryMs = 10_000;
/** A clock that runs back by more was set, not steered. */
const setBackMs = 2000;

export interface LifeCycleDoors {
  page: Window;
  store: Store;
  client: QueryClient;
  /** Loads the page anew. */
  reload: () => void;
}

/**
 * What happens to a page while nobody looks at it: it is hidden, frozen, kept for the way back, and other pages
 * of the app log out or log in meanwhile, which a frozen page does not hear. Answers the way to stop.
 *
 * The session's cookie decides when the page comes back: what it showed of an account that is no longer logged in
 * here is gone before it can be seen. The venue is asked next, by the reads that the query cache refreshes.
 */
export function followLifeCycle({ page, store, client, reload }: LifeCycleDoors): () => void {
  const { document } = page;
  const root = () => document.getElementById("root");
  let before = kept();
  let isBackKept = false;

  const onHide = ({ persisted }: PageTransitionEvent) => {
    before = kept();
    isBackKept = persisted && store.get(sessionAtom) !== null;
    // The picture of the page would be shown before its code runs again.
    if (isBackKept) root()?.style.setProperty("visibility", "hidden");
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && isBackKept && kept() !== before) {
      // Memory, too, holds what was somebody else's.
      reload();
      return;
    }
    isBackKept = false;
    root()?.style.removeProperty("visibility");
  };
  const look = () => {
    if (document.visibilityState === "hidden") {
      before = kept();
      return;
    }
    const now = kept();
    // Where no cookie can be kept there never was one, and the session lives in memory.
    if (now === before) return;
    before = now;
    if ((readSessionCookie()?.id ?? null) !== (store.get(sessionAtom)?.id ?? null)) void resumeSession(store);
  };

  let wallMs = Date.now();
  let steadyMs = performance.now();
  const timer = setInterval(() => {
    const isSetBack = performance.now() - steadyMs - (Date.now() - wallMs) > setBackMs;
    wallMs = Date.now();
    steadyMs = performance.now();
    // Answers would seem to come from the future, and count as fresh until then.
    if (isSetBack) void client.invalidateQueries();
  }, lookEveryMs);

  page.addEventListener("pagehide", onHide);
  page.addEventListener("pageshow", onShow);
  document.addEventListener("visibilitychange", look);
  document.addEventListener("resume", look);
  return () => {
    clearInterval(timer);
    page.removeEventListener("pagehide", onHide);
    page.removeEventListener("pageshow", onShow);
    document.removeEventListener("visibilitychange", look);
    document.removeEventListener("resume", look);
  };
}

/** Who the cookie says is logged in, with the token: another session of the same user is another one. */
function kept(): string {
  const session = readSessionCookie();
  return session === null ? "" : `${session.id} ${session.token}`;
}
