import { msg, plural } from "@lingui/core/macro";
import { i18n } from "@lingui/core";
import { installCallHooks, type Signer } from "../api/call.ts";
import type { ApiError } from "../api/api-error.ts";
import { collectsAtom } from "../features/market/collects-atom.ts";
import { authPromptAtom, sessionAtom } from "../features/session/session-atoms.ts";
import { readSessionCookie } from "../features/session/session-cookie.ts";
import { catchUp, closeSession, followOtherTabs } from "../features/session/session-flow.ts";
import { forgetOldWrites } from "../features/session/old-writes.ts";
import { takeTypedOver } from "../features/session/typed-text.ts";
import { walletAtom } from "../features/wallet/wallet-atoms.ts";
import { errorText, tokenExpiredText } from "../i18n/error-texts.ts";
import { forget, forgetAll } from "../storage/device-store.ts";
import { forgetHolds } from "../storage/kept-holds.ts";
import { forgetPrivateQueries } from "../storage/kept-queries.ts";
import { queryClient, store } from "./app-context.ts";
import { inFlightAtom } from "./in-flight.ts";
import { clearToasts, showToast } from "./toasts.ts";

const unauthorized = 401;
const tokenExpired = 200003;
const tooManyTries = 200002;
/** A poll that is refused every few seconds for one cause says so once in this time. */
const quietToldEveryMs = 5 * 60_000;

/** Connects the calls to the session, the overlay's counter and the toasts. */
export function connectCalls(): void {
  installCallHooks({
    session: () => store.get(sessionAtom),
    countInFlight: (delta) => store.set(inFlightAtom, (count) => count + delta),
    refused,
    leftOut,
  });
}

/** What is to be done when somebody came or left, in this tab or in another. */
export interface SessionChanges {
  /** Somebody is logged in, and nothing of an earlier user is left. */
  arrived(): void;
  /** Nobody is logged in any more. */
  left(): void;
}

/**
 * Follows the session: whoever leaves takes wallet, currencies' favourites, notices and private reads along,
 * in memory and on the device; whoever arrives gets theirs. Answers the way to stop.
 */
export function followSession(changes: SessionChanges): () => void {
  let previous = store.get(sessionAtom)?.id ?? null;
  if (previous !== null) void takeTypedOver(store, previous);
  void forgetOldWrites(previous, Date.now());
  const unsubscribe = store.sub(sessionAtom, () => {
    const current = store.get(sessionAtom)?.id ?? null;
    if (current === previous) return;
    const left = previous;
    previous = current;
    store.set(walletAtom, null);
    store.set(collectsAtom, []);
    if (left !== null) clearToasts(store);
    if (left !== null) forgetHolds();
    // Another tab's login answers what this one asks.
    if (current !== null) store.set(authPromptAtom, null);
    // Before the cache: a read that begins anew would take up what the device kept.
    const forgotten = forgetPrivateQueries();
    queryClient.removeQueries({ predicate: (query) => query.meta?.["private"] === true });
    void Promise.all([
      forgotten,
      current === null ? forgetAll("user:") : takeTypedOver(store, current),
      left !== null && forget(`user:${left}`),
      left !== null && forgetAll("receipts:"),
      forgetOldWrites(current, Date.now()),
    ]).then(() => {
      if (current !== previous) return;
      if (current === null) changes.left();
      else changes.arrived();
    });
  });
  const stopOtherTabs = followOtherTabs(store);
  return () => {
    unsubscribe();
    stopOtherTabs();
  };
}

/** When a background read was last told to be refused, by status (Unix ms). */
const toldAt = new Map<number, number>();

function refused(error: ApiError, signer: Signer | null, quiet: boolean): void {
  const status = error.status ?? 100000;
  if (status === unauthorized || status === tokenExpired) {
    const session = store.get(sessionAtom);
    // A late answer to a session this page has left already, such as the one to a logout.
    if (signer?.token !== session?.token) return;
    if (session !== null && isFollowed(session.token)) {
      // Another page has logged in meanwhile: that session is not this answer's to end.
      void catchUp(store).then(() =>
        queryClient.invalidateQueries({ predicate: (query) => query.meta?.["private"] === true }),
      );
      return;
    }
    // The dialog first: whoever follows the session sees that it ended and was not left.
    store.set(authPromptAtom, { reason: session === null ? "required" : "expired", to: null });
    closeSession(store);
    if (status === unauthorized)
      showToast(store, { id: "auth", type: "warning", description: i18n._(tokenExpiredText) });
    else showToast(store, { id: "auth", type: "error", description: i18n._(errorText(status)) });
    return;
  }
  const now = Date.now();
  if (quiet && now - (toldAt.get(status) ?? 0) < quietToldEveryMs) return;
  if (quiet) toldAt.set(status, now);
  const text = i18n._(errorText(status));
  showToast(store, {
    id: `error-${status}`,
    type: "error",
    description: describe(status, text, error.data),
  });
}

function isFollowed(token: string): boolean {
  const kept = readSessionCookie();
  return kept !== null && kept.token !== token;
}

/** When an answer was last said to be incomplete, by its path (Unix ms). */
const incompleteAt = new Map<string, number>();

function leftOut(path: string, rows: number): void {
  const now = Date.now();
  if (now - (incompleteAt.get(path) ?? 0) < quietToldEveryMs) return;
  incompleteAt.set(path, now);
  showToast(store, {
    id: "left-out",
    type: "warning",
    description: i18n._(
      msg({
        message: plural(rows, {
          one: "One entry of the venue's answer could not be read. It is left out here.",
          other: "# entries of the venue's answer could not be read. They are left out here.",
        }),
      }),
    ),
  });
}

function describe(status: number, text: string, data: unknown): string {
  const wait =
    typeof data === "object" && data !== null && "wait" in data && typeof data.wait === "number"
      ? Math.ceil(data.wait)
      : undefined;
  if (status === tooManyTries && wait !== undefined) {
    return i18n._(msg({ message: `${text} Next try in ${wait} s.` }));
  }
  return text;
}
