import type { QueryClient } from "@tanstack/react-query";
import type { createStore } from "jotai";
import { userInfoQuery } from "../features/session/queries.ts";
import { readSessionCookie } from "../features/session/session-cookie.ts";
import { sessionAtom } from "../features/session/session-atoms.ts";
import { catchUp } from "../features/session/session-flow.ts";
import { closeStore, onUpgrade } from "../storage/device-store.ts";
import { restartForUpgrade } from "./worker-bridge.ts";

type Store = ReturnType<typeof createStore>;

const lookEveryMs = 10_000;
/** A clock that runs back by more was set, not steered. */
const setBackMs = 2000;
/** A page that slept stays veiled for so long at most while the venue is asked whether the session still stands. */
const veilMs = 800;

export interface LifeCycleDoors {
  page: Window;
  store: Store;
  client: QueryClient;
  /** Loads the page anew. */
  reload: () => void;
}

/**
 * What happens to a page while nobody looks at it: it is hidden, frozen, kept for the way back, and other pages
 * of the app log out or log in meanwhile, which a frozen page does not hear, or give the database another form.
 * Answers the way to stop.
 *
 * The session's cookie decides when the page comes back: what it showed of an account that is no longer logged in
 * here is gone before it can be seen. The venue is asked next, and a page that slept waits a moment for its answer.
 */
export function followLifeCycle({ page, store, client, reload }: LifeCycleDoors): () => void {
  const { document } = page;
  const root = () => document.getElementById("root");
  let before = kept();
  let isVeiled = false;

  const veil = () => {
    before = kept();
    if (store.get(sessionAtom) === null) return;
    // The picture of the page would be shown before its code runs again.
    isVeiled = true;
    root()?.style.setProperty("visibility", "hidden");
  };
  const unveil = () => {
    isVeiled = false;
    root()?.style.removeProperty("visibility");
  };
  /** Whoever is logged in now is taken up, then the venue is asked: a session may have ended on another device. */
  const wake = async () => {
    const now = kept();
    // Where no cookie can be kept there never was one, and the session lives in memory.
    if (now !== before) {
      before = now;
      if (now !== tokenOf(store.get(sessionAtom))) await catchUp(store);
    }
    if (!isVeiled) return;
    const asked = store.get(sessionAtom);
    if (asked !== null && page.navigator.onLine) await answered(client);
    // What ended is off the page before the page is to be seen.
    if (asked === null || store.get(sessionAtom) === null) await nextFrame(page);
    unveil();
  };
  let waking: Promise<void> | undefined;
  const comeBack = () => {
    waking ??= wake().finally(() => {
      waking = undefined;
    });
  };

  const onHide = ({ persisted }: PageTransitionEvent) => {
    if (persisted) veil();
    else before = kept();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    if (!isVeiled || kept() === before) return comeBack();
    // Memory, too, holds what was somebody else's; nothing of it is kept on the way.
    void closeStore();
    reload();
  };
  const look = () => {
    if (document.visibilityState === "hidden") before = kept();
    else comeBack();
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
  document.addEventListener("freeze", veil);
  document.addEventListener("resume", comeBack);
  const stopUpgrades = onUpgrade(() => void restartForUpgrade());
  return () => {
    clearInterval(timer);
    stopUpgrades();
    page.removeEventListener("pagehide", onHide);
    page.removeEventListener("pageshow", onShow);
    document.removeEventListener("visibilitychange", look);
    document.removeEventListener("freeze", veil);
    document.removeEventListener("resume", comeBack);
  };
}

/** Asks the venue for the session's user, and waits a moment for what it says. */
async function answered(client: QueryClient): Promise<void> {
  const asked = client.fetchQuery({ ...userInfoQuery(), staleTime: 0 }).catch(() => undefined);
  await Promise.race([asked, new Promise((done) => setTimeout(done, veilMs))]);
}

function nextFrame(page: Window): Promise<void> {
  return new Promise((done) =>
    page.requestAnimationFrame(() => page.requestAnimationFrame(() => done())),
  );
}

/** Who the cookie says is logged in, with the token: another session of the same user is another one. */
function kept(): string {
  return tokenOf(readSessionCookie());
}

function tokenOf(session: { id: string; token: string } | null): string {
  return session === null ? "" : `${session.id} ${session.token}`;
}
