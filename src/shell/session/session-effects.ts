import { msg, plural } from "@lingui/core/macro";
import { i18n } from "@lingui/core";
import * as codes from "#protocol/wire/error-codes.ts";
import { installCallHooks, keyLost, type Signer } from "../../api/call.ts";
import type { ApiError } from "../../api/api-error.ts";
import { invalidate } from "../../api/query.ts";
import { confirmedFavouritesAtom } from "../../features/market/favourites/favourites.ts";
import { learnFromRefusal } from "../../features/session/account-status/follow-account-status.ts";
import { authPromptAtom, sessionAtom } from "../../features/session/session-atoms.ts";
import { readSessionCookie } from "../../features/session/session-cookie.ts";
import { catchUp, closeSession, followOtherTabs } from "../../features/session/session-flow.ts";
import { removeOldWrites } from "../../features/session/old-writes.ts";
import { takeOverDrafts } from "../../features/session/draft-owner.ts";
import { walletAtom } from "../../features/wallet/assets/wallet-atoms.ts";
import { connectWrites } from "../../writes/write-context.ts";
import { errorText, keyLostText, tokenExpiredText } from "../../i18n/error-messages.ts";
import { clearBusyFlags } from "../../storage/persisted-busy-flags.ts";
import { removePrivateQueries } from "../../storage/persisted-queries.ts";
import { removeSnapshotsOfOthers } from "../../storage/wipe.ts";
import { queryClient, store } from "../app-context.ts";
import { inFlightAtom } from "../in-flight.ts";
import { clearToasts, showToast } from "../toasts/toasts.ts";

/** A poll that is refused every few seconds for one cause says so once in this time. */
const quietRefusalEveryMs = 5 * 60_000;

/** Connects the calls to the session, the overlay's counter and the toasts, and the writes to session and cache. */
export function connectCalls(): void {
  installCallHooks({
    session: () => store.get(sessionAtom),
    countInFlight: (delta) => store.set(inFlightAtom, (count) => count + delta),
    refused,
    leftOut,
  });
  connectWrites({
    userId: () => store.get(sessionAtom)?.id ?? null,
    onUserChange: (listener) => store.sub(sessionAtom, listener),
    invalidate: (endpoints) => invalidate(queryClient, ...endpoints),
    refused: (refusal) => learnFromRefusal(queryClient, store, refusal),
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
 * Follows the session: a logout removes wallet, favourites of currencies, notices and private reads,
 * in memory and on the device; a login loads them. Answers the function that stops it.
 */
export function followSession(changes: SessionChanges): () => void {
  /** A read that was refused in between asked for a log-in, as a visitor's does: who has logged out is not asked. */
  const left = () => {
    store.set(authPromptAtom, (open) => (open?.reason === "required" ? null : open));
    changes.left();
  };
  let previous = store.get(sessionAtom)?.id ?? null;
  if (previous !== null) void takeOverDrafts(store, previous);
  void removeOldWrites(previous, Date.now());
  const unsubscribe = store.sub(sessionAtom, () => {
    const current = store.get(sessionAtom)?.id ?? null;
    if (current === previous) return;
    const gone = previous;
    previous = current;
    store.set(walletAtom, null);
    store.set(confirmedFavouritesAtom, []);
    if (gone !== null) clearToasts(store);
    if (gone !== null) clearBusyFlags();
    // Another tab's login answers what this one asks.
    if (current !== null) store.set(authPromptAtom, null);
    // Before the query cache: a read that starts again would begin with what the device has.
    const removed = removePrivateQueries();
    queryClient.removeQueries({ predicate: (query) => query.meta?.["private"] === true });
    void Promise.all([
      removed,
      removeSnapshotsOfOthers(current),
      current !== null && takeOverDrafts(store, current),
      removeOldWrites(current, Date.now()),
    ]).then(() => {
      if (current !== previous) return;
      if (current === null) left();
      else changes.arrived();
    });
  });
  const stopOtherTabs = followOtherTabs(store, left);
  // What another page announced while this one was starting was not heard.
  if ((readSessionCookie()?.id ?? null) !== previous) void catchUp(store);
  return () => {
    unsubscribe();
    stopOtherTabs();
  };
}

/** When the refusal of a background read was last shown, by status (Unix ms). */
const shownAt = new Map<number, number>();

function refused(error: ApiError, signer: Signer | null, quiet: boolean): void {
  const status = error.status ?? codes.unknownError;
  if (status === codes.unauthorized || status === codes.sessionExpired) {
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
    // A screen that is about to go asks once more in the background: nobody is asked for a log-in by that.
    if (session === null && quiet) return;
    // The dialog first: listeners of the session then know that it ended without a logout.
    // A dialog that is open goes on saying why, and where it leads.
    if (session !== null) store.set(authPromptAtom, { reason: "expired", to: null });
    else store.set(authPromptAtom, (open) => open ?? { reason: "required", to: null });
    closeSession(store);
    if (error.data === keyLost)
      showToast(store, { id: "auth", type: "warning", description: i18n._(keyLostText) });
    else if (status === codes.unauthorized)
      showToast(store, { id: "auth", type: "warning", description: i18n._(tokenExpiredText) });
    else showToast(store, { id: "auth", type: "error", description: i18n._(errorText(status)) });
    return;
  }
  const now = Date.now();
  if (quiet && now - (shownAt.get(status) ?? 0) < quietRefusalEveryMs) return;
  if (quiet) shownAt.set(status, now);
  const text = i18n._(errorText(status, error.data));
  showToast(store, {
    id: `error-${status}`,
    type: "error",
    description: describe(status, text, error.data),
  });
}

function isFollowed(token: string): boolean {
  const current = readSessionCookie();
  return current !== null && current.token !== token;
}

/** When an answer was last said to be incomplete, by its path (Unix ms). */
const incompleteAt = new Map<string, number>();

function leftOut(path: string, rows: number): void {
  const now = Date.now();
  if (now - (incompleteAt.get(path) ?? 0) < quietRefusalEveryMs) return;
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
  if (status === codes.tooManyAttempts && wait !== undefined) {
    return i18n._(msg({ message: `${text} Next try in ${wait} s.` }));
  }
  return text;
}
