import type { QueryClient } from "@tanstack/react-query";
import type { createStore } from "jotai";
import { userInfoQuery } from "../../features/session/session-queries.ts";
import { readSessionCookie } from "../../features/session/session-cookie.ts";
import { sessionAtom } from "../../features/session/session-atoms.ts";
import { catchUp } from "../../features/session/session-flow.ts";
import { closeDatabase, onUpgrade } from "../../storage/database.ts";
import { restartForUpgrade } from "../update/updates.ts";

type Store = ReturnType<typeof createStore>;

const lookEveryMs = 10_000;
/** A clock that goes back by more was set by somebody, not corrected by the system. */
const setBackMs = 2000;
/** A page that slept stays hidden no longer than this while the venue is asked whether the session is still valid. */
const veilMs = 800;

export interface LifeCycleDeps {
  page: Window;
  store: Store;
  client: QueryClient;
  /** Reloads the page. */
  reload: () => void;
}

/**
 * Handles a page that was hidden, frozen or in the back-forward cache. Meanwhile other pages of the app may log
 * out, log in or upgrade the database, and a frozen page gets no message of that. Answers the function that stops it.
 *
 * When the page comes back, the session's cookie decides: data of an account that is no longer logged in here is
 * removed before it can be seen. Then the venue is asked, and a page that slept waits a moment for its answer.
 */
export function followLifeCycle({ page, store, client, reload }: LifeCycleDeps): () => void {
  const { document } = page;
  const root = () => document.getElementById("root");
  let before = cookieToken();
  let isVeiled = false;

  const veil = () => {
    before = cookieToken();
    if (store.get(sessionAtom) === null) return;
    // The browser would show the old page before its code runs again.
    isVeiled = true;
    root()?.style.setProperty("visibility", "hidden");
  };
  const unveil = () => {
    isVeiled = false;
    root()?.style.removeProperty("visibility");
  };
  /** Takes up the session that is logged in now, then asks the venue: a session may have ended on another device. */
  const wake = async () => {
    const now = cookieToken();
    // Where no cookie can be stored the session is in memory, and the cookie never changes.
    if (now !== before) {
      before = now;
      if (now !== tokenOf(store.get(sessionAtom))) await catchUp(store);
    }
    if (!isVeiled) return;
    const asked = store.get(sessionAtom);
    if (asked !== null && page.navigator.onLine) await answered(client);
    // Data of an ended session is removed before the page is shown.
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
    else before = cookieToken();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    if (!isVeiled || cookieToken() === before) return comeBack();
    // The memory of the page may also contain another user's data, so the page is reloaded.
    void closeDatabase();
    reload();
  };
  const look = () => {
    if (document.visibilityState === "hidden") before = cookieToken();
    else comeBack();
  };

  let wallMs = Date.now();
  let steadyMs = performance.now();
  const timer = setInterval(() => {
    const isSetBack = performance.now() - steadyMs - (Date.now() - wallMs) > setBackMs;
    wallMs = Date.now();
    steadyMs = performance.now();
    // Cached answers would be dated in the future, and count as fresh until then.
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

/** Asks the venue for the session's user, and waits a moment for the answer. */
async function answered(client: QueryClient): Promise<void> {
  const asked = client.fetchQuery({ ...userInfoQuery(), staleTime: 0 }).catch(() => undefined);
  await Promise.race([asked, new Promise((done) => setTimeout(done, veilMs))]);
}

function nextFrame(page: Window): Promise<void> {
  return new Promise((done) =>
    page.requestAnimationFrame(() => page.requestAnimationFrame(() => done())),
  );
}

/** The session token in the cookie; two sessions of one user have different ones. */
function cookieToken(): string {
  return tokenOf(readSessionCookie());
}

function tokenOf(session: { id: string; token: string } | null): string {
  return session === null ? "" : `${session.id} ${session.token}`;
}
