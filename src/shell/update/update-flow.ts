/**
 * What the page does about another build, a service worker that takes over, and the kill switch. It is pure: an
 * event goes in, the next state and the effects come out. `update-runner.ts` supplies the events and carries out the effects.
 *
 * The rules: no update is applied before a tap, in this tab or another; after the tap the update waits as long as
 * something would be lost; the page reloads at most once in ten seconds; the kill switch and the worker after it reload no page.
 */
import type { BusyReason } from "../../lib/busy-flags.ts";

/** Least pause between two checks, apart from those of the timer. */
export const leastMs = 30_000;
/** After "later" the same build is offered again. */
export const remindMs = 24 * 60 * 60_000;
/** Pause between two checks whether a requested restart may happen. */
export const retryMs = 500;
/** A waiting worker that was asked to take over does so within this time, or not at all. */
export const takeOverMs = 8000;

/** Another build is ready, with its description where that could be loaded. */
export interface UpdateOffer {
  id: string | null;
  changes: readonly string[];
  /** Another tab has restarted into it already. */
  elsewhere: boolean;
  /** It is older than this page's: the changes are those that go. */
  goesBack: boolean;
}

/** The person's "later": for which build, null where that was not known, and when, Unix ms. */
export interface Postponed {
  id: string | null;
  at: number;
}

/** Whether the venue serves the build of this page; unknown offline and behind a captive portal. */
export type Served = "same" | "other" | "unknown";

export interface UpdateState {
  /** The next worker that takes over replaces one that served this page, so the page has to follow it. */
  isServed: boolean;
  /** A reload brings the next build: there is no worker, or a newer one serves this page already. */
  reloadSuffices: boolean;
  /** This page removed the registration because of the kill switch, and must not register again before a load. */
  isRemoved: boolean;
  /** What a requested restart waits for; empty where nothing is left to wait for, null where none was requested. */
  restart: readonly BusyReason[] | null;
  offer: UpdateOffer | null;
  /** Unix ms of the last check. */
  checkedAt: number;
  postponed: Postponed | null;
}

/** `Worker` stands for the browser's object, which is only passed through. */
export type UpdateEvent<Worker = ServiceWorker> =
  // The registration
  | { type: "registered"; hasActive: boolean; hasWaiting: boolean }
  | { type: "registration-gone" }
  | { type: "active-judged"; isKillSwitch: boolean }
  | { type: "kill-switch-checked"; isReplaced: boolean }
  // A worker that waits
  | { type: "waiting-judged"; worker: Worker; kind: WaitingKind; served: Served }
  | { type: "kill-switch-late"; stillWaits: boolean }
  // A worker that took over
  | { type: "controlled"; hasController: boolean; hasWaiting: boolean }
  | { type: "controller-judged"; isKillSwitch: boolean }
  | { type: "controller-compared"; mustFollow: boolean; served: Served; isBusy: boolean }
  // Looking for another build
  | { type: "check-due"; isReturn: boolean; canCheck: boolean; at: number }
  | { type: "checked"; served: Served; hasWorker: boolean; waiting: Worker | null }
  | { type: "build-read"; id: string | null; elsewhere: boolean; at: number }
  | { type: "changes-read"; id: string; changes: readonly string[]; goesBack: boolean }
  // Restarting
  | { type: "restart-asked"; busy: readonly BusyReason[]; hasWaiting: boolean }
  | { type: "restart-forced"; hasWaiting: boolean }
  | { type: "retry-due"; busy: readonly BusyReason[]; hasWaiting: boolean }
  | { type: "take-over-late" }
  | { type: "reload-refused" }
  /** The guard lets a page reload again that could not follow another worker at once. */
  | { type: "follow-due"; isBusy: boolean }
  | { type: "postponed"; at: number }
  | { type: "database-upgraded"; isBusy: boolean }
  | { type: "renewal-asked" }
  | { type: "renewal-prepared"; next: "build" | "nothing" | "unreachable" };

/** A build, the kill switch, or any worker that comes while the kill switch is active. */
export type WaitingKind = "build" | "kill-switch" | "after-kill-switch";

export type UpdateEffect<Worker = ServiceWorker> =
  | { type: "register" }
  /** See whether all parts of the app are on the device, and have the worker fetch those that are not. */
  | { type: "check-installed" }
  /** Ask the active worker whether it is the kill switch. */
  | { type: "judge-active" }
  /** Check whether a worker comes after the active kill switch. */
  | { type: "check-kill-switch" }
  /** Unregister the kill switch that another tab keeps alive. */
  | { type: "unregister" }
  | { type: "judge-waiting"; worker: Worker }
  /** After `takeOverMs`, see whether the kill switch still waits. */
  | { type: "watch-kill-switch"; worker: Worker }
  /** Remove registration and caches for good. */
  | { type: "remove-worker" }
  | { type: "judge-controller" }
  /** Read which build is served now that another worker has taken over. */
  | { type: "compare-controller"; mustFollow: boolean }
  /** Read which build is served and make the browser check for another worker. */
  | { type: "check" }
  | { type: "ask-versions" }
  | { type: "read-build"; elsewhere: boolean }
  | { type: "read-changes"; id: string }
  /** Remember it for the pages to come. */
  | { type: "keep-postponed"; postponed: Postponed }
  | { type: "skip-waiting" }
  | { type: "wait-to-retry" }
  | { type: "wait-for-take-over" }
  /** Note for the next page that the worker may take over while it is loading. */
  | { type: "note-late-worker" }
  /** Wait until the guard allows another reload. */
  | { type: "wait-to-follow" }
  /** Reload, unless that was done within ten seconds. */
  | { type: "reload" }
  /** Install the newest worker. */
  | { type: "prepare-renewal" }
  /** Reload in any case; the first without a worker. */
  | { type: "unregister-and-reload" }
  | { type: "reload-now" };

export interface UpdateStep<Worker = ServiceWorker> {
  state: UpdateState;
  effects: readonly UpdateEffect<Worker>[];
}

/**
 * @param isControlled whether a worker served the page from the beginning
 * @param postponed the last "later", of a page before this one
 */
export function beginUpdates(
  isControlled: boolean,
  postponed: Postponed | null = null,
): UpdateState {
  return {
    isServed: isControlled,
    reloadSuffices: true,
    isRemoved: false,
    restart: null,
    offer: null,
    checkedAt: Number.NEGATIVE_INFINITY,
    postponed,
  };
}

export function updateFlow<Worker>(
  state: UpdateState,
  event: UpdateEvent<Worker>,
): UpdateStep<Worker> {
  const stay = (...effects: UpdateEffect<Worker>[]) => ({ state, effects });
  const go = (change: Partial<UpdateState>, ...effects: UpdateEffect<Worker>[]) => ({
    state: { ...state, ...change },
    effects,
  });

  switch (event.type) {
    case "registered":
      // A message to a worker that is about to end would start it again, so a waiting one is judged first.
      return event.hasWaiting || !event.hasActive
        ? go({ reloadSuffices: !event.hasActive })
        : go({ reloadSuffices: false }, { type: "judge-active" }, { type: "check-installed" });
    case "registration-gone":
      return state.isRemoved ? stay() : go({ reloadSuffices: true }, { type: "register" });
    case "active-judged":
      // Another tab keeps the kill switch alive, and registering has adopted it again.
      return event.isKillSwitch
        ? go({ reloadSuffices: true }, { type: "check-kill-switch" })
        : stay();
    case "kill-switch-checked":
      return event.isReplaced ? stay() : stay({ type: "unregister" });

    case "waiting-judged":
      return judgeWaiting(state, event);
    case "kill-switch-late":
      // The previous worker does not end: a request hangs, or Chromium started it again for a request that
      // came while it was stopping. Without the registration it serves nothing after the next load.
      return event.stillWaits && !state.isRemoved
        ? go({ isRemoved: true, reloadSuffices: true, isServed: false }, { type: "remove-worker" })
        : stay();

    case "controlled": {
      // The worker was removed; a reload would interrupt the steps that follow.
      if (!event.hasController) return stay();
      const { isServed } = state;
      const taken = {
        ...state,
        isServed: true,
        reloadSuffices: isServed || state.restart !== null,
      };
      // A pending restart goes on waiting, or something would be lost.
      if (state.restart !== null)
        return state.restart.length > 0
          ? { state: taken, effects: [] }
          : restart(taken, event.hasWaiting);
      return {
        state: taken,
        effects: [
          isServed
            ? { type: "judge-controller" }
            : { type: "compare-controller", mustFollow: false },
        ],
      };
    }
    case "controller-judged":
      return go(
        // It serves nothing, so the next worker interrupts no request.
        event.isKillSwitch ? { isServed: false } : {},
        { type: "compare-controller", mustFollow: !event.isKillSwitch },
      );
    case "controller-compared":
      if (event.served === "same") return stay();
      if (event.mustFollow) return followTabs(state, event.isBusy);
      // The worker is of the served build, the page of an earlier one, and nobody has tapped.
      return event.served === "other" ? offer({ ...state, reloadSuffices: true }) : stay();

    case "check-due": {
      const sinceMs = event.at - state.checkedAt;
      // A clock that was set back must not prevent the check.
      const isTooSoon = event.isReturn && sinceMs >= 0 && sinceMs < leastMs;
      return !event.canCheck || isTooSoon ? stay() : go({ checkedAt: event.at }, { type: "check" });
    }
    case "checked":
      return judgeCheck(state, event);
    case "build-read":
      if (!event.elsewhere && isPostponed(state, event)) return stay();
      return state.offer?.id === event.id && state.offer.elsewhere === event.elsewhere
        ? stay()
        : go(
            { offer: { id: event.id, changes: [], elsewhere: event.elsewhere, goesBack: false } },
            ...(event.id === null ? [] : [{ type: "read-changes" as const, id: event.id }]),
          );
    case "changes-read":
      return state.offer?.id === event.id
        ? go({
            offer: { ...state.offer, changes: event.changes, goesBack: event.goesBack },
          })
        : stay();

    case "restart-asked":
      return restartWhenFree(state, event);
    case "restart-forced":
      return restart(state, event.hasWaiting);
    case "retry-due":
      if (state.restart === null) return stay();
      return state.restart.length > 0
        ? restartWhenFree(state, event)
        : restart(state, event.hasWaiting);
    case "take-over-late":
      return state.restart?.length === 0
        ? go({ reloadSuffices: true }, { type: "note-late-worker" }, { type: "reload" })
        : stay();
    case "reload-refused":
      if (state.restart !== null) return stay({ type: "wait-to-retry" });
      // Such as after a worker that took over late, when the page had been reloaded without it.
      return state.offer?.elsewhere
        ? stay()
        : stay({ type: "read-build", elsewhere: true }, { type: "wait-to-follow" });
    case "follow-due":
      return state.restart === null && state.offer?.elsewhere && !event.isBusy
        ? stay({ type: "reload" })
        : stay();
    case "postponed": {
      const postponed = { id: state.offer?.id ?? null, at: event.at };
      return go({ restart: null, offer: null, postponed }, { type: "keep-postponed", postponed });
    }
    case "database-upgraded":
      return followTabs(state, event.isBusy);
    case "renewal-asked":
      return go({ restart: [] }, { type: "prepare-renewal" });
    case "renewal-prepared":
      // Without a network there is nothing newer: the worker stays, with its copy of the app.
      if (event.next === "unreachable") return stay({ type: "reload-now" });
      return event.next === "build"
        ? restart({ ...state, reloadSuffices: false }, true)
        : go({ reloadSuffices: true }, { type: "unregister-and-reload" });
  }
}

type Given<Type extends UpdateEvent["type"], Worker> = Extract<UpdateEvent<Worker>, { type: Type }>;

function judgeWaiting<Worker>(
  state: UpdateState,
  { worker, kind, served }: Given<"waiting-judged", Worker>,
): UpdateStep<Worker> {
  switch (kind) {
    case "build":
      // Of this page's own build, or of one that was taken back before anybody restarted into it.
      return served === "same" ? withdrawn(state) : offer(state);
    case "after-kill-switch":
      // The kill switch serves nothing that could be interrupted.
      return { state, effects: [{ type: "skip-waiting" }] };
    case "kill-switch":
      return {
        // It answered late and was offered as a build; there is none.
        state: served === "same" ? { ...state, offer: null } : state,
        effects: [{ type: "watch-kill-switch", worker }],
      };
  }
}

function judgeCheck<Worker>(
  state: UpdateState,
  { served, hasWorker, waiting }: Given<"checked", Worker>,
): UpdateStep<Worker> {
  // Missing parts are asked for again until the venue answers.
  if (served === "unknown")
    return { state, effects: hasWorker ? [{ type: "check-installed" }] : [] };
  const asks: UpdateEffect<Worker>[] = served === "other" ? [{ type: "ask-versions" }] : [];
  if (waiting) return { state, effects: [...asks, { type: "judge-waiting", worker: waiting }] };
  if (served === "same" && hasWorker) return { state, effects: [{ type: "check-installed" }] };
  // Where a worker has not loaded the build yet, a reload would show the old build again.
  if (served === "same" || (hasWorker && !state.reloadSuffices)) return { state, effects: asks };
  const offered = offer<Worker>(state);
  return { ...offered, effects: [...asks, ...offered.effects] };
}

/** Which build it is decides whether the person has put it off. */
function offer<Worker>(state: UpdateState): UpdateStep<Worker> {
  return { state, effects: [{ type: "read-build", elsewhere: false }] };
}

/** There is nothing newer any more; a restart that was asked for goes on, and so does what another tab began. */
function withdrawn<Worker>(state: UpdateState): UpdateStep<Worker> {
  const stays = state.offer === null || state.offer.elsewhere || state.restart !== null;
  return { state: stays ? state : { ...state, offer: null }, effects: [] };
}

/** Put off for a day, or until the next build; where the build cannot be read it counts as the same. */
function isPostponed({ postponed }: UpdateState, { id, at }: Postponed): boolean {
  if (postponed === null) return false;
  const sinceMs = at - postponed.at;
  const isSame = id === null || postponed.id === null || id === postponed.id;
  return isSame && sinceMs >= 0 && sinceMs < remindMs;
}

/** The tap was in another tab: this tab restarts too, or shows a message where something would be lost. */
function followTabs<Worker>(state: UpdateState, isBusy: boolean): UpdateStep<Worker> {
  return {
    state,
    effects: [isBusy ? { type: "read-build", elsewhere: true } : { type: "reload" }],
  };
}

function restartWhenFree<Worker>(
  state: UpdateState,
  { busy, hasWaiting }: { busy: readonly BusyReason[]; hasWaiting: boolean },
): UpdateStep<Worker> {
  return busy.length === 0
    ? restart(state, hasWaiting)
    : { state: { ...state, restart: busy }, effects: [{ type: "wait-to-retry" }] };
}

function restart<Worker>(state: UpdateState, hasWaiting: boolean): UpdateStep<Worker> {
  return {
    state: { ...state, restart: [] },
    effects:
      hasWaiting && !state.reloadSuffices
        ? [{ type: "skip-waiting" }, { type: "wait-for-take-over" }]
        : [{ type: "reload" }],
  };
}
